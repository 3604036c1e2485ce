# %% [markdown]
# # Design your own metric
#
# **After this notebook you can** write a metric in five lines,
# and see at once which promises it keeps and what breaks it.
# **Time:** 20 minutes.
# **Read before:** `01_dci`, `09_table_one`.

# %%
import numpy as np
from disentangle_edu import disentanglement, labs, measures
from disentangle_edu.worlds import examples
from disentangle_edu.core import metric
from disentangle_edu.proof.hunt import hunt, table_one
from disentangle_edu.proof.promises import PROMISES, promises_row
from disentangle_edu.show.reading import cite, said, source

# %% [markdown]
# ## The question
#
# Fact 2 of the 2019 paper is a nearly perfect code:

# %%
fact_2, fact_5 = examples.focused_matrix(), examples.dominated_matrix()
said(
    "Every latent follows one factor (importance {main}) and each of {n} others a little "
    "({rest}). DCI's D is {d:.4f}.",
    **dict(zip(("main", "rest"), fact_2.values[0, :2])),
    n=len(fact_2.values) - 1,
    d=disentanglement(fact_2).value,
)

# %% [markdown]
# Entropy punishes an even rest (notebook 01).
# Fact 5 is the other way round: a second latent follows two factors, and DCI hardly minds.

# %%
print(fact_5)
print(f"DCI's D for Fact 5: {disentanglement(fact_5):.4f}")

# %% [markdown]
# Can you do better?
# And what will it cost?
#
# ## What a metric is
#
# A function from a matrix to (parts, weights),
# and a decorator that says how the matrix is measured, what the parts belong to,
# and which characteristic the score is meant to reflect.

# %%
source(disentanglement)

# %% [markdown]
# ## Predict
#
# Replace entropy by a *gap*:
# a latent's largest importance minus its second largest, divided by its largest.

# %% [markdown]
# **Predict.** What will the gap give to the code of Fact 2?
# (A number from 0 to 1.)

# %%
my_guess = None  # yours: a number from 0 to 1

# %% [markdown]
# ## Level 1: repair Fact 2
#
# This cell is yours: change it and run the rest again.
# (Axis -1 runs over factors, axis -2 over latents.)


# %%
@metric(measure=measures.mutual_information, over="latents", reflects=1)
def mine(matrix):
    """Relative gap: how far is a latent's favourite factor ahead of its second?"""
    ordered = np.sort(matrix.values, axis=-1)
    first, second = ordered[..., -1], ordered[..., -2]
    return np.divide(first - second, first, out=np.zeros_like(first), where=first > 0), first


# %% [markdown]
# ## Reveal

# %%
for name, matrix in (("Fact 2", fact_2), ("Fact 5", fact_5)):
    print(f"{name}: DCI {disentanglement(matrix):.4f}   mine {mine(matrix):.4f}")

# %% [markdown]
# ## Move
#
# What changes for DCI when the rest is even or not?
# The lab of notebook 01, with the numbers to beat.

# %%
lab = labs.dci_even_rest()
lab

# %%
for off in (0.0, 0.02, 0.1):
    gap = mine(examples.focused_matrix(off_diagonal=off))
    print(f"off-diagonal {off}: D {lab.at(off_diagonal=off)['disentanglement']}, mine {gap:.4f}")

# %% [markdown]
# ## Level 2: meet your promises

# %%
said(
    "There are {n} changes of a representation that should not change a score. "
    "How far does each move yours? (0.01 is rounding; more is a broken promise.)",
    n=len(PROMISES),
)

# %%
codes = [examples.leaky_copies(samples=2000), examples.rotated(20), examples.perfect_copy(3, 4, 5)]
for promise, far in promises_row(mine, codes).items():
    print(f"{promise:28} {far:.4f} {'kept' if far <= 0.01 else 'broken'}")

# %% [markdown]
# ## Level 3: meet the price
#
# Your row of Table 1: the lowest score for a code that keeps Characteristic 1,
# and the highest for one that does not.

# %%
table = table_one(["mine", "disentanglement"], candidates=10_000)
table.drop(columns=["paper says"]).set_index("metric")

# %% [markdown]
# And a hunt against you:

# %%
hunt(mine, 2, candidates=20_000)

# %% [markdown]
# ## Why
#
# The gap repairs Fact 2: an even rest is small everywhere, so the runner-up is small.
# It makes Fact 5 worse: an impure latent that entropy marks down is nearly pure for the gap.

# %%
for judge in (disentanglement, mine):
    print(f"{judge.__name__:16} parts of Fact 5: {judge(fact_5).parts.round(3)}")

# %% [markdown]
# Are the weights to blame, then, since latent 2 hardly weighs anything?
# Level 4: give every latent that says anything the same weight.


# %%
@metric(measure=measures.mutual_information, over="latents", reflects=1)
def equal_weights(matrix):
    """The same gap, every latent that says anything weighing the same."""
    parts, first = mine.formula(matrix)
    return parts, (first > 0).astype(float)


# %%
noise = "a_noise_latent_more"
for judge in (mine, equal_weights):
    moved = promises_row(judge, codes[:1])[noise]
    print(f"{judge.__name__:14} Fact 5: {judge(fact_5):.4f}   {noise} moves it by {moved:.4f}")

# %% [markdown]
# Equal weights help only a little with Fact 5: its second latent is itself judged too kindly.
# And they cost a promise:
# a latent of pure noise always tells a little by accident, and now it counts fully.
#
# Information about factors *jointly* is invisible to all of these,
# so the hunt finds a code that violates the characteristic with a perfect score.
# Every metric of single latents and single factors pays that price.
#
# ## Try to break it
#
# Now repair both facts.
# Run the cell: it says what is asked.
# Then change `mine` above until it passes, or write a function of your own.
# If you are stuck: `lessons.hint("11-exercise")`, then `lessons.solution("11-exercise")`.

# %%
from disentangle_edu import lessons

lessons.check("11-exercise", mine)

# %% [markdown]
# ## Check yourself
#
# 1. Write a metric that judges columns instead of rows, and set `reflects=2`.
#    What does the hunt find?
# 2. What must `formula` return for a latent that says nothing at all, and why not NaN?
#
# <details><summary>Answers</summary>
#
# 1. The same parity: it is invisible to columns too.
# 2. Any part, with weight 0.
#    A NaN never becomes a score: the package raises an error that names your metric.
#
# </details>
#
# ## Where it stands in the paper
#
# Section 4 designs DCIMIG in the same way:
# a gap per latent, the best bid per factor, and entropy only as a weight.

# %%
cite("eastwood2018", "sepliarskaia2019")
