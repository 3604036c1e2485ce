# %% [markdown]
# # The zoo: watch a network learn
#
# **In this chapter:** a network learns under your hand, and 430 others show what they have learned.
# **Time:** 30 minutes.
# **Read before:** [[start_here]]; [[dci]] and [[mig_and_dcimig]] help.

# %%
import numpy as np

from disentangle_edu import labs
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.zoo.data import learned_features, parts
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.zoo import pretrained
from disentangle_edu.zoo.objectives import (
    annealed_vae_loss,
    beta_tcvae_loss,
    beta_vae_loss,
    factor_vae_loss,
)

# %% [markdown]
# Where do codes like those of A and B come from?
# An **encoder** turns an image into a few numbers, its code.
# A **decoder** draws the image again from the code alone.
# Both learn together, from images, without ever hearing of factors.
#
# Here is the smallest one we could make: two latents, and a world with two factors.
# The image is a light on a dark field.
# The factors say where the light is, across and down.
#
# ## Which worlds have axes?

# %%
worlds = labs.predict("09-worlds")
worlds

# %% [markdown]
# Press *Let it learn* and watch the grid.
# Each line of the grid joins places at the same distance from the left (blue), or at the same
# height (orange).
# MIG and D ask whether the grid lies along the axes of the code.
#
# **Beta** is the price of information: each nat that the code carries costs beta nats of loss
# (1 nat is 1.44 bits).
# Drag beta while the network learns.
# Then try other worlds, and *Another seed*.

# %%
labs.learning(after=worlds)

# %% [markdown] after="worlds"
# Three things are worth finding:
#
# * In the long rectangle at beta 10, the grid turns into the axes, seed after seed.
#   At beta 1 it may stop anywhere.
# * In the disc, the grid stops where it likes, and MIG with it.
#   A disc looks the same from every side, so no loss can know which axes you meant.
# * At beta 30, the light becomes a blur, and the grid shrinks.
#   Information has become too dear.

# %% [markdown]
# ## Four networks by eye
#
# Our zoo has 430 larger networks, with eight latents each.
# Most of them learned *sprites*.
# A sprite is a square, an ellipse or a heart of 16 by 16 pixels.
# It has one of five sizes, is turned by up to 90 degrees, and stands at one of 144 places.

# %%
ranked = labs.predict("09-rank")
ranked

# %% [markdown]
# The seven judges, and plain reconstruction, order the same four.
# A pair counts as agreed if you and the judge prefer the same one.

# %%
labs.after(ranked, lambda: labs.who_agrees(ranked))

# %% [markdown] after="ranked"
# Even model M has a MIG of only 0.39.
# MIG takes the mean over five factors, and no latent of M is far ahead for shape or turn.

# %% [markdown]
# ## What does a latent draw?
#
# Choose a model and drag a knob, or drag the point in the plane to move two latents at once.
# The lab begins with the autoencoder.
# Then find the latent of beta-TCVAE that moves the sprite across.

# %%
labs.traversal(after=ranked, model=pretrained.of_beta(0))

# %% [markdown]
# Choose *beta-VAE, beta 4*: a latent called *idle* draws nothing that you can see.
# Yet the table beside it may give it some bits about *across*.
# Both are true.
# The table looks at the mean code, without noise.
# While it learned, the network added noise to every latent, and in an idle one the noise drowns
# what is left.
#
# ## How dear should information be?

# %%
peak = labs.predict("09-beta")
peak

# %% [markdown]
# Each dot is a model.
# Drag the mark along the line, and click the ten seeds at one beta:
# the table shows what the model you clicked knows.

# %%
labs.beta(after=peak)

# %% [markdown] after="peak"
# At beta 3 and 4 chance decides: one seed finds the axes, the next one lies between them.
# At 2 and less no seed comes near them.
# Comparing two objectives with one model each is comparing two rolls of a die.

# %%
table = pretrained.table()
one_recipe = table.query("world == 'sprites' and objective == 'beta_vae' and strength == 4")["mig"]
said(
    "{n} models of beta-VAE, beta 4: MIG from {low:.2f} to {high:.2f}, mean {mean:.2f}.",
    n=len(one_recipe),
    low=one_recipe.min(),
    high=one_recipe.max(),
    mean=one_recipe.mean(),
)

# %% [markdown]
# ## What B paid
#
# A is an autoencoder; B is the cleanest of six seeds of beta-TCVAE at beta 4.
# A redraws its pictures with less error than B.
# These are two models, so this is what B paid, and not yet what order costs.

# %%
pair = pretrained.table(pretrained.PAIR_FOLDER)["rec_mean"]
said(
    "Reconstruction error from the mean code, in nats per image: A {a:.1f}, B {b:.1f}.",
    a=pair[pretrained.PAIR["A"]],
    b=pair[pretrained.PAIR["B"]],
)

# %% [markdown]
# ## A thousand features
#
# Who studies large networks seldom asks that one latent, or one neuron, means one thing.
# A **sparse autoencoder** redraws a layer of neurons from many **features**, few of which fire on
# an image.
# We trained one for the first layer of each decoder, of 256 neurons: 1,000 features, of which at
# most eight may fire.

# %%
learned_features()

# %%
purer = labs.predict("09-features")
purer

# %%
of_parts = {f"{net}: {of}": scores for net in "AB" for of, scores in parts(net).items()}
labs.after(purer, lambda: Scores(of_parts))

# %% [markdown] after="purer"
# From A's latents to its features D goes up, and for B down.
# Shuffled features carry nothing, and D gives them about 0, because the forest spreads every
# factor over all of them.
# MIG and SAP are near 0, for no feature tells even half of a factor.
# Linear R², the share that a regression on all of them explains, is near 1.
# A and B, unlike the 430, learned a world of four factors.
#
# **Move the two marks,** and see where two features fire.
# Most are for one shape, and only in some places: that is **splitting**.
# Two of B's fire on most images of their shape.
# In **absorption** a general feature falls silent where a special one speaks.
# Choose B for the nearest that we found.
# Whether orange takes over there, firing alone cannot tell.

# %%
labs.features(after=purer)

# %% [markdown]
# ## Check yourself
#
# In the lab under *What does a latent draw?*, choose *beta-TCVAE, beta 6*.
# Move the sprite across, and nothing else, by a single latent.
# Write down the latent and two of its values.

# %%
my_move = (1, -1.0, 1.0)
check("09-exercise", my_move)

# %%
hint("09-exercise")

# %%
solution("09-exercise")

# %% [markdown]
# Next: [[which_metric]].
# Which of the judges should you believe, and for what?
#
# <details><summary>In the papers: whose models these are.</summary>
#
# sepliarskaia2019 and geyer2024 judge trained models on far larger data sets.
# Neither set of models is available any more, so these are ours, on sprites of ours.
# Features that split are named in *Towards Monosemanticity* (Bricken and others, 2023), absorption
# in *A is for Absorption* (Chanin and others, 2024); neither is in the ledger.
# `disentangle-edu zoo --wide` prints the table; `make zoo` trains all of it again;
# `make zoo IMAGES=FILE` trains on your own images.
# The losses are short:
#
# </details>

# %%
folded(beta_vae_loss, beta_tcvae_loss, annealed_vae_loss, factor_vae_loss)

# %%
cite("sepliarskaia2019", "geyer2024")
