# %% [markdown]
# # Who breaks whom?
#
# **In this chapter:** almost no judge is safe.
# For most of them you can write a code by hand that fools them, and a search finds others.
# **Time:** 25 minutes.
# **Read before:** [[mig_and_dcimig]].
#
# Here is a code of two coins, with a row for each of the four cases.
# **Drag a value up or down:** which latents move, and which scores change?

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.theory.counterexamples import find_counterexample
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.coins()

# %% [markdown]
# To show that a judge is wrong, you first have to know the truth.
# In a small world you can find it without any score: list every case, change one factor at a time,
# and see which latents move.
#
# Three **characteristics** describe a good code:
#
# 1. No latent moves with two factors.
# 2. No factor moves two latents.
# 3. Every factor has a latent that moves with it alone and determines it.
#
# At first, latent 1 says whether both coins are 1, and latent 2 copies coin 2.
# If you flip coin 1, latent 1 moves only if coin 2 is 1.
# A single move is enough, so latent 1 follows both coins.
# The grid redraws a coin at random, which flips it half of the time.
# The highest possible value is therefore 0.50: the latent moves whenever the coin flips.
# *D from bits* uses bits instead of a forest's importances, because a forest has no exact value.
#
# Characteristics 1 and 2 do not ask what a code leaves out.
# Only Characteristic 3 does.
#
# ## A leak that no pair shows
#
# A paper may claim that a score is high for good codes and low for bad ones.
# A **witness** settles such a claim: it is a code that anyone can check by hand, and for which the
# score is wrong.

# %%
fooled = labs.predict("08-fooled")
fooled

# %% [markdown]
# **Drag the orange point** to 0, where every latent copies its coin, then slowly to 1.

# %%
labs.shift(after=fooled)

# %% [markdown] after="fooled"
# Into each latent leaks the **parity** of two coins, that is, whether they differ.
# If you know only the parity, you know nothing about either coin.
# So the leak is invisible in a matrix of bits or correlations, and most judges read only such a
# matrix.
#
# Four judges notice even a shift of 0.05.
# `dependent_modularity`, `minimality` and JEMMIG also count bits that no single factor explains.
# IRS measures how far a latent moves while its factor stands still.
# SAP and MCC fall for a different reason: the shifts move the points off a straight line.
# At a shift of 1, a latent has the same value in two kinds of cases, so MIG falls.

# %% [markdown]
# Here, only latent 1 has a leak.
# **Move the leak to *coin 2*,** then to *parity*, and watch both scores.
# The dashed column shows the bits about coins 2 and 3 together.

# %%
labs.leak(after=fooled)

# %% [markdown]
# ## The hunt
#
# The first hunt has already run.
# Choose another metric or another goal, and press *Hunt*: a search changes small tables at random.
# Tick *nothing may be lost* to exclude codes that have equal values in two cases.

# %%
labs.HuntLab(candidates=20_000, after=fooled)

# %% [markdown]
# ## Fair and unfair witnesses
#
# Two kinds of witness satisfy or violate a rule on a technicality, and say little about a judge:
#
# * **Silence:** a constant latent moves with no factor.
#   So a constant code satisfies Characteristics 1 and 2.
#   Most scores give it 0, but JEMMIG gives it 0.815, as much as the three leaks.
#   Ask for codes that lose nothing.
# * **One odd cell:** copy two factors of sixteen levels, and change one of the 256 cases.
#   The code now violates all three characteristics, although it has barely changed.
#   The lowest of its 18 scores is still 0.941.
#
# A fair witness is **graded**: its latents follow two factors clearly.
# The three leaks are fair, because each latent moves in half of all redraws of any coin.
#
# ## Check yourself
#
# Write two codes of two coins, with a row for each of the cases 00, 01, 10 and 11.
# The first satisfies Characteristic 2, violates Characteristic 1 and loses nothing.

# %%
one = [[0, 0], [0, 1], [1, 0], [1, 1]]
check("08-exercise-1", one)

# %%
actions(hint("08-exercise-1"), solution("08-exercise-1"))

# %% [markdown]
# The second violates Characteristic 1, loses nothing, and still gets D = 1 from bits.

# %%
two = [[0, 0], [0, 1], [1, 0], [1, 1]]
check("08-exercise-2", two)

# %%
actions(hint("08-exercise-2"), solution("08-exercise-2"))

# %% [markdown]
# **A claim about every code falls with one code that you can check by hand.**

# %%
labs.after(fooled, lambda: reveal("fact-1-beta", "fact-9", "fact-11"))

# %% [markdown]
# Next: [[zoo]].
# What codes do networks find that nobody would write by hand?
#
# <details><summary>In the papers: the characteristics, and Facts 1 to 11.</summary>
#
# sepliarskaia2019 defines the characteristics in sections 3.1, 3.2 and 4.
# It asks whether a metric is high for every code that satisfies the characteristic it reflects, and
# low for every code that does not.
# Its Table 1 says no, no for BetaVAE, FactorVAE, DCI and SAP, and yes, yes for MIG.
# Later facts say yes, yes for DCIMIG.
# The paper also says "relatively invariant" and "nearly all", but we read "every".
# Its argument that copied latents confuse BetaVAE (Fact 1) fails.
# Codes with a parity refute Facts 9 and 11.
#
# </details>

# %%
actions(folded(find_counterexample), cite("sepliarskaia2019"))
