# %% [markdown]
# # The matrix by hand
#
# **In this chapter:** five judges look at one matrix, and you decide what is in it.
# **Time:** 30 minutes with all six goals.
# **Read before:** [[dci]], [[sap]] and [[mig_and_dcimig]].

# %%
import numpy as np

from disentangle_edu import InformativenessMatrix, labs
from disentangle_edu import completeness, dcimig, disentanglement, mig, sap
from disentangle_edu.chapters.matrix_by_hand.data import METRICS_BY_HAND, PRESETS, judge_by_hand
from disentangle_edu.chapters.matrix_by_hand.quiz import five_by_hand
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Five of the judges read a matrix: a row for each latent, a column for each factor.
# They fill it with different measurements.
# Here you write the numbers yourself, and all five judges look at the same ones:
#
# | form | in each column | in each row |
# |---|---|---|
# | gap: first minus second | MIG, SAP | DCIMIG (each factor keeps its best bid) |
# | focus: 1 - entropy / log n (n is the number of entries) | completeness | disentanglement |
#
# In these tables every factor has an entropy of one bit, so an entry of 1 means "knows everything".

# %%
five_by_hand([[0.8, 0.1], [0.4, 0.3]])

# %% [markdown]
# No latent bids for factor 2, so DCIMIG gives it nothing.
# Now swap the two numbers of the last row.

# %%
turned = labs.predict("06-turned")
turned

# %%
labs.after(turned, lambda: five_by_hand([[0.8, 0.1], [0.3, 0.4]]))

# %% [markdown]
# ## Two codes to compare

# %%
twice = labs.predict("06-twice")
twice

# %%
order = labs.predict("06-order")
order

# %% [markdown]
# **Drag a cell up or down,** or reach it with Tab and the arrow keys and press + or -.
# You can also type a number and press Enter.
# **Click a score** to see which entries decide it.
# The lab starts from *every factor twice*.
#
# 1. Raise MIG to 0.3 without changing disentanglement.
# 2. Click *DCIMIG*, then lower it without changing MIG.
# 3. Start from *one latent for two factors*.
#    Raise disentanglement to 1 by changing one cell.
#    Which scores fall?

# %%
lab = labs.matrix_by_hand(after=(twice, order), start="every factor twice")
lab

# %% [markdown]
# <details><summary>One way for each of the three</summary>
#
# 1. Lower latents 2, 4 and 6 to 0.7.
#    The gap of each column opens, and each row still has a single entry.
# 2. Continue from there.
#    Give latent 1 a second entry that is not the runner-up of its column, such as 0.6 at factor 2.
#    Its bid falls, so latent 2 now makes the best bid, and DCIMIG falls a little.
#    Do the same to latent 2, and DCIMIG falls further.
# 3. Give up factor 1 or 2: set its cell to 0.
#    Now no latent knows that factor, so MIG, SAP and completeness fall, but DCIMIG rises.
#
# </details>
#
# MIG and SAP have the same formula here, because every factor has one bit.
# On real data MIG divides by the entropy, and the two read different matrices.
#
# Here are codes P and Q again under all five scores.
# The last two rows are code P without its idle latent, and with one more idle latent.
# Watch completeness.

# %% hidden=true
# the two codes
pair = {"P": "one winner per column, torn rows", "Q": "pure rows, two winners per column"}
codes = {f"code {a}": InformativenessMatrix(PRESETS[b], factor_entropy=1) for a, b in pair.items()}
fewer = InformativenessMatrix(PRESETS[pair["P"]][:2], factor_entropy=1)
codes["code P, two latents"] = fewer
padded = np.vstack([PRESETS[pair["P"]], [[0, 0]]])
codes["code P, four latents"] = InformativenessMatrix(padded, factor_entropy=1)
labs.after(order, lambda: labs.side_by_side(codes, [metric.__name__ for metric in METRICS_BY_HAND]))

# %% [markdown] after="order"
# The entropy of P's columns is the same in all three rows of code P.
# What changes is the divisor, the log of the number of latents.
# So do not compare the completeness of codes with different numbers of latents, such as P and Q.

# %% [markdown]
# ## Runners-up, and entries that shrink

# %%
third = labs.predict("06-third")
third

# %%
scaled = labs.predict("06-scaled")
scaled

# %% hidden=true
# another matrix, in three sizes
leaky = np.array([[1, 0.4], [0.2, 0.9]])
sizes = {f"times {s:g}": InformativenessMatrix(s * leaky, factor_entropy=1) for s in (1, 0.5, 0.01)}
names = [metric.__name__ for metric in METRICS_BY_HAND]
labs.after(scaled, lambda: labs.side_by_side(sizes, names))

# %% [markdown] after="scaled"
# The matrix with the rows 1, 0.4 and 0.2, 0.9 appears at three sizes.
# Disentanglement and completeness do not change, because they see only shares.
# To them, a matrix with almost no information is as good as a complete one.
# That is why they are reported together with informativeness.

# %% [markdown]
# ## All seven verdicts
#
# The table of A, B and handwriting is complete.
# Follow A's line from judge to judge: it is high at two judges and low at the other five.
# B's line drops sharply once.
# The earlier chapters explain why.
# Ignore the completeness of the handwriting: that code has ten latents, while A and B have eight.

# %%
labs.verdicts()

# %% [markdown]
# ## Check yourself: six goals
#
# Choose a *goal* and reach it.
# The strokes show where each score has to be.
# The cell below the lab checks only the fifth goal, so run it before you choose another goal.
#
# <details><summary>A hint for each of the other goals</summary>
#
# * **Goal 1:** A row may have a single entry while its column has two winners, or three.
# * **Goal 2:** Each column needs one winner.
#   What if one row has to win every column?
# * **Goal 3:** Disentanglement looks at the shares in a row.
#   A bid depends on the size of the entries.
# * **Goal 4:** Begin with one row for each factor.
#   What can one more row do to *every* column, and what does that row bid?
# * **Goal 6:** Each factor needs one latent.
#   Must that latent ignore all other factors?
#   And must all entries have the same size?
#
# </details>

# %% hidden=true
# the lab of the goals
mine = labs.matrix_by_hand(
    after=(order, third, scaled), goal="5. MIG high, completeness low", shown=4
)
mine

# %%
check("06-exercise", mine.values["values"])

# %%
hint("06-exercise")

# %%
solution("06-exercise")

# %% [markdown]
# Next: [[design_your_metric]].
# What would a better judge look at?
#
# <details><summary>In the papers: formulas, and where these matrices come from.</summary>
#
# sepliarskaia2019 has the formulas in sections 3 and 4.1, and pairs of matrices on which scores
# disagree in section 5.2 and appendix A.2.
# The matrices of A.2 cannot be reconstructed from the paper.
# Two presets are its cases: *Fact 5*, and *focused, even rest*, which is Fact 2 with seven factors.
# We made the other presets.
#
# </details>

# %%
folded(judge_by_hand, mig, sap, dcimig, disentanglement, completeness)

# %%
cite("sepliarskaia2019", "eastwood2018", "chen2018", "kumar2017")
