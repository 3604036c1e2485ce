# %% [markdown]
# # Be the judge
#
# **In this chapter:** you write a score in five lines, drag a matrix under it,
# and find out what your judge costs.
# **Time:** 25 minutes.
# **Read before:** [[dci]] and [[mig_and_dcimig]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import disentanglement, labs, lessons, measures
from disentangle_edu.chapters.common.verdicts import CODES, pair_code
from disentangle_edu.metric import metric
from disentangle_edu.theory.counterexamples import find_counterexample
from disentangle_edu.theory.invariances import INVARIANCES, invariances_row
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import said, source
from disentangle_edu.worlds import examples

# %% [markdown]
# You have met seven judges, and none of them is safe.
# Two matrices show what is wrong with D.
# The paper that found them calls them Fact 2 and Fact 5.

# %%
fact_2, fact_5 = examples.focused_matrix(), examples.dominated_matrix()
facts = {"Fact 2": fact_2, "Fact 5": fact_5}
labs.side_by_side(facts, ["disentanglement"])

# %% [markdown]
# In **Fact 2** each of eleven latents has 0.8 of its importance on one factor, and 0.02 on each of
# ten others.
# That is nearly perfect, and entropy punishes the even rest.
#
# In **Fact 5** latent 1 gives 1 to factor 1 alone.
# Latent 2 gives 0.09 to factor 2 and 0.01 to factor 1.
# D hardly minds, for latent 1 is pure and weighs more.
#
# The paper wants Fact 2 high, since its rest is crumbs.
# It wants Fact 5 low, since latent 2 has a clear second factor.
#
# Can you do better?
# Try a gap, as MIG does, but along the rows: a latent's largest entry minus its second largest,
# divided by its largest.

# %%
gap = labs.predict("07-gap")
gap

# %% [markdown]
# ## Your judge
#
# A score is a function that gives every latent a *part*, its own mark, and a **weight**.
# The score is the mean of the parts by weight.
# Here the weight is the largest entry, `first`.
# The decorator says which matrix is computed from a code.
#
# **This cell is yours:** change it, and run the cells below again.
# Axis -1 runs over factors.


# %%
@metric(measure=measures.mutual_information, axis="latents", characteristic=1)
def mine(matrix):
    """Relative gap: how far is a latent's favourite factor ahead of its second?"""
    ordered = np.sort(matrix.values, axis=-1)
    first, second = ordered[..., -1], ordered[..., -2]
    return np.divide(first - second, first, out=np.zeros_like(first), where=first > 0), first


# %% [markdown]
# **Drag a cell** and compare your judge with D.
# Then choose *Fact 5* from the list.

# %%
labs.my_metric(judge="mine", after=gap)

# %%
labs.after(gap, lambda: labs.side_by_side(facts, ["disentanglement", "mine"]))

# %% [markdown] after="gap"
# The gap repairs Fact 2: the runner-up is small, however many others are as small.
# It makes Fact 5 worse: 0.991 in place of 0.957.
# A latent that entropy marks down is nearly pure for the gap.

# %% [markdown]
# ## Your verdict on A, B and the handwriting

# %%
judges = {"D": disentanglement, "mine": mine}
rows = {name: [judge(pair_code(each)).value for each in CODES] for name, judge in judges.items()}
pd.DataFrame(rows, index=CODES).T.round(3)

# %% [markdown]
# With the judge as it stood above, both put B first, by far.
# D finds A and the handwriting alike, and your judge prefers A.
# D reads the importances of a forest here, and your judge counts bits, so compare the order and
# not the sizes.
#
# ## What does it promise?

# %%
said(
    "{n} changes of a code should change no score. How far does each of them move yours? "
    "(0.01 is rounding; more is a broken promise.)",
    n=len(INVARIANCES),
)

# %%
codes = [examples.leaky_copies(samples=2000), examples.rotated(20), examples.perfect_copy(3, 4, 5)]
moves = {name.replace("_", " "): far for name, far in invariances_row(mine, codes).items()}
far = pd.Series(moves, name="moved by").to_frame()
far.assign(kept=["yes" if one <= 0.01 else "no" for one in far["moved by"]]).round(4)

# %% [markdown]
# As it stood above, your judge breaks two promises.
# A latent of noise seems to tell a few bits by chance, and its low gap enters the mean.
# A bent latent is cut into other bins, so it seems to tell other bits.
#
# ## Who fools it?
#
# A search looks for a code that breaks Characteristic 1, "no latent moves with two factors", and
# that your judge likes.
# It stops at a perfect score.

# %%
find_counterexample(mine, 2, candidates=20_000)

# %% [markdown]
# If a latent depends on two factors only jointly, no cell of a matrix of pairs shows it.
# Every judge of a matrix pays that price; [[witnesses]] has more of them.
#
# ## Check yourself
#
# Repair both facts at once: at least 0.95 for Fact 2, at most 0.9 for Fact 5.
# Change `mine` above until the check passes, or write a function of your own.

# %%
lessons.check("07-exercise", mine)

# %%
lessons.hint("07-exercise")

# %%
lessons.solution("07-exercise")

# %% [markdown]
# Next: [[witnesses]].
# How do you prove that a judge is wrong?
#
# <details><summary>In the papers: who designs a judge in this way.</summary>
#
# sepliarskaia2019 designs DCIMIG in its section 4: a gap for each latent, the best bid for each
# factor, and entropy only as a weight.
# D is by eastwood2018.
# This is how the package writes D:
#
# </details>

# %%
source(disentanglement)

# %%
cite("eastwood2018", "sepliarskaia2019")
