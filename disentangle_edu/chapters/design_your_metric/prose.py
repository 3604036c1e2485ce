# %% [markdown]
# # Design your own metric
#
# **After this notebook you can** write a metric in five lines,
# and see at once which promises it keeps and what breaks it.
# **Time:** 20 minutes.
# **Read before:** [[dci]], [[table_one]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import disentanglement, labs, measures
from disentangle_edu.making import metric
from disentangle_edu.proof.hunt import hunt, table_one
from disentangle_edu.proof.promises import PROMISES, promises_row
from disentangle_edu.show.reading import cite, said, source
from disentangle_edu.worlds import examples

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
disentanglement(fact_5)

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

# %%
gap = labs.predict("11-gap")
gap

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


# %%
facts = {"Fact 2": fact_2, "Fact 5": fact_5}
labs.after(gap, lambda: labs.side_by_side(facts, ["disentanglement", "mine"]))

# %% [markdown]
# ## Move
#
# What changes for DCI when the rest is even or not?
# The lab of notebook 01, with the numbers to beat.

# %%
labs.dci_even_rest(after=gap)

# %%
rests = {f"rest {off}": examples.focused_matrix(off_diagonal=off) for off in (0.0, 0.02, 0.1)}
labs.after(gap, lambda: labs.side_by_side(rests, ["disentanglement", "mine"]))

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
far = pd.Series(promises_row(mine, codes), name="moved by").to_frame()
far.assign(kept=["yes" if one <= 0.01 else "no" for one in far["moved by"]]).round(4)

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
# <details><summary>Open this once you have guessed.</summary>
#
# The gap repairs Fact 2: an even rest is small everywhere, so the runner-up is small.
# It makes Fact 5 worse: an impure latent that entropy marks down is nearly pure for the gap.
#
# </details>

# %%
judges = (disentanglement, mine)
by_latent = {judge.__name__: judge(fact_5).parts for judge in judges}
labs.after(gap, lambda: pd.DataFrame(by_latent, index=["latent 1", "latent 2"]).T.round(3))

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
both = {judge.__name__: judge for judge in (mine, equal_weights)}
fifth = {name: judge(fact_5).value for name, judge in both.items()}
by_noise = {name: promises_row(judge, codes[:1])[noise] for name, judge in both.items()}
pd.DataFrame({"Fact 5": fifth, "moved by a noise latent": by_noise}).round(4)

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

# %%
from disentangle_edu import lessons

lessons.check("11-exercise", mine)

# %%
lessons.hint("11-exercise")

# %%
lessons.solution("11-exercise")

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
