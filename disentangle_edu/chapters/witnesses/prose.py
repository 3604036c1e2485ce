# %% [markdown]
# # Who breaks whom?
#
# **In this chapter:** hardly anybody is safe.
# For most judges there is a code that fools them: you write one, and a search finds others.
# **Time:** 25 minutes.
# **Read before:** [[mig_and_dcimig]].

# %%
import numpy as np

from disentangle_edu import METRICS, labs, lessons
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.witnesses.data import REFLECTING
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.claims.sepliarskaia2019 import leaks_everywhere
from disentangle_edu.theory.enumeration import characteristics, exact
from disentangle_edu.theory.counterexamples import (
    find_counterexample,
    table_one,
    table_representation,
)
from disentangle_edu.viz.display_names import display_name
from disentangle_edu.viz.markdown import cite, folded, said
from disentangle_edu.worlds import examples

# %% [markdown]
# Before you ask whether a judge is right, you must know the truth.
# In a small world you can find it without any score.
# List every case, change one factor at a time, and look which latents move.
#
# Three **characteristics** say what a good code does:
#
# 1. No latent moves with two factors.
# 2. No factor moves two latents.
# 3. Every factor has a latent that moves with it alone and determines it.
#
# ## A code by hand
#
# Two coins have four cases: 00, 01, 10 and 11.
# Latent 1 says whether both coins are 1, and latent 2 copies coin 2.
# Turn coin 1 round: latent 1 moves only where coin 2 is 1.
# One move is enough, so latent 1 follows both coins.
# The second table draws a coin afresh, which turns it round half the time.
# So 0.50 is the most possible there: the latent moves whenever the coin does.
# *D from bits* reads bits in place of a forest, which has no exact value.
#
# **Drag a value up or down,** or choose it with Tab and press + or -.
# Watch which latents move, and which scores notice.

# %%
labs.coins()

# %%
kept = labs.predict("08-coarse")
kept

# %%
coarse = [[float(a == 2), b] for a, b in examples.grid(3, 3)]
labs.after(kept, lambda: characteristics(table_representation((3, 3), coarse)))

# %% [markdown] after="kept"
# Characteristics 1 and 2 never ask what a code leaves out.
# Only the third does.

# %% [markdown]
# ## A leak that no pair shows
#
# A paper may claim that a score is high for good codes and low for bad ones.
# A **witness** settles such a claim: a code that anybody can check by hand, and that the score
# gets wrong.
# Here is one that breaks all three characteristics:

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
# What leaks into a latent is the **parity** of two coins: whether they differ.
# If you know the parity and nothing else, you know nothing about either coin.
# So the leak stands in no cell of a matrix of latents against factors.
# Most judges read only that matrix.

# %% [markdown]
# In this lab the leak goes into latent 1 alone.
# **Move it to *coin 2*,** then on to *parity*, and watch both scores.
# The dashed column shows what the two coins tell together.

# %%
lab = labs.leak(after=fooled)
lab

# %% [markdown] after="fooled"
# Four of the table's judges see the leaks.
# `dependent_modularity`, `minimality` and JEMMIG also count what a latent says of no single factor.
# IRS looks how far a latent is moved while its factor stands still.
# SAP and MCC fall for another reason: a straight line must fit more values.

# %% [markdown]
# ## The hunt
#
# One hunt is done.
# Choose another metric or another goal, and press *Hunt*.
# The search changes small look-up tables at random and keeps what fools the metric more.
# The matrix shows how often each latent moves with each factor.
# Tick *nothing may be lost* to forbid codes that cannot tell two cases apart.

# %%
labs.HuntLab(candidates=20_000, after=fooled)

# %% [markdown]
# ## Fair and unfair witnesses
#
# Two kinds of witness keep or break a rule on a technicality, and say little about a judge:
#
# * **Silence:** a latent that says nothing moves with no factor.
#   So a constant code keeps Characteristics 1 and 2, and every score is low for it.
#   Ask for codes that lose nothing.
# * **One odd cell:** copy two factors of sixteen levels, and change one of the 256 cases.
#   Characteristic 1 is broken, and the code has hardly changed.
#   No smooth score can be low for it:

# %%
odd = [[16 if a == b == 0 else a, b] for a, b in examples.grid(16, 16)]
odd = table_representation((16, 16), odd)
of_odd = {name: exact(METRICS[name], odd).value for name in REFLECTING}
low = dict(low=min(of_odd.values()), count=len(of_odd))
lowest = lambda: said("The lowest of the {count} scores is {low:.3f}.", **low)
labs.after(fooled, lowest)

# %% [markdown]
# A fair witness is **graded**: its latents follow two factors, and not by a hair.
# The three leaks are fair, for each latent moves in half of all redraws of any coin.
#
# Here is what one search of 4,000 candidates finds for each metric.
# The first column says which characteristic each metric is about.
# Then come the lowest score of a code that satisfies it, the lowest of one that also loses nothing,
# and the highest of one that violates it.
# What the search does not find may still exist.

# %%
table = table_one(candidates=4_000).set_index("metric")
labs.after(fooled, lambda: table.drop(columns=["paper says", "we find"]))

# %% [markdown] after="fooled"
# Among codes that lose nothing SAP and MCC are low: no straight line reads levels out of order.
# MIG-sup and JEMMIG punish a second latent for one factor, which Characteristics 1 and 3 allow.
# A search can miss: in the last column MIG has less than the three leaks above gave it.

# %% [markdown]
# ## Check yourself
#
# Write two codes of two coins, a row for each of the cases 00, 01, 10 and 11.
# The first keeps Characteristic 2, breaks Characteristic 1 and loses nothing.
# The second breaks Characteristic 1, loses nothing, and still gets D = 1 from bits.
# The lab of coins helps.

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
# What do networks do that nobody wrote by hand?
#
# <details><summary>In the papers: Table 1, the letter, and Facts 1 to 11.</summary>
#
# sepliarskaia2019 defines the characteristics in sections 3.1, 3.2 and 4.
# It asks two things of a metric.
# **Property 1:** is it high for every code that keeps the characteristic it reflects?
# **Property 2:** is it low for every code that does not?
# Its Table 1 says no, no for BetaVAE, FactorVAE, DCI and SAP, and yes, yes for MIG.
# Later facts say yes, yes for DCIMIG.
# The paper also says "relatively invariant" and "nearly all"; we read it literally.
# Its argument that copied latents confuse BetaVAE (Fact 1) fails.
# Facts 9 and 11 are refuted by codes with a parity.
#
# </details>

# %%
labs.after(fooled, lambda: reveal("fact-1-beta", "fact-9", "fact-11"))

# %%
folded(table_one, find_counterexample)

# %%
cite("sepliarskaia2019")
