# %% [markdown]
# # A matrix by hand: five scores, one table
#
# **After this notebook you can** make a matrix on which scores that read the same table disagree. **Time:** 10 minutes. **Read before:** `01_dci` and `05_mig_and_dcimig`.

# %%
from disentangle_edu import (
    InformativenessMatrix,
    completeness,
    dcimig,
    disentanglement,
    labs,
    mig,
    sap,
)
from disentangle_edu.labs.matrices import PRESETS, judge_by_hand
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# MIG, DCIMIG, SAP, disentanglement and completeness read the *same kind of matrix*: a row per latent, a column per factor. They measure it differently, but suppose that we simply
# *type* it: which of them would like it?
#
# ## How each reads it
#
# | | judged per factor (column) | judged per latent (row) |
# |---|---|---|
# | gap: first minus second | MIG, SAP | DCIMIG (then each factor takes the best bid) |
# | focus: 1 - entropy | completeness | disentanglement |
#
# Here every factor is taken to hold one bit, so that an entry of 1 means "knows everything".

# %%
source(judge_by_hand)

# %% [markdown]
# ## Predict
#
# Every factor is captured by two latents, and each latent captures one factor. Which of the five scores will be 1, which 0?

# %%
my_guess = {"mig": None, "dcimig": None, "sap": None, "disentanglement": None, "completeness": None}

# %% [markdown]
# ## Move
#
# Click a cell, or walk to it with Tab and the arrow keys. Drag it up or down, press + or -, or type a number and Enter. *Undo* takes back what you did. *start from* offers ready matrices, two of them from the paper.

# %%
lab = labs.matrix_by_hand()
lab

# %% [markdown]
# ## Reveal

# %%
for name, values in PRESETS.items():
    print(f"{name:32}", lab.at(values=[list(map(float, row)) for row in values]))

# %% [markdown]
# You guessed for the second of them:

# %%
my_guess

# %% [markdown]
# ## Why
#
# * *every factor twice*: rows are pure (disentanglement and DCIMIG are content), columns have two equal winners (MIG and SAP see no gap).
# * *one latent for two factors*: each column has one winner (MIG, SAP and completeness are content), one row is torn (DCIMIG gets no bid from it).
# * MIG and SAP give the same number here, since with one bit per factor they are the same formula. On real data they differ in how the matrix is *measured*.
#
# ## Two codes, two orders
#
# Which of our two matrices is better? Ask DCIMIG, and ask MIG:

# %%
for name in ("compact but entangled (ours)", "pure but redundant (ours)"):
    matrix = InformativenessMatrix(PRESETS[name], factor_total=1)
    print(
        f"{name:30} MIG {float(mig(matrix)):.2f}  DCIMIG {float(dcimig(matrix)):.2f}  D {float(disentanglement(matrix)):.2f}"
    )

# %% [markdown]
# ## Try to break it
#
# Two latents, two factors, perfectly clean. Now scale the entries down until hardly any information is left. Which scores fall, and which cannot see the difference?

# %%
for size in (0.5, 0.01):
    matrix = InformativenessMatrix([[size, 0], [0, size]], factor_total=1)
    print(
        f"entries {size}:",
        {
            metric.__name__: round(float(metric(matrix)), 3)
            for metric in (mig, dcimig, sap, disentanglement, completeness)
        },
    )

# %% [markdown]
# Disentanglement and completeness look at shares only: a matrix that knows almost nothing is as good to them as one that knows all. That is why they come with informativeness.
#
# ## Check yourself
#
# Find a matrix with disentanglement above 0.9 and DCIMIG below 0.1.

# %%
mine = InformativenessMatrix([[0.5, 0.0], [0.0, 0.5]], factor_total=1)
print("D =", round(float(disentanglement(mine)), 3), " DCIMIG =", round(float(dcimig(mine)), 3))
print("solved!" if float(disentanglement(mine)) > 0.9 and float(dcimig(mine)) < 0.1 else "not yet")

# %% [markdown]
# <details><summary>A solution</summary>
#
# `[[0.05, 0], [0, 0.05]]`: pure rows that know almost nothing.
#
# </details>
#
# ## Where it stands in the papers
#
# The formulas stand in sections 3 and 4.1; the pairs of matrices on which scores disagree are the subject of 5.2 and appendix A.2. Presets named after Facts are the paper's, those marked *ours* are not.

# %%
cite("sepliarskaia2019", "eastwood2018", "chen2018", "kumar2017")
