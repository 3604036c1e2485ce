# %% [markdown]
# # Who breaks whom?
#
# **In this chapter:** almost no judge is safe.
# For most of them you can write a code by hand that fools them, and a search finds others.
# **Time:** 25 minutes.
# **Read before:** [[mig_and_dcimig]].

# %%
import numpy as np

from disentangle_edu import METRICS, labs, lessons
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.witnesses.data import REFLECTING
from disentangle_edu.claims.views import reveal
from disentangle_edu.claims.sepliarskaia2019 import leaks_everywhere
from disentangle_edu.theory.enumeration import characteristics, exact
from disentangle_edu.theory.counterexamples import (
    find_counterexample,
    table_one,
    table_representation,
)
from disentangle_edu.viz.display_names import display_name
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.worlds import examples

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
# ## A code by hand
#
# Two coins have four cases: 00, 01, 10 and 11.
# Latent 1 says whether both coins are 1, and latent 2 copies coin 2.
# If you flip coin 1, latent 1 moves only if coin 2 is 1.
# A single move is enough, so latent 1 follows both coins.
# The second table redraws a coin at random, which flips it half of the time.
# The highest possible value is therefore 0.50: the latent moves whenever the coin flips.
# *D from bits* uses bits instead of a forest's importances, because a forest has no exact value.
#
# **Drag a value up or down,** or reach it with Tab and press + or -.
# Watch which latents move, and which scores change.

# %%
labs.coins()

# %%
predicted = labs.predict("08-coarse")
predicted

# %%
coarse = [[float(a == 2), b] for a, b in examples.grid(3, 3)]
labs.after(predicted, lambda: characteristics(table_representation((3, 3), coarse)))

# %% [markdown] after="predicted"
# Characteristics 1 and 2 do not ask what a code leaves out.
# Only Characteristic 3 does.

# %% [markdown]
# ## A leak that no pair shows
#
# A paper may claim that a score is high for good codes and low for bad ones.
# A **witness** settles such a claim: it is a code that anyone can check by hand, and for which the
# score is wrong.
# Here is one that violates all three characteristics:

# %%
characteristics(leaks_everywhere())

# %%
fooled = labs.predict("08-fooled")
fooled

# %%
leaky = {name: exact(METRICS[name], leaks_everywhere()).value for name in REFLECTING}
labs.after(
    fooled, lambda: Scores({display_name(name): {"three leaks": leaky[name]} for name in leaky})
)

# %% [markdown] after="fooled"
# Into each latent leaks the **parity** of two coins, that is, whether they differ.
# If you know only the parity, you know nothing about either coin.
# So the leak is invisible in a matrix of latents against factors, and most judges read only such a
# matrix.

# %% [markdown]
# In this lab, only latent 1 has a leak.
# **Move the leak to *coin 2*,** then on to *parity*, and watch both scores.
# The dashed column shows the bits about coins 2 and 3 together.

# %%
lab = labs.leak(after=fooled)
lab

# %% [markdown] after="fooled"
# Four of the judges in the table notice the leaks.
# `dependent_modularity`, `minimality` and JEMMIG also count bits that no single factor explains.
# IRS measures how far a latent moves while its factor stands still.
# SAP and MCC fall for a different reason: the shifts move the points off a straight line.

# %% [markdown]
# ## The hunt
#
# The first hunt has already run.
# Choose another metric or another goal, and press *Hunt*.
# The search changes small look-up tables at random, and mostly keeps changes that fool the metric
# more.
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
#   A score that changes smoothly with the code cannot be low for it:

# %%
odd = [[16 if a == b == 0 else a, b] for a, b in examples.grid(16, 16)]
odd = table_representation((16, 16), odd)
of_odd = {name: exact(METRICS[name], odd).value for name in REFLECTING}
low = dict(low=min(of_odd.values()), count=len(of_odd))
lowest = lambda: said("The lowest of the {count} scores is {low:.3f}.", **low)
labs.after(fooled, lowest)

# %% [markdown]
# A fair witness is **graded**: its latents follow two factors clearly.
# The three leaks are fair, because each latent moves in half of all redraws of any coin.
#
# The first column of this table says which characteristic each metric is about.
# The next columns give the lowest score of a code that satisfies it, the lowest of a code that also
# loses nothing, and the highest of a code that violates it.
# Each score is from a search of 4,000 candidates in each of two small worlds.

# %%
table = table_one(candidates=4_000).set_index("metric")
labs.after(fooled, lambda: table.drop(columns=["paper says", "we find"]))

# %% [markdown] after="fooled"
# Among codes that lose nothing, SAP and MCC can be low, because a straight line cannot read levels
# that are out of order.
# MIG-sup falls if a factor is split between two latents, which Characteristic 1 allows.
# JEMMIG falls if a second latent copies a factor, which Characteristic 3 allows.
# A search can miss a code: in the last column MIG is lower than for the three leaks above.

# %% [markdown]
# ## Check yourself
#
# Write two codes of two coins, a row for each of the cases 00, 01, 10 and 11.
# The first satisfies Characteristic 2, violates Characteristic 1 and loses nothing.
# The second violates Characteristic 1, loses nothing, and still gets D = 1 from bits.

# %%
one = [[0, 0], [0, 1], [1, 0], [1, 1]]
lessons.check("08-exercise-1", one)

# %%
two = [[0, 0], [0, 1], [1, 0], [1, 1]]
lessons.check("08-exercise-2", two)

# %%
lessons.hint("08-exercise-1")

# %%
lessons.hint("08-exercise-2")

# %%
lessons.solution("08-exercise-1")

# %%
lessons.solution("08-exercise-2")

# %% [markdown]
# Next: [[zoo]].
# What codes do networks find that nobody would write by hand?
#
# <details><summary>In the papers: Table 1, the letter, and Facts 1 to 11.</summary>
#
# sepliarskaia2019 defines the characteristics in sections 3.1, 3.2 and 4.
# It asks two things of a metric.
# **Property 1:** is it high for every code that satisfies the characteristic it reflects?
# **Property 2:** is it low for every code that does not?
# Its Table 1 says no, no for BetaVAE, FactorVAE, DCI and SAP, and yes, yes for MIG.
# Later facts say yes, yes for DCIMIG.
# The paper also says "relatively invariant" and "nearly all", but we read it literally.
# Its argument that copied latents confuse BetaVAE (Fact 1) fails.
# Codes with a parity refute Facts 9 and 11.
#
# </details>

# %%
labs.after(fooled, lambda: reveal("fact-1-beta", "fact-9", "fact-11"))

# %%
folded(table_one, find_counterexample)

# %%
cite("sepliarskaia2019")
