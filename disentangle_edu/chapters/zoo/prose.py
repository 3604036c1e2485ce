# %% [markdown]
# # The zoo: watch a network learn
#
# **In this chapter:** you watch a network learn while you change its settings, and see what 430
# others have learned.
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
# Where do codes like A's and B's come from?
# An **encoder** turns an image into a few numbers, its code.
# A **decoder** draws the image again from the code alone.
# Both learn together from images, and never see the factors.
#
# Here is the smallest network we could make: two latents, and a world with two factors.
# The image is a bright spot on a dark field, and the factors are its positions across and down.
#
# ## Which worlds have axes?

# %%
worlds = labs.predict("09-worlds")
worlds

# %% [markdown]
# Press *Let it learn* and watch the grid.
# Each line of the grid joins positions at the same distance from the left (blue), or at the same
# height (pink).
# MIG and D measure whether the grid lies along the axes of the code.
#
# **Beta** is the price of information: each nat of KL, which limits what the code carries, costs
# beta nats of loss (1 nat is 1.44 bits).
# Drag beta while the network learns, and try other worlds and *Another seed*.

# %%
labs.learning(after=worlds)

# %% [markdown] after="worlds"
# Three things are worth noticing:
#
# * In the long rectangle at beta 10, the grid turned to the axes with 19 of the 20 seeds that we
#   tried.
#   At beta 1 it can stop at any angle.
# * In the disc, the grid can stop at any angle, and MIG is whatever that angle gives.
#   A disc looks the same from every side, so no loss can know which axes you meant.
# * At beta 30, the spot becomes a blur, and the grid shrinks.
#   Information has become too expensive.

# %% [markdown]
# ## Four networks by eye
#
# Our zoo has 430 larger networks, with eight latents each.
# They learned *sprites*: a square, an ellipse or a heart in an image of 16 by 16 pixels.
# A sprite has one of five sizes, a rotation below 90 degrees, and one of 144 positions.

# %%
ranked = labs.predict("09-rank")
ranked

# %% [markdown]
# Now the seven judges, and plain reconstruction error, rank the same four models.
# You and a judge agree on a pair if you both prefer the same model.

# %%
labs.after(ranked, lambda: labs.who_agrees(ranked))

# %% [markdown] after="ranked"
# Even model M has a MIG of only 0.41, because no latent is far ahead for shape, and no latent is
# much above chance for turn.

# %% [markdown]
# ## What does a latent draw?
#
# Choose a model and drag a knob, or drag the point in the plane to move two latents at once.
# Then find the latent of beta-TCVAE that moves the sprite across.

# %%
labs.traversal(after=ranked, model=pretrained.of_beta(0))

# %% [markdown]
# Choose *beta-VAE, beta 4*: a latent called *idle* draws nothing that you can see.
# Yet the matrix next to it may show some bits about *across*, because it reads the mean code.
# During training the network added noise to every latent, and in an idle latent the noise drowns
# out these bits.
#
# ## What price should information have?

# %%
peak = labs.predict("09-beta")
peak

# %% [markdown]
# Each dot is a model.
# Drag the handle along the line, and click one of the ten seeds at each beta: the matrix shows what
# that model knows.

# %%
labs.beta(after=peak)

# %% [markdown] after="peak"
# At beta 3 and 4, chance decides: one seed comes near the axes, and another ends up between them.
# At beta 2 and below, every MIG is below 0.23.
# So one model of each objective is not enough to compare two objectives.

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
# A is an autoencoder; B has the highest MIG of six seeds of beta-TCVAE at beta 4.
# A redraws its pictures with less error than B.
# With one model each, this shows what B paid, not what order costs in general.

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
# Researchers of large networks rarely expect that one latent, or one neuron, means one thing.
# A **sparse autoencoder** reconstructs a layer of neurons from a few of many **features**.
# For the first layer of each decoder (256 neurons) we trained one with 1,000 features, and at most
# eight of them fire at once.

# %%
learned_features()

# %%
purer = labs.predict("09-features")
purer

# %%
of_parts = {f"{net}: {of}": scores for net in "AB" for of, scores in parts(net).items()}
labs.after(purer, lambda: Scores(of_parts))

# %% [markdown] after="purer"
# For A, D is higher for the features than for the latents; for B it is lower.
# For shuffled features D is about 0, because the forest gives each of them nearly the same
# importance for all factors.
# MIG and SAP are near 0, because several features share each factor, so no gap is large.
# Linear R², the share that a regression on all features explains, is near 1.
# A and B, unlike the 430, learned a world of four factors.
#
# **Move the two handles,** and see where the two chosen features fire.
# Most features fire almost only on one shape, and only at some positions: this is **splitting**.
# In **absorption**, a general feature does not fire where a more specific one does.
# B has the closest case that we found, but firing alone cannot show that pink takes over there.

# %%
labs.features(after=purer)

# %% [markdown]
# ## Check yourself
#
# In the lab under *What does a latent draw?*, choose *beta-TCVAE, beta 6*.
# Find a latent that moves the sprite across and changes nothing else.
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
# What can each judge predict about a model?
#
# <details><summary>In the papers: where these models come from.</summary>
#
# sepliarskaia2019 and geyer2024 judge trained models on far larger data sets.
# Neither set of models is still available, so we trained our own.
# *Towards Monosemanticity* (Bricken and others, 2023) names splitting, and *A is for Absorption*
# (Chanin and others, 2024) names absorption; we test neither paper.
# `disentangle-edu zoo --wide` prints the table of models, and `make zoo` trains all of them again.
# `make zoo IMAGES=FILE` trains on your own images.
# The losses are short:
#
# </details>

# %%
folded(beta_vae_loss, beta_tcvae_loss, annealed_vae_loss, factor_vae_loss)

# %%
cite("sepliarskaia2019", "geyer2024")
