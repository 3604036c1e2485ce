# %% [markdown]
# # Characteristics, decided without a metric
#
# **After this notebook you can** decide for any small code
# whether it keeps Characteristics 1, 2 and 3, and compute exact scores of it.
# **Time:** 10 minutes.
# **Read before:** [[start_here]].

# %%
import pandas as pd
from disentangle_edu import METRICS, labs
from disentangle_edu.chapters.shelf.two_coins import moves_by_hand
from disentangle_edu.measures import sensitivity
from disentangle_edu.proof.exact import EXACT, characteristics, exact, satisfies
from disentangle_edu.proof.hunt import table_representation
from disentangle_edu.show.reading import cite, folded, said
from disentangle_edu.worlds import examples

# %% [markdown]
# ## The question
#
# Before we ask whether a *metric* is right, we need to know the truth.
# For a small world we can: list every combination of factor levels, change one factor at a time,
# and look.
#
# * **Characteristic 1:** no latent changes with two factors.
# * **Characteristic 2:** no factor changes two latents.
# * **Characteristic 3:** every factor has a latent that changes with it alone,
#   and that determines it.
#
# ## By hand
#
# Two coins have four cases, written 00, 01, 10 and 11.
# Latent 1 is 1 if both coins are 1; latent 2 copies coin 2.
# Turn one coin at a time, and see which latents move:

# %%
moves_by_hand([[0, 0], [0, 1], [0, 0], [1, 1]])

# %% [markdown]
# One move is enough.
# Latent 1 stands still in half of the cases, and follows both coins all the same.
#
# The computer does nothing else.
# Here is a code of rectangles by four latents: x, x², y and y³.

# %%
code = examples.rectangles("x, x², y, y³ (section 3.3)")
characteristics(code)

# %% [markdown]
# ## How it is decided
#
# An entry of this table is the probability that a latent changes
# when one factor is drawn anew and all others stand still:

# %%
sensitivity(code)

# %% [markdown]
# Everything else follows by counting entries above zero.
# Two in a row break Characteristic 1, two in a column break Characteristic 2.
#
# ## Predict

# %%
kept = labs.predict("08-coarse")
kept

# %%
v = examples.grid(3, 3)
coarse = table_representation((3, 3), [[float(a == 2), b] for a, b in v])
labs.after(kept, lambda: characteristics(coarse))

# %% [markdown]
# <details><summary>Open this once you have guessed.</summary>
#
# Characteristics 1 and 2 are silent about what a code *leaves out*.
# Only the third asks for it.
#
# </details>

# %% [markdown]
# ## Move
#
# The slider decides what leaks into latent 1: nothing, coin 2, or the parity of coins 2 and 3.
# (The parity is 1 if exactly one of the two coins is 1.)
# The last column of the matrix is what latent 1 knows about both coins together.

# %%
lab = labs.leak()
lab

# %%
lab.table(leak=[0.0, 0.5, 1.0, 1.5, 2.0])

# %% [markdown]
# ## Why: scores without samples
#
# On a finite world nothing has to be sampled, so many scores can be computed exactly.
# MIG and DCIMIG are counted anyway.
# SAP takes levels as numbers.
# BetaVAE and FactorVAE are taken in the limit of large batches.
# D and C are read from mutual information, since a forest has no exact form.

# %%
have = [name for name, judge in METRICS.items() if judge.measure in EXACT]
said(
    "{n} of our {all} scores have an exact form here; {rest} have none.",
    n=len(have),
    all=len(METRICS),
    rest=[name for name in METRICS if name not in have],
)

# %%
codes = {
    "copy": examples.perfect_copy(3, 3),
    "coarse": coarse,
    "twice": examples.duplicated_copy(),
    "parity leak": examples.parity_leak(),
}
scores = {code: [exact(METRICS[m], rep).value for m in have] for code, rep in codes.items()}
labs.after(kept, lambda: pd.DataFrame(scores, index=have).round(3))

# %% [markdown]
# ## Try to break it
#
# The parity leak breaks all three characteristics:

# %%
characteristics(codes["parity leak"])

# %% [markdown]
# Look at its column above: which scores notice?

# %%
said(
    "Below 1 for the parity leak: {noticed}.",
    noticed=[m for m, value in zip(have, scores["parity leak"]) if value < 0.999],
)

# %% [markdown]
# ## Check yourself
#
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
from disentangle_edu import lessons

mine = [[0, 0], [0, 1], [1, 0], [1, 1]]
lessons.check("08-exercise", mine)

# %%
characteristics(table_representation((2, 2), mine))

# %%
lessons.hint("08-exercise")

# %%
lessons.solution("08-exercise")

# %% [markdown]
# ## Where it stands in the paper
#
# Characteristics 1 and 2 in sections 3.1 and 3.2, Characteristic 3 in section 4.
# "Corresponds to one" is read here as "at most one".
# The code that ran above:

# %%
folded(satisfies, exact)

# %%
cite("sepliarskaia2019")
