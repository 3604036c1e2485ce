# %% [markdown]
# # Who guards the guardians?
#
# **In this chapter:** three judges check codes that a theorem calls right.
# You find wrong codes to which all three give a high score.
# **Time:** 30 minutes.
# **Read before:** [[sap]] and [[directions]].

# %%
import numpy as np

from disentangle_edu import disentanglement, labs, lessons, linear_r2, mcc
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.guardians.quiz import matching_by_hand
from disentangle_edu.chapters.guardians.data import SIX_MORE, judged, judged_crowd
from disentangle_edu.chapters.common.verdicts import CODES, pair_code
from disentangle_edu.viz.display_names import display_name
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Some theorems say that a network *must* find the factors, under conditions on data and training.
# The factors may be found in another order and with other signs, and each latent may be bent:
# stretched here, compressed there, but always rising or always falling.
# Factors that can be found up to such changes are called **identifiable**.
# One of three scores commonly checks whether a trained network did find them:
#
# * **MCC**, the mean correlation: each factor is given its own latent.
#   How strongly do the two correlate?
# * **Linear R²**: how much of each factor can a regression on all latents predict, on samples it
#   has not seen?
# * **D** of DCI: does the forest use each latent for only one factor?
#
# The scores check the theorem, but what checks the scores?
#
# ## By hand: each factor gets its own latent
#
# The table shows correlations of two latents with two factors, without their signs.
# Latent 1 is the best for both factors, but may be assigned to only one of them.
# MCC tries both ways, and takes the one with the larger sum:

# %%
matching_by_hand([[0.9, 0.8], [0.7, 0.1]])

# %% [markdown]
# ## Right, but scored low

# %%
bent = labs.predict("14-bent")
bent

# %% [markdown]
# Each line shows how much of a factor goes into latent 1 (horizontal) and latent 2 (vertical).
#
# * **Drag the tip of the solid line** to rotate both lines.
#   After 90 degrees the code is right again: only the order and one sign have changed.
# * **Drag the tip of the dashed line** to bring factor 2 closer to factor 1.
# * **Choose a power** to bend both latents.
#
# The sentence below the picture says which judge is wrong.

# %%
lab = labs.guarded(after=bent)
lab

# %% [markdown] after="bent"
# A right code with a low score is a **false alarm**.
# Give the judges *ranks*: a bend that keeps the order keeps the ranks, and all three scores are
# almost 1 again.
# (Some theorems also allow a square, which ranks do not undo.)
# At high powers D falls for a technical reason.
# Near 0 the latents differ by less than 0.0000001, which the forest's library treats as equal.
#
# **Turn the lines to 45 and 135 degrees**, at power 1 and with *numbers*.
# Then change what was *promised* to a linear map.
# The code is now right, because a regression on all latents undoes a rotation.

# %% [markdown]
# ## Wrong, but scored high
#
# In the real world, factors are correlated: large things are heavy.

# %%
twice = labs.predict("14-same-twice")
twice

# %% [markdown]
# Here the factors correlate by 0.9.
# **Bring both lines to 45 degrees.**
# Which judge still gives a low score?
# Then find a mixture to which all three give a high score.

# %%
tied = labs.guarded(after=twice, correlation=0.9)
tied

# %% [markdown]
# ## Very many latents
#
# A network can have thousands of latents, while only a few samples have labels.

# %%
noise = labs.predict("14-noise")
noise

# %% [markdown]
# **Drag the handle** to the right, and watch the lines.
# One of them is R² measured on the samples on which the regression was trained.

# %%
labs.many_latents(after=noise)

# %% [markdown] after="noise"
# A hundred samples cannot constrain a regression on a thousand latents of noise: it is right on its
# training samples, and knows nothing about others.
# R² is measured on held-out samples, so it stays near 0.
# D has no such safeguard; here it rises with the number of latents.

# %%
mixtures = labs.predict("14-mixtures")
mixtures

# %% [markdown]
# Here is the same experiment with mixtures.
# Watch the two ringed dots: they are the latents that MCC keeps for factors 1 and 2.

# %%
labs.many_latents(after=mixtures, code="mixtures")

# %% [markdown] after="mixtures"
# Each of these latents is a mixture of all five factors.
# By luck a few of them come close to one factor, and MCC and D depend mostly on those few.
# Would a larger forest expose the trick?

# %%
crowds = {"noise": False, "mixtures": True}
forests = {
    f"{name}, {trees} trees": judged_crowd(1_000, mixed, trees)
    for name, mixed in crowds.items()
    for trees in (10, 30)
}
labs.after(mixtures, lambda: Scores(forests))

# %% [markdown] after="mixtures"
# For noise it does, slowly; for mixtures D stays close to 1.
# A cheap safeguard is a **baseline**: score noise, and random mixtures, with the same number of
# latents and samples as your code.
# If a baseline scores as high, the score does not show that your latents follow one factor each.
# For a code with many latents, `mcc` itself reports what random mixtures would score.

# %% [markdown]
# ## The verdict on A, B and the handwriting
#
# A, B and the handwriting are the codes of [[start_here]].

# %%
Scores({name: judged(pair_code(name)) for name in CODES})

# %% [markdown]
# MCC and D prefer B, whose latents look like factors.
# A regression reads A a little better.
# (MCC and R² treat the three shapes as the numbers 0, 1 and 2.)
#
# Here are six more judges from papers:

# %%
of = lambda judge: {name: judge(pair_code(name)).value for name in CODES}
Scores({display_name(judge.__name__): of(judge) for judge in SIX_MORE}, digits=2)

# %% [markdown]
# Five of these also prefer B to A.
# InfoE measures how certain a regression is about the values, and slightly prefers A.
#
# ## Check yourself
#
# 1. Mix three independent factors into three latents, so that linear R² is 0.99 or more and MCC is
#    0.62 or less.
# 2. In the lab of two latents, find two mixtures for which all three scores are 0.95 or more.

# %%
mixed = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
lessons.check("14-exercise-1", mixed)

# %%
setting = {"correlation": 0.5}
lessons.check("14-exercise-2", setting)

# %%
lessons.hint("14-exercise-1")

# %%
lessons.solution("14-exercise-1")

# %%
lessons.solution("14-exercise-2")

# %% [markdown]
# Next: [[toy_text]].
# What happens to all this in sentences?
#
# <details><summary>In the papers: what is measured, and what is ours.</summary>
#
# The title of this chapter is from joshi2026, of which we had only the abstract.
# So every case here is ours, and so are the verdicts on its sentences in [[claims]].
# MCC is from hyvarinen2016; khemakhem2020 has the theorem for networks with side information.
# Chapter [[dependent_factors]] has scores that are made for correlated factors.
#
# </details>

# %%
folded(mcc, linear_r2, disentanglement)

# %%
cite("joshi2026", "hyvarinen2016", "khemakhem2020", "eastwood2018")
