"""Models of sentences that a reader chooses from."""

ROOMY = "roomy beta-VAE (ours)"
WALKED = {  # what a reader chooses, and the model it is
    "autoencoder": "ynoc-ae-0-0",
    "vanilla VAE": "ynoc-beta_vae-1-0",
    "beta-VAE (0.2)": "ynoc-beta_vae-0.2-0",
    "MAT-VAE (0.01, 0.1)": "ynoc-mat_vae-0.01-0",
    ROOMY: "ynoc-beta_vae-0.2-0-roomy",
}
