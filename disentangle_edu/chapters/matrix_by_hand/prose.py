# %% [markdown]
# # The matrix by hand
#
# **In this chapter:** five judges look at one matrix, and you decide what is in it.
# **Time:** 30 minutes with all six goals.
# **Read before:** [[dci]], [[sap]] and [[mig_and_dcimig]].
#
# Which matrix gets a high score from one judge, and a low score from another?
# **Drag an entry up or down,** watch the five scores, and reach goal 1.

# %% hidden=true
import numpy as np

from disentangle_edu import completeness, dcimig, disentanglement, labs, mig, sap
from disentangle_edu.chapters.matrix_by_hand.data import judge_by_hand
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.matrix_by_hand(goal=1)

# %% [markdown]
# Five of the judges read a matrix: a row for each latent, a column for each factor.
# They fill it with different measurements.
# Here you write the numbers yourself, and all five judges look at the same ones.
# Every factor has an entropy of one bit, so an entry of 1 means "knows everything".
#
# **Click a score:** its formula appears, and frames show the entries that decide the score.
#
# * MIG and SAP read the *gap* of each column, the largest entry minus the second largest.
#   They have the same formula here, because every factor has one bit.
#   On real data MIG divides by the entropy, and the two read different matrices.
# * DCIMIG reads the gap of each row, and each factor keeps its best bid.
# * Disentanglement reads the *focus* of each row, and completeness the focus of each column.
#   Focus is 1 - entropy / log n, where n is the number of entries.
#
# ## Which bars will move?
#
# The framed entries are about to change.
# Set a switch for each score, and then tick *change the matrix*.
# The list has five changes.

# %%
labs.which_bars()

# %% [markdown]
# ## Runners-up

# %%
third = labs.predict("06-third")
third

# %% [markdown]
# ## More latents, smaller entries
#
# The lab starts with a code that has a winner in each column, and an idle latent.
#
# 1. Drag *latents* to 2, and then up to 8.
#    Which score moves?
# 2. Drag *times* down to 0.01.
#    Which two scores stay?

# %%
labs.matrix_by_hand(after=third, start="one winner per column, torn rows", shown=4)

# %% [markdown]
# An idle latent leaves the entropy of a column as it is.
# What changes is the divisor, the log of the number of latents, so completeness rises unless it is
# 1 already.
# So do not compare the completeness of codes with different numbers of latents.
#
# If every entry is multiplied by one number, disentanglement and completeness stay, because they
# see only shares.
# To them, a matrix with almost no information is as good as a complete one.
# That is why they are reported together with informativeness.
#
# ## All seven verdicts
#
# Follow A's line from judge to judge: it is high at two judges and low at the other five.
# B's line drops sharply once.
# The earlier chapters explain why.
# Ignore D and C of the handwriting: it has six factors and ten latents, not four and eight.

# %%
labs.verdicts()

# %% [markdown]
# ## Check yourself: six goals
#
# Reach goal 5, and run the cell below the lab.
# Then collect all six medals.
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
#
# </details>

# %% hidden=true
# the lab of the goals
mine = labs.matrix_by_hand(after=third, goal=5, shown=4)
mine

# %%
check("06-exercise", mine.values["values"])

# %%
actions(hint("06-exercise"), solution("06-exercise"))

# %% [markdown]
# **Gaps read two entries, focus reads shares, and each judge reads either rows or columns.**
#
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
actions(
    folded(judge_by_hand, mig, sap, dcimig, disentanglement, completeness),
    cite("sepliarskaia2019", "eastwood2018", "chen2018", "kumar2017"),
)
