# %% [markdown]
# # A zoo of learned codes: drag a latent and see what it draws
#
# **After this notebook you can** see with your own eyes whether a trained model is disentangled,
# and say how what you see becomes MIG, D and the others.
# **Time:** 15 minutes.
# **Read before:** [[start_here]]; [[dci]] and [[mig_and_dcimig]] help.

# %%
from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.show.reading import cite, folded, said
from disentangle_edu.zoo import shelf
from disentangle_edu.zoo.objectives import annealed_vae, beta_vae, dip_vae_i, factor_vae

# %% [markdown]
# ## The question
#
# So far somebody wrote the codes by hand.
# Now they are *learned*.
# A small network, the **encoder**, turns an image of 16 by 16 pixels into eight numbers, its code;
# a second one, the **decoder**, draws the image again from the code alone.
# Nobody told them what the images are made of.
#
# The images are **sprites**: a square, an ellipse or a heart, in five scales,
# turned by up to a quarter, at twelve places across and twelve down.
# All 25,920 are drawn by code, and the models and their world are ours.
#
# ## Predict: rank four models by eye
#
# Drag the letters into your order.

# %%
ranked = labs.predict("18-rank")
ranked

# %% [markdown]
# ## Who agrees with you?
#
# Every metric orders the same four models.
# A pair counts as agreed where you and the metric put the same one first.

# %%
labs.after(ranked, lambda: labs.who_agrees(ranked))

# %% [markdown]
# ## Move
#
# Choose a model and drag.
# A knob moves one latent and holds the others; the point in the plane moves two at once.
# Point at a row: its line in the matrix lights up, and says in bits what you see.
#
# 1. Start with the autoencoder: what does one latent do to the sprite?
# 2. Then beta-TCVAE: which latent moves it across, which down, which makes it grow?
# 3. Look for a row called *idle*: the model has given that latent up.

# %%
labs.traversal(after=ranked)

# %% [markdown]
# ## Predict again

# %%
peak = labs.predict("18-beta")
peak

# %% [markdown]
# Now drag the mark from beta 0 to 8, and watch the sheet:
# axes appear, then details go, then nearly everything.

# %%
labs.beta(after=peak)

# %% [markdown]
# ## Why
#
# <details><summary>Open this once you have guessed.</summary>
#
# Whatever a code says costs beta nats of the loss for every nat (1 nat is 1.44 bits).
# A model that must be brief spends its words on what changes most pixels: where the sprite is,
# then how large.
# It says each thing with as little noise as it can pay for,
# and that is cheapest along one latent per thing, if the things differ in how much they matter.
# (Here a step across is a pixel and a step down 0.6 of one.
# Were both alike, the diagonals would do as well.)
# When words cost too much, the turn goes first, then the shape, then the rest.
#
# </details>
#
# The losses themselves are short:

# %%
folded(beta_vae, annealed_vae, factor_vae, dip_vae_i)

# %% [markdown]
# ## The whole family
#
# Each family at the strength where its mean MIG is highest, beside the autoencoder:

# %%
table = shelf.table()
columns = ["mig", "dcimig", "disentanglement", "rec_mean", "active_units"]
means = table.groupby(["world", "objective", "strength"])[columns].mean().round(3)
best = means.loc[means.groupby(["world", "objective"])["mig"].idxmax()]
labs.after(peak, lambda: best)

# %% [markdown]
# The last row is a second world: there squares are mostly small and hearts mostly large.
# More on such worlds in [[dependent_factors]].
#
# ## Try to break it
#
# Ten seeds of one recipe differ in nothing but chance.
# How far apart are their scores?

# %%
one_recipe = table[(table["objective"] == "beta_vae") & (table["strength"] == 4)]
seeds = one_recipe[one_recipe["world"] == "sprites"]["mig"]
said(
    "{n} models of beta-VAE, beta 4: MIG from {low:.2f} to {high:.2f}, mean {mean:.2f}.",
    n=len(seeds),
    low=seeds.min(),
    high=seeds.max(),
    mean=seeds.mean(),
)

# %% [markdown]
# Whoever compares two objectives with one model of each compares two dice.
#
# ## Check yourself
#
# In the lab above, choose *beta-TCVAE, beta 6*.
# Move the sprite across, and nothing else, by a single latent.
# Write down the latent and two of its values.

# %%
my_move = (1, -1.0, 1.0)
check("18-exercise", my_move)

# %%
hint("18-exercise")

# %%
solution("18-exercise")

# %% [markdown]
# ## Where it stands in the paper
#
# sepliarskaia2019 and geyer2024 both judge trained models, on data sets that are far larger.
# Neither set of models is to be had any more, so these are our own, on sprites of our own.
# `disentangle-edu zoo` prints the table; `make zoo` trains all of it again, and
# `make zoo IMAGES=FILE` trains on images of yours.

# %%
cite("sepliarskaia2019", "geyer2024")
