# %% [markdown]
# # DCI: which latents did the forest need?
#
# **In this chapter:** the first judge, and why ten crumbs cost more than one lump.
# **Time:** 30 minutes.
# **Read before:** [[start_here]].

# %%
import numpy as np

from disentangle_edu import completeness, disentanglement, labs
from disentangle_edu.chapters.dci.quiz import importances_of
from disentangle_edu.chapters.common.matrices import focus_by_hand
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.metrics.parts import one_minus_entropy
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Train a random forest to read a factor from all latents.
# Then ask the forest which latents it needed.
# Its answer is a list of **importances**: of all the error that the forest has removed, the share
# that splits on each latent have.
# Do so for every factor, and you have a matrix: a row for each latent, a column for each factor.
#
# This is the matrix of network B.

# %%
importances_of("B")

# %% [markdown]
# Shape, size and across each hang on one latent.
# *Down* hangs on latent 4 by more than half, and on others, too.
# The forest needed four of the latents hardly at all.
# DCI is three scores, two of them made from such a matrix:
#
# * **D**, disentanglement: does each *row* lie in one place?
# * **C**, completeness: does each *column* lie in one place?
# * **I**, informativeness: did the forest read the factors well?
#   The matrix does not say.
#
# ## By hand: the focus of a row
#
# Divide a row by its sum, and you have shares.
# Their **entropy** says how evenly they are spread.
# Divide it by the log of the number of places.
# Now it is 0 if everything is in one place, and 1 if all shares are equal.
# What is missing from 1 is the **focus** of the row.
#
# Run the cell with `[1, 1, 1]`, `[5, 5]` and `[5, 5, 0]`.
# Guess each focus before you look.

# %%
focus_by_hand([8, 1, 1])

# %% [markdown]
# D is the mean focus of the rows.
# Each row is weighted by its sum.
# C is the mean focus of the columns.
#
# ## A rest in many places
#
# Call everything but a row's largest share its **rest**.

# %%
even = labs.predict("01-even-rest")
even

# %% [markdown]
# Here is one of the eleven rows.
# The ten others look the same, each with a factor of its own.
# The first picture is the row.
# In the second, the upper bar has the shares, and the lower bar what each adds to the entropy.
# Drag the round marks on bars 1 and 11.
# The second one moves ten bars together.

# %%
labs.dci_even_rest(after=even)

# %% [markdown]
# ## The same rest in one place

# %%
lumped = labs.predict("01-lumped-rest")
lumped

# %% [markdown]
# Drag the mark on bar 2 up.
# It collects the rest from all other places.
# Which bands shrink, and which one grows?

# %%
labs.dci_uneven_rest(after=lumped)

# %% [markdown] after="lumped"
# A tiny share adds more entropy than its size suggests:
# a share p adds p·log(1/p), and log(1/p) grows as p shrinks.
# One lump as large as all ten together adds far less.
# So D punishes crumbs: with its rest in ten places a row loses 0.401, with it in one 0.209.

# %% [markdown]
# ## A light row

# %%
weight = labs.predict("01-weight")
weight

# %% [markdown]
# Row 2 has two marks: one makes it heavier, the other shares it between the factors.
# First make row 2 as heavy as row 1.
# Then find a D of 0.95 or more although row 2 is mixed.

# %%
labs.dci_weight(after=weight, share=0.5)

# %% [markdown] after="weight"
# With row 2 shared by halves, its focus is 0.
# All that is left of D is the share of weight that row 1 has.
# A light row is hardly heard, however mixed it is.

# %% [markdown]
# ## Importance for nothing
#
# Even a predictor that predicts nothing hands out importances.

# %%
noise = labs.predict("01-noise")
noise

# %% [markdown]
# Each blue bar is the D of one draw.
# The green bar beside it is I, how well the factors were read.
# Drag the point from draw to draw.
# Then choose less noise, and see which bar warns you.

# %%
labs.dci_on_noise(after=noise)

# %% [markdown] after="noise"
# The lasso keeps few entries of pure noise.
# If no row keeps more than one, and some row keeps one, D is 1.
# If the lasso drops everything, D is 0.
# Only I near 0 warns you (its green bar may be too short to see), so read D and C beside I.

# %% [markdown]
# ## The verdict
#
# A forest has read every factor from A, from B and from the handwriting of [[start_here]].
# You know what D makes of the importances.

# %%
verdict = labs.predict("01-verdict")
verdict

# %% [markdown]
# Which entries beside the owners cost B most?
# Drag the cell of latent 2, *down*, to 0 (or press - on it), and see: D rises.
# *Undo* it, and try another.
# C stands below the columns.

# %%
labs.dci_two_ways(
    values=importances_of("B").values.tolist(),
    names=["shape", "size", "across", "down"],
    after=verdict,
)

# %% [markdown]
# ## Check yourself
#
# Can most rows be in focus while D is low?
# Change the matrix until the plain mean of the rows' focus is 0.7 or more, and D is 0.2 or less.
# No row may be empty, and every factor needs an entry of 0.05 or more.
# Drag cells, then run the check below the lab again.

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
# Next: [[beta_vae]], a judge to whom a trace is enough.
#
# <details><summary>In the papers: definitions, and what sepliarskaia2019 prints.</summary>
#
# DCI is by Eastwood and Williams (2018), with the weighted mean; equation 3 of sepliarskaia2019
# repeats it.
# That paper's Characteristic 1: each latent follows one factor at most.
# Its Fact 2: DCI gives some codes with Characteristic 1 a low score.
# Fact 5: DCI gives some codes without it a high one.
# The cards say what each prints and what comes out here.
# In the second card the light row gives nine tenths of its weight to one factor: 0.957, where the
# halves of your guess gave 0.909.
# D cannot be compared between data with different numbers of factors,
# nor C between codes with different numbers of latents: each divides by the log of a number.
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
