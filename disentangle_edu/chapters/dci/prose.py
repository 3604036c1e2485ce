# %% [markdown]
# # DCI: which latents did the forest need?
#
# **In this chapter:** the first judge, and why ten small shares cost more than one large one.
# **Time:** 30 minutes.
# **Read before:** [[start_here]].
#
# Each entry says how much a random forest used a latent of network B to predict a factor.
# **Drag the entry** for latent 5 and *y position* to 0, or press - on it, and watch D and C rise.
# Then press *Undo* under *Tools*: does any other entry cost as much?

# %% hidden=true
import numpy as np

from disentangle_edu import completeness, disentanglement, labs
from disentangle_edu.chapters.dci.data import importances_of
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.metrics.parts import one_minus_entropy
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.dci_two_ways(
    values=importances_of("B").values.tolist(), names=["shape", "size", "x position", "y position"]
)

# %% [markdown]
# ## Three scores, and the trees behind them
#
# DCI is three scores:
#
# * **D**, disentanglement: is each *row* in one entry?
# * **C**, completeness: is each *column* in one entry?
# * **I**, informativeness: did the forest predict the factors well?
#   The matrix cannot answer that.
#
# A forest consists of decision trees.
# The dots are shapes under B, and one tree predicts their *y position* from two latents.
# Each split cuts one tile of the plane at one value of one latent, where the cut removes most
# error.
# The **importance** of a latent is its share of all the error that the splits removed.
#
# **Add splits** with the handle.
# Which latent does the tree cut first, and when does it need the other one?

# %%
labs.one_tree()

# %% [markdown]
# Latent 5 is the latent of the shape.
# Each shape is a band of dots, and the middle band is shifted along latent 4, so the tree must know
# the shape to read the position.
# A forest averages ten such trees, each grown on its own random resample, with all eight latents to
# choose from.
#
# ## The focus of a row
#
# Divide a row by its sum, and you have shares.
# The **entropy** of the shares says how evenly they are spread.
# Divide this entropy by its maximum, the log of the number of entries.
# The result is 0 if everything is in one entry, and 1 if all shares are equal.
# 1 minus this number is the **focus** of the row.
#
# D is the mean focus of the rows, and each row is weighted by its sum.
# C is the plain mean focus of the columns.
# Everything in a row except for its largest share is called its **rest**.
#
# Make your guess; the lab below it then shows one of the eleven rows.
# The handle on bar 11 moves ten bars together.
# **Drag bar 2 up,** and it collects the rest from all other entries: does D rise or fall?

# %%
even = labs.predict("01-even-rest")
even

# %%
labs.dci_even_rest(after=even)

# %% [markdown]
# A tiny share adds more entropy than its size suggests, because a share p adds p·log(1/p), and
# log(1/p) grows as p shrinks.
# One share as large as all ten together adds less than half as much.
#
# ## A light row
#
# Row 2 has two handles: one makes the row heavier, and the other divides it between the factors.
# First make row 2 as heavy as row 1.
# Then reach a D of 0.95 or more even though row 2 is mixed.

# %%
weight = labs.predict("01-weight")
weight

# %%
labs.dci_weight(after=weight, share=0.5)

# %% [markdown]
# ## Importance without information
#
# Even a predictor that predicts nothing can give importances to the latents.
# In the lab, blue bars are D, and turquoise bars are I.
# Drag the point from draw to draw, then choose less noise: which bar warns you?

# %%
noise = labs.predict("01-noise")
noise

# %%
labs.dci_on_noise(after=noise)

# %% [markdown]
# ## Check yourself
#
# Can D be low although most rows have a high focus?
# Drag cells until the plain mean of the rows' focus is 0.7 or more, and D is 0.2 or less.
# No row may be empty, and every factor needs an entry of 0.05 or more.
# Then run the check below the lab again.

# %%
mine = labs.dci_two_ways(values=[[0.6, 0.2, 0.2], [0.1, 0.6, 0.3], [0, 0.3, 0.7], [0.5, 0.5, 0]])
mine

# %%
check("01-exercise", mine.values["values"])

# %%
actions(hint("01-exercise"), solution("01-exercise"))

# %% [markdown]
# **D weights the focus of each row by its importance, and a rest of given size costs most when it
# is spread evenly.**
# An I near 0 warns you of importances that mean nothing, so read D and C together with I.
#
# ## The verdict
#
# A forest has predicted every factor from A, from B and from the handwriting of [[start_here]].
# You have seen D of B in the first picture.

# %%
verdict = labs.predict("01-verdict")
verdict

# %% [markdown]
# Next: [[beta_vae]], a judge that is satisfied with a trace.
#
# <details><summary>In the papers: definitions, and what sepliarskaia2019 prints.</summary>
#
# DCI, with its weighted mean, is by Eastwood and Williams (2018); equation 3 of sepliarskaia2019
# repeats it.
# Its Facts 2 and 5 say that DCI gives a low score to some codes with Characteristic 1, and a high
# score to some without it.
# The cards show the figure that each Fact prints, and what we measured.
# In the second card the light row gives nine tenths of its weight to one factor, and D is 0.957;
# with the even split of your guess it was 0.909.
# You cannot compare D between data with different numbers of factors, or C between codes with
# different numbers of latents, because each divides by the log of that number.
#
# </details>

# %%
labs.after((even, weight), lambda: reveal("dci-0.6", "dci-0.957"))

# %%
actions(
    folded(disentanglement, completeness, one_minus_entropy),
    cite("eastwood2018", "sepliarskaia2019"),
)
