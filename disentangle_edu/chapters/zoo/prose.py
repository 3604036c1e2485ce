# %% [markdown]
# # The zoo: watch a network learn
#
# **In this chapter:** you watch a network learn while you change its settings, and see what 430
# others have learned.
# **Time:** 30 minutes.
# **Read before:** [[start_here]]; [[dci]] and [[mig_and_dcimig]] help.
#
# A network with two latents learns where a bright spot is, in a long rectangle.
# **Press *Let it learn*,** watch its grid, and drag beta while it learns.

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded
from disentangle_edu.zoo import objectives, pretrained

labs.learning(worlds=["long rectangle"])

# %% [markdown]
# An **encoder** turns an image into a few numbers, its code.
# A **decoder** draws the image again from the code alone.
# Both learn together from images, and never see the factors.
#
# Each line of the grid joins positions at the same distance from the left (blue), or at the same
# height (pink).
# MIG and D measure whether the grid lies along the axes of the code.
#
# **Beta** is the price of information: each nat of KL, an upper limit on what the code carries,
# costs beta nats of loss (1 nat is 1.44 bits).
#
# ## Which worlds have axes?

# %%
worlds = labs.predict("09-worlds")
worlds

# %%
labs.learning(after=worlds, world="square")

# %% [markdown] after="worlds"
# * In the long rectangle at beta 10, the grid turned to the axes with 19 of the 20 seeds that we
#   tried.
#   At beta 1 it can stop at any angle.
# * In the disc, the grid can stop at any angle, and MIG is whatever that angle gives.
#   A disc looks nearly the same from every side, so the images do not say which axes you meant.
# * At beta 30, the spot becomes a blur, and the grid shrinks.

# %% [markdown]
# ## Four networks by eye
#
# Our zoo has 430 larger networks of eight latents; 60 of them learned sprites whose factors depend
# on each other.
# They learned *sprites*: a square, an ellipse or a heart in an image of 16 by 16 pixels.
# A sprite has one of five sizes, a rotation below 90 degrees, and one of 144 positions.

# %%
ranked = labs.predict("09-rank")
ranked

# %%
labs.who_agrees(after=ranked)

# %% [markdown]
# You and a judge agree on a pair if you both prefer the same model.
#
# ## What does a latent draw?
#
# Choose a model and **drag a knob,** or drag the point in the plane to move two latents at once.
# The row below the matrix shows how many bits chance alone would give.

# %%
labs.traversal(after=ranked, model=pretrained.of_beta(0))

# %% [markdown]
# Choose *beta-VAE, beta 4*: a latent called *idle* draws nothing that you can see.
# Yet the matrix next to it may show some bits about the *x position*, because it reads the mean
# code.
# During training the network added noise to every latent, and in an idle latent the noise drowns
# out these bits.
#
# The highest MIG of these models is only 0.41, because no latent is far ahead for shape, and no
# latent is much above chance for orientation.
#
# ## What price should information have?
#
# After your guess, drag the handle along the line, and click one of the ten seeds at each beta.

# %%
peak = labs.predict("09-beta")
peak

# %%
labs.beta(after=peak)

# %% [markdown]
# At beta 4 the seed alone moves MIG from 0.10 to 0.39.
# So one model of each objective is not enough to compare two objectives.
#
# ## A thousand features
#
# A is an autoencoder; B has the highest MIG of six seeds of beta-TCVAE at beta 4.
# A redraws its pictures with less error than B.
#
# Researchers of large networks rarely expect that one latent, or one neuron, means one thing.
# A **sparse autoencoder** reconstructs a layer of neurons from a few of many **features**.
# For the first layer of each decoder (256 neurons) we trained one with 1,000 features, and at most
# eight of them fire at once.
# After your guess, move the two handles to see where two of the features fire.

# %%
purer = labs.predict("09-features")
purer

# %%
labs.features(after=purer)

# %% [markdown]
# Most features that ever fire do so almost only on one shape, and only at some positions: this is
# **splitting**.
#
# ## Check yourself
#
# In the lab under *What does a latent draw?*, choose *beta-TCVAE, beta 6*.
# Find a latent that moves the sprite sideways and changes nothing else.
# Write down the latent and two of its values.

# %%
my_move = (1, -1.0, 1.0)
check("09-exercise", my_move)

# %%
actions(hint("09-exercise"), solution("09-exercise"))

# %% [markdown]
# **A loss finds the axes that you mean only if the world gives it a reason to.**
#
# Next: [[which_metric]].
# What can each judge predict about a model?
#
# <details><summary>In the papers: where these models come from.</summary>
#
# sepliarskaia2019 and geyer2024 judge trained models on far larger data sets.
# Neither set of models is still available, so we trained our own.
# *Towards Monosemanticity* (Bricken and others, 2023) names splitting.
# `disentangle-edu zoo --wide` prints the table of models, and `make zoo` trains the models again.
# `make zoo IMAGES=FILE` trains on your own images.
#
# </details>

# %%
actions(
    folded(objectives.beta_vae_loss, objectives.beta_tcvae_loss),
    cite("sepliarskaia2019", "geyer2024"),
)
