# %% [markdown]
# # The matrix in your hands
#
# **In this chapter:** five judges look at one matrix, and you decide what is in it.
# **Time:** 30 minutes with all six goals.
# **Read before:** [[dci]], [[sap]] and [[mig_and_dcimig]].

# %%
import numpy as np

from disentangle_edu import InformativenessMatrix, labs
from disentangle_edu import completeness, dcimig, disentanglement, mig, sap
from disentangle_edu.chapters.matrix_by_hand.quiz import five_by_hand
from disentangle_edu.chapters.matrix_by_hand.labs import METRICS_BY_HAND, PRESETS, judge_by_hand
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Five of the judges read a matrix: a row for each latent, a column for each factor.
# They measure it in different ways.
# Suppose you write the numbers yourself.
# Which judges would score them high?
#
# | form | down each column | along each row |
# |---|---|---|
# | gap: first minus second | MIG, SAP | DCIMIG (each factor keeps its best bid) |
# | focus: 1 - entropy / log n, of n entries | completeness | disentanglement |
#
# Here every factor holds one bit, so an entry of 1 means "knows everything".

# %%
five_by_hand([[0.8, 0.1], [0.4, 0.3]])

# %% [markdown]
# Nobody bids for factor 2, so DCIMIG gives it nothing.
# Now the two numbers of the last row swap.

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
# **Drag a cell up or down,** or walk to it with Tab and the arrow keys, and press + or -;
# or type a number and press Enter.
# **Click a score** to see which entries decide it.
# The lab starts from *every factor twice*.
#
# 1. Raise MIG to 0.3 without changing disentanglement.
# 2. Click *DCIMIG*, and make it fall while MIG stays.
# 3. Start from *one latent for two factors*.
#    Bring disentanglement to 1 with one cell.
#    Who pays?

# %%
lab = labs.matrix_by_hand(after=(twice, order), start="every factor twice")
lab

# %% [markdown]
# <details><summary>One way for each of the three</summary>
#
# 1. Lower latents 2, 4 and 6 to 0.7.
#    The gap of each column opens, and each row stays in one place.
# 2. Go on from there.
#    Give latent 1 a second entry that is no runner-up of its column, such as 0.6 at factor 2.
#    Its bid falls, and latent 2 has the best one now: DCIMIG falls a little.
#    Do the same to latent 2, and it falls further.
# 3. Give up factor 1 or 2: set its cell to 0.
#    Nobody knows that factor now: DCIMIG rises, and MIG, SAP and completeness pay.
#
# </details>
#
# MIG and SAP are one formula here, since every factor holds one bit.
# On real data MIG divides by the entropy, and the two measure different matrices.
#
# Codes P and Q again, under all five scores.
# The last two rows are code P with its idle latent
# removed, and with one more.
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
# The entropy of P's columns is the same in all three rows.
# Only the log of the number of latents changes, by which it is divided.
# So never compare completeness between codes with different numbers of latents, as you have just
# done with P and Q.

# %% [markdown]
# ## What happens when all entries shrink

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
# Rows 1, 0.4 and 0.2, 0.9 in three sizes: disentanglement and completeness look at shares only.
# A matrix that knows almost nothing is as good to them as one that knows everything.
# That is why they come with informativeness.

# %% [markdown]
# ## All seven verdicts
#
# The table of A, B and handwriting is complete.
# Follow A's line from judge to judge: it leaps up at two judges and stays low at five.
# B's line falls deep once.
# The chapters before have the reasons.
# Leave completeness of handwriting aside: it has ten latents, A and B have eight.

# %%
labs.verdicts()

# %% [markdown]
# ## Check yourself: six goals
#
# Choose a *goal* and reach it.
# The strokes say where each score has to go.
# Only the fifth goal is graded: reach it, and run the cell below before you turn to another.
#
# <details><summary>A hint for each of the others</summary>
#
# * **Goal 1:** A row may lie in one place while its column has two winners, or three.
# * **Goal 2:** Each column needs one winner.
#   What if one row has to win them all?
# * **Goal 3:** Disentanglement asks for shares of a row.
#   A bid asks for its size.
# * **Goal 4:** Begin with one row for each factor.
#   What can one more row do to *every* column, and what does it bid?
# * **Goal 6:** Each factor needs one latent.
#   Need that latent have no other factor?
#   And need all entries be of one size?
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
# disagree in 5.2 and appendix A.2.
# The matrices of A.2 cannot be recovered from the print.
# Two presets are its cases: *Fact 5*, and *focused, even rest*, its Fact 2 with seven factors.
# The others are ours.
#
# </details>

# %%
folded(judge_by_hand, mig, sap, dcimig, disentanglement, completeness)

# %%
cite("sepliarskaia2019", "eastwood2018", "chen2018", "kumar2017")
