# %% [markdown]
# # DCI: which latents did the forest need?
#
# **In this chapter:** the first judge, and why ten small shares cost more than one large one.
# **Time:** 30 minutes.
# **Read before:** [[start_here]].

# %%
import numpy as np

from disentangle_edu import completeness, disentanglement, labs
from disentangle_edu.chapters.dci.data import importances_of
from disentangle_edu.chapters.common.matrices import focus_by_hand
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.metrics.parts import one_minus_entropy
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Train a random forest to predict a factor from all latents, then ask it which latents it needed.
# The answer is a list of **importances**: for each latent, the share of the forest's total error
# reduction that comes from splits on that latent.
# Do this for every factor and you have a matrix: a row for each latent, a column for each factor.
# Here is the matrix of network B.

# %%
importances_of("B")

# %% [markdown]
# Shape, size and *across* each depend on one latent.
# *Down* depends mostly on latent 4, but also on others.
# The forest barely needed four of the latents.
#
# DCI is three scores, and two of them are computed from such a matrix:
#
# * **D**, disentanglement: is each *row* in one place?
# * **C**, completeness: is each *column* in one place?
# * **I**, informativeness: did the forest predict the factors well?
#   The matrix cannot answer that.
#
# ## By hand: the focus of a row
#
# Divide a row by its sum, and you have shares.
# The **entropy** of the shares says how evenly they are spread.
# Divide this entropy by its maximum, the log of the number of places.
# The result is 0 if everything is in one place, and 1 if all shares are equal.
# 1 minus this number is the **focus** of the row.
#
# Run the cell with `[1, 1, 1]`, `[5, 5]` and `[5, 5, 0]`, and guess each focus before you look.

# %%
focus_by_hand([8, 1, 1])

# %% [markdown]
# D is the mean focus of the rows, and each row is weighted by its sum.
# C is the plain mean focus of the columns.
#
# ## A rest spread over many places
#
# Everything in a row except for its largest share is called its **rest**.

# %%
even = labs.predict("01-even-rest")
even

# %% [markdown]
# The first picture shows one of the eleven rows.
# In the second, the upper bar shows the shares, and the lower bar shows how much each share adds to
# the entropy.
# Drag the round handles on bars 1 and 11.
# The handle on bar 11 moves ten bars together.

# %%
labs.dci_even_rest(after=even)

# %% [markdown]
# ## The same rest in one place

# %%
lumped = labs.predict("01-lumped-rest")
lumped

# %% [markdown]
# Drag bar 2 up, and it collects the rest from all other places.
# Which bands shrink, and which one grows?

# %%
labs.dci_uneven_rest(after=lumped)

# %% [markdown] after="lumped"
# A tiny share adds more entropy than its size suggests, because a share p adds p·log(1/p), and
# log(1/p) grows as p shrinks.
# One share as large as all ten together adds less than half as much.
# So D punishes a scattered rest: a row whose rest is in ten places loses 0.401, but one whose rest
# is in one place loses only 0.209.

# %% [markdown]
# ## A light row

# %%
weight = labs.predict("01-weight")
weight

# %% [markdown]
# Row 2 has two handles: one makes the row heavier, and the other divides it between the factors.
# First make row 2 as heavy as row 1.
# Then reach a D of 0.95 or more even though row 2 is mixed.

# %%
labs.dci_weight(after=weight, share=0.5)

# %% [markdown] after="weight"
# If row 2 is split in half, its focus is 0, and D is simply row 1's share of the total weight.
# However mixed a light row is, it hardly affects D.

# %% [markdown]
# ## Importance without information
#
# Even a predictor that predicts nothing can give importances to the latents.

# %%
noise = labs.predict("01-noise")
noise

# %% [markdown]
# Each blue bar is D for one draw of the noise.
# The turquoise bar next to it is I, which says how well the factors were predicted.
# Drag the point from draw to draw, then choose less noise: which bar warns you?

# %%
labs.dci_on_noise(after=noise)

# %% [markdown] after="noise"
# In these ten draws of pure noise, the lasso keeps between none and seven of the nine entries.
# If it keeps at least one, and no row has more than one, D is 1.
# If the lasso drops everything, D is 0.
# Only an I near 0 warns you (its bar may be too short to see), so read D and C together with I.

# %% [markdown]
# ## The verdict
#
# A forest has predicted every factor from A, from B and from the handwriting of [[start_here]].

# %%
verdict = labs.predict("01-verdict")
verdict

# %% [markdown]
# Apart from each factor's main latent, which entries cost B most?
# Drag the cell for latent 2 and *down* to 0 (or press - on it), and watch D rise.
# Press *Undo*, and try another cell.

# %%
labs.dci_two_ways(
    values=importances_of("B").values.tolist(),
    names=["shape", "size", "across", "down"],
    after=verdict,
)

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
hint("01-exercise")

# %%
solution("01-exercise")

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
labs.after(even, lambda: reveal("dci-0.6"))

# %%
labs.after(weight, lambda: reveal("dci-0.957"))

# %%
folded(disentanglement, completeness, one_minus_entropy)

# %%
cite("eastwood2018", "sepliarskaia2019")
