# %% [markdown]
# # Who guards the guardians?
#
# **In this chapter:** three judges watch over codes that a theorem calls right.
# You find wrong codes that all three praise.
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
# Some theorems say that a network *must* find the factors, if the world and the training are of a
# certain kind.
# What it finds may come in another order and with other signs, and each latent may be bent:
# stretched here, squeezed there, its order kept.
# Factors that can be found up to such changes are called **identifiable**.
# Whether a trained network did find them is commonly checked with one of three scores:
#
# * **MCC**, the mean correlation: each factor is given a latent of its own.
#   How strongly do the two correlate?
# * **Linear R²**: how much of each factor does a regression on all latents read, on samples that it
#   has not seen?
# * **D** of DCI: does the forest use each latent for one factor only?
#
# The scores guard the theorem.
# Who guards the scores?
#
# ## By hand: a latent of its own
#
# Correlations of two latents with two factors, without their signs.
# Latent 1 is the best for both factors, and may serve only one of them.
# MCC tries both ways, and takes the one with the larger sum:

# %%
matching_by_hand([[0.9, 0.8], [0.7, 0.1]])

# %% [markdown]
# ## Right, and marked down

# %%
bent = labs.predict("14-bent")
bent

# %% [markdown]
# Each line shows how much of one factor goes into latent 1 (across) and latent 2 (up).
#
# * **Drag the tip of the solid line:** both lines turn.
#   After 90 degrees the code is right again: only the order and one sign have changed.
# * **Drag the tip of the dashed line:** factor 2 comes closer to factor 1.
# * **Choose a power** to bend both latents.
#
# The sentence below the picture says which judge is wrong.

# %%
lab = labs.guarded(after=bent)
lab

# %% [markdown] after="bent"
# A right code with a low score is a **false alarm**.
# Give the judges *ranks*: the order of the samples survives every bend that keeps the order, and
# all three are back at 1.
# (Some theorems leave a square open as well, and no rank cures that.)
# At high powers D falls for a dull reason.
# Near 0 the latents differ by less than 0.0000001, which the forest's library takes for equal.
#
# **Turn the lines to 45 and 135 degrees**, at power 1 and with *numbers*.
# Then change what was *promised* to a linear map.
# What is wrong under one theorem is right under another: a regression on all latents undoes a turn.

# %% [markdown]
# ## Wrong, and praised
#
# In the world, factors hang together: large things are heavy.

# %%
twice = labs.predict("14-same-twice")
twice

# %% [markdown]
# Here the factors correlate by 0.9.
# **Bring both lines to 45 degrees.**
# Which judge still gives a low score?
# Then find a mixture that all three praise.

# %%
tied = labs.guarded(after=twice, correlation=0.9)
tied

# %% [markdown]
# ## Very many latents
#
# Networks of today have thousands of latents, and few samples have labels.

# %%
noise = labs.predict("14-noise")
noise

# %% [markdown]
# **Drag the mark** to the right, and watch the lines.
# One of them is the R² of the very samples from which the regression has learned.

# %%
labs.many_latents(after=noise)

# %% [markdown] after="noise"
# A hundred samples cannot hold down a regression on a thousand latents: where it has learned it is
# always right, and elsewhere it knows nothing.
# Held-out samples keep R² honest.
# D has no such guard, and here it grows with the latents.

# %%
mixtures = labs.predict("14-mixtures")
mixtures

# %% [markdown]
# The same with mixtures.
# Watch the two ringed dots: they are the latents that MCC keeps for factors 1 and 2.

# %%
labs.many_latents(after=mixtures, code="mixtures")

# %% [markdown] after="mixtures"
# Each of these latents is a mixture of all five factors.
# A few come close to one factor, by luck, and MCC and D look at those few.
# Would a larger forest see through it?

# %%
crowds = {"noise": False, "mixtures": True}
forests = {
    f"{name}, {trees} trees": judged_crowd(1_000, mixed, trees)
    for name, mixed in crowds.items()
    for trees in (10, 30)
}
labs.after(mixtures, lambda: Scores(forests))

# %% [markdown] after="mixtures"
# Through the noise, slowly; through the mixtures, hardly.
# A cheap guard is a **baseline**: score noise, and random mixtures, of as many latents and samples
# as your code has.
# A score that they reach as well does not show that your latents follow one factor each.
# For a wide code `mcc` says by itself what mixtures have.

# %% [markdown]
# ## The verdict on A, B and the handwriting
#
# A and B are the two networks of [[start_here]], and the handwriting is its ten numbers of a digit.

# %%
Scores({name: judged(pair_code(name)) for name in CODES})

# %% [markdown]
# MCC and D prefer B, whose latents look like factors.
# A regression reads A a little better.
# (MCC and R² take the three shapes for the numbers 0, 1 and 2, for want of better ones.)
#
# Papers report more judges than this course has chapters.
# Six of them:

# %%
of = lambda judge: {name: judge(pair_code(name)).value for name in CODES}
Scores({display_name(judge.__name__): of(judge) for judge in SIX_MORE}, digits=2)

# %% [markdown]
# Five prefer B, too.
# InfoE asks how surely a regression reads the values, and prefers A a little.
#
# ## Check yourself
#
# 1. Mix three independent factors into three latents: linear R² is 0.99 or more, MCC 0.62 or less.
# 2. Find a setting of the lab of two latents in which both are mixtures, and all three judges say
#    0.95 or more.

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
# joshi2026 asks the question of the title; we had its abstract only.
# Every case here is ours, and so are the verdicts on its sentences in [[claims]].
# MCC is hyvarinen2016's; khemakhem2020 has the theorem for networks with side information.
# Chapter [[dependent_factors]] has scores that are made for tied factors.
#
# </details>

# %%
folded(mcc, linear_r2, disentanglement)

# %%
cite("joshi2026", "hyvarinen2016", "khemakhem2020", "eastwood2018")
