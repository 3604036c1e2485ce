# %% [markdown]
# # Who guards the guardians?
#
# **In this chapter:** three judges check codes that a theorem calls right.
# You find wrong codes to which all three give a high score.
# **Time:** 30 minutes.
# **Read before:** [[sap]] and [[directions]].
#
# MCC, the mean correlation, gives each factor its own latent.
# **Drag latent 1 or latent 2:** when do the frames jump?

# %% hidden=true
import numpy as np
from disentangle_edu import disentanglement, labs, linear_r2, mcc
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.guardians.data import judged_codes
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.matching()

# %% [markdown]
# At the start latent 1 is the best for both factors, but may be assigned to only one of them.
# MCC tries both ways, and takes the one with the larger sum.
#
# ## Right, but scored low
#
# Some theorems say that a network *must* find the factors, under conditions on data and training.
# The factors may be found in another order and with other signs, and each latent may be bent:
# stretched here, compressed there, but always rising or always falling.
# Factors that can be found up to such changes are called **identifiable**.
# Three scores commonly check whether a trained network did find them:
#
# * **MCC:** how strongly does each factor correlate with its own latent?
# * **Linear R²:** how much of each factor can a regression on all latents predict, on samples it
#   has not seen?
# * **D** of DCI: does the forest use each latent for only one factor?
#
# Make your guess, then bend two latents: choose a power.
# The lines show how much of a factor goes into latent 1 (horizontal) and latent 2 (vertical).
# **Drag a tip** to rotate both lines, or to bring factor 2 closer to factor 1.

# %%
bent = labs.predict("15-bent")
bent

# %%
labs.guarded(after=bent)

# %% [markdown] after="bent"
# A low score for a right code is a **false alarm**.
# Give the judges *ranks*: a bend that keeps the order keeps the ranks, and all three scores are
# almost 1 again.
#
# After 90 degrees the code is right again: only the order and one sign have changed.
# **Turn the lines to 45 and 135 degrees**, at power 1 and with *numbers*.
# Then change what was *promised* to a linear map.
# The code is now right, because a regression on all latents undoes a rotation.

# %% [markdown]
# ## Wrong, but scored high
#
# In the real world, factors are often correlated: large things tend to be heavy.
# Here the factors have a correlation of 0.9.
# After your guess, bring both lines to 45 degrees.
# Which judge still gives a low score?
# Then find one to which all three give a high score.

# %%
twice = labs.predict("15-same-twice")
twice

# %%
labs.guarded(after=twice, correlation=0.9)

# %% [markdown]
# ## Very many latents
#
# A network can have thousands of latents, while only a few samples have labels.
# **Drag the handle** to the right, and watch the lines.
# One of them is R² measured on the samples on which the regression was trained.
# Then choose *mixtures*, and watch the ringed dots.
# MCC keeps them for factors 1 and 2.

# %%
noise = labs.predict("15-noise")
noise

# %%
labs.many_latents(after=noise)

# %% [markdown] after="noise"
# A hundred samples cannot constrain a regression on a thousand latents of noise: it is right on its
# training samples, and knows nothing about others.
# R² is measured on held-out samples, so it stays near 0.
# D has no such safeguard; here it rises with the number of latents.
# With thirty trees instead of ten it is 0.74 in this draw.
#
# With 1,000 random mixtures all three scores are high.
# By luck a few of them come close to one factor, and MCC and D depend mostly on those few.
#
# A cheap safeguard is a **baseline**: score noise, and random mixtures, with the same number of
# latents and samples as your code.
# For a code with many latents, `mcc` itself reports what random mixtures would score.

# %% [markdown]
# ## Check yourself
#
# 1. Mix three independent factors into three latents, so that linear R² is 0.99 or more and MCC is
#    0.62 or less.
# 2. In the lab of two latents, mix both latents so that all three scores are 0.95 or more.

# %%
mixed = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
check("15-exercise-1", mixed)

# %%
actions(hint("15-exercise-1"), solution("15-exercise-1"))

# %%
setting = {"correlation": 0.5}
check("15-exercise-2", setting)

# %%
actions(hint("15-exercise-2"), solution("15-exercise-2"))

# %% [markdown]
# **If a baseline scores as high as your code, the score does not show that your latents follow one
# factor each.**
#
# ## The verdict on A, B and the handwriting
#
# A, B and the handwriting are the codes of [[start_here]].

# %%
Scores(judged_codes())

# %% [markdown]
# MCC and D prefer B, whose latents look like factors.
# A regression reads A a little better.
# (MCC and R² treat the shapes as the numbers 0, 1 and 2.)
#
# Next: [[toy_text]].
#
# <details><summary>In the papers: what is measured, and what is ours.</summary>
#
# The title is from joshi2026; the cases are ours.
# [[claims]] measures figures of its experiments.
# Theirs agree with ours on mixtures: R² is 1.00, MCC is 0.69 and D is 0.28.
# Their MCC is a mean over matched pairs, so a code of one of ten factors has 1.00; ours is a mean
# over factors, and 0.10.
# Their MCC of noise is the same for 5 latents as for 200; ours is larger for 200.
# MCC is from hyvarinen2016; khemakhem2020 has the theorem for networks with side information.
#
# </details>

# %%
actions(
    folded(mcc, linear_r2, disentanglement),
    cite("joshi2026", "hyvarinen2016", "khemakhem2020", "eastwood2018"),
)
