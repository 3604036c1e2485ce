# %% [markdown]
# # Design your own metric
#
# **After this notebook you can** write a metric in five lines, and see at once which promises it keeps and what breaks it. **Time:** 20 minutes. **Read before:** `01_dci`, `09_table_one`.

# %%
import numpy as np
from disentangle_edu import disentanglement, labs, measures
from disentangle_edu.worlds import examples
from disentangle_edu.core import metric
from disentangle_edu.proof.hunt import hunt, table_one
from disentangle_edu.proof.promises import promises_row
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# DCI gives 0.6 to a nearly perfect code, because entropy punishes an even rest (notebook 01). Can you do better? And what will it cost?
#
# ## What a metric is
#
# A function from a matrix to (parts, weights), and a decorator that says how the matrix is measured, what the parts belong to, and which characteristic the score is meant to reflect.

# %%
source(disentanglement)

# %% [markdown]
# ## Predict
#
# Replace entropy by a *gap*: a latent's largest importance minus its second largest, over its largest. What will the code of Fact 2 (0.8 on the diagonal, 0.02 elsewhere) get?

# %%
my_guess = 0.8  # your prediction: change it

# %% [markdown]
# ## Level 1: fix the 0.6
#
# This cell is yours: change it and run the rest again. (Axis -1 runs over factors, axis -2 over latents.)


# %%
@metric(measure=measures.mutual_information, over="latents", reflects=1)
def mine(matrix):
    """Relative gap: how far is a latent's favourite factor ahead of its second?"""
    ordered = np.sort(matrix.values, axis=-1)
    first, second = ordered[..., -1], ordered[..., -2]
    return np.divide(first - second, first, out=np.zeros_like(first), where=first > 0), first


# %%
print(
    "Fact 2:",
    round(float(mine(examples.focused_matrix())), 4),
    " DCI says",
    round(float(disentanglement(examples.focused_matrix())), 4),
)
print(
    "Fact 5:",
    round(float(mine(examples.dominated_matrix())), 4),
    " DCI says",
    round(float(disentanglement(examples.dominated_matrix())), 4),
)

# %% [markdown]
# ## Move
#
# What changes for DCI when the rest is even or not? The lab of notebook 01, with the numbers to beat.

# %%
lab = labs.dci_even_rest()
lab

# %%
for off in (0.0, 0.02, 0.1):
    print(
        f"off-diagonal {off}: D {lab.at(off_diagonal=off)['disentanglement']}, mine {float(mine(examples.focused_matrix(off_diagonal=off))):.4f}"
    )

# %% [markdown]
# ## Level 2: meet your promises
#
# Ten changes of a representation that should not change a score. How far does each move yours? (0.01 is rounding; more is a broken promise.)

# %%
codes = [examples.leaky_copies(samples=2000), examples.rotated(20), examples.perfect_copy(3, 4, 5)]
for promise, far in promises_row(mine, codes).items():
    print(f"{promise:28} {far:.4f} {'kept' if far <= 0.01 else 'broken'}")

# %% [markdown]
# ## Level 3: meet the price
#
# Your row of Table 1: the lowest score for a code that keeps Characteristic 1, and the highest for one that does not.

# %%
table_one(["mine", "disentanglement"], candidates=10_000).drop(columns=["paper says"]).set_index(
    "metric"
)

# %% [markdown]
# ## Reveal: a hunt against you

# %%
witness = hunt(mine, 2, candidates=20_000)
print(witness)

# %%
reveal("dci-0.6", guess=my_guess)

# %% [markdown]
# ## Why
#
# The gap repairs Fact 2: an even rest is small everywhere, so the runner-up is small. But the weights are still there, so Fact 5 is not repaired; and information about factors *jointly* is still invisible, so a hunt finds a code that violates the
# characteristic with a perfect score. Every metric of pairs pays that price.
#
# ## Try to break it
#
# Level 4: give every latent that says anything the same weight (`first > 0` in place of `first`). Which of Fact 2, Fact 5, and the promise about a noise latent change? A latent of pure noise always tells a few bits by accident, and now it counts fully.


# %%
@metric(measure=measures.mutual_information, over="latents", reflects=1)
def equal_weights(matrix):
    """The same gap, every latent that says anything weighing the same."""
    parts, first = mine.formula(matrix)
    return parts, (first > 0).astype(float)


# %%
print(
    "Fact 5:",
    round(float(equal_weights(examples.dominated_matrix())), 4),
    " (mine:",
    round(float(mine(examples.dominated_matrix())), 4),
    ")",
)
print(
    "one noise latent more moves it by",
    round(promises_row(equal_weights, codes[:1])["a_noise_latent_more"], 4),
    "and mine by",
    round(promises_row(mine, codes[:1])["a_noise_latent_more"], 4),
)

# %% [markdown]
# ## Check yourself
#
# 1. Write a metric that judges columns instead of rows, and set `reflects=2`. What does the hunt find?
# 2. What must `formula` return for a latent that says nothing at all, and why not NaN?
#
# <details><summary>Answers</summary>
#
# 1. The same parity: it is invisible to columns too.
# 2. Any part, with weight 0. A NaN never becomes a score: the package raises an error that names your metric.
#
# </details>
#
# ## Where it stands in the paper
#
# Section 4 designs DCIMIG in the same way: a gap per latent, the best bid per factor, and entropy only as a weight.

# %%
cite("eastwood2018", "sepliarskaia2019")
