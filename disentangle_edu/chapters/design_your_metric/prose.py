# %% [markdown]
# # Be the judge
#
# **In this chapter:** you write a score in five lines, try it on a matrix that you drag, and find
# out what it misses.
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
# Two matrices show the trouble with D.
# The paper that found these matrices calls them Fact 2 and Fact 5.

# %%
fact_2, fact_5 = examples.focused_matrix(), examples.dominated_matrix()
facts = {"Fact 2": fact_2, "Fact 5": fact_5}
labs.side_by_side(facts, ["disentanglement"])

# %% [markdown]
# In **Fact 2** each of eleven latents gives 0.8 of its importance to one factor, and 0.02 to each
# of the ten others.
# The paper wants a high score here, but entropy punishes the even rest.
#
# In **Fact 5** latent 1 has an importance of 1 for factor 1, and none for factor 2.
# Latent 2 has 0.09 for factor 2 and 0.01 for factor 1.
# The paper wants a low score, because latent 2 has a clear second factor.
# D stays high, because latent 1 is pure and has ten times the weight.
#
# Can you write a score that does better?
# Try a gap, as in MIG, but in the rows: a latent's largest entry minus its second largest, divided
# by its largest.

# %%
gap = labs.predict("07-gap")
gap

# %% [markdown]
# ## Your judge
#
# A score is a function that gives every latent a *part* (its own score) and a **weight**.
# The score is the weighted mean of the parts.
# Here the weight is the largest entry, `first`.
# The decorator names the measure that fills the matrix from a code.
#
# **This cell is yours:** change it, and run the cells below again.
# Axis -1 runs over the factors.


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
# The gap repairs Fact 2, because the runner-up is small, no matter how many other entries are
# equally small.
# It makes Fact 5 worse: 0.991 instead of 0.957.
# Latent 2, which entropy penalises, looks nearly pure to the gap.

# %% [markdown]
# ## Your verdict on A, B and the handwriting

# %%
judges = {"D": disentanglement, "mine": mine}
rows = {name: [judge(pair_code(each)).value for each in CODES] for name, judge in judges.items()}
pd.DataFrame(rows, index=CODES).T.round(3)

# %% [markdown]
# With the original version of `mine`, both put B first.
# D rates A and the handwriting about equally; your judge prefers A.
# D reads a forest's importances here, while your judge reads bits, so compare the order, not the
# values.
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
# On these three codes, the original version breaks two promises.
# A noise latent appears to carry some bits by chance, and its small gap enters the mean.
# A bent latent falls into different bins, so it appears to carry different information.
# A copied latent counts twice, so a copy of an impure latent breaks a third promise.
#
# ## What fools it?
#
# A search looks for a code that violates Characteristic 1, "no latent moves with two factors", and
# that still gets a high score from your judge.
# It stops when it finds a perfect score.

# %%
find_counterexample(mine, 2, candidates=20_000)

# %% [markdown]
# If a latent depends on two factors only jointly, no cell of a matrix of latents against factors
# shows it.
# Every judge that reads only such a matrix can be fooled like this; [[witnesses]] has more.
#
# ## Check yourself
#
# Repair both facts at once: at least 0.95 for Fact 2, at most 0.9 for Fact 5.
# Change `mine` above until the check passes, or write another function.

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
# <details><summary>In the papers: who else designs a judge like this.</summary>
#
# sepliarskaia2019 designs DCIMIG in section 4, from a gap for each latent and the best bid for each
# factor, with entropy only as a weight.
# D is by eastwood2018, and the package writes it like this:
#
# </details>

# %%
source(disentanglement)

# %%
cite("eastwood2018", "sepliarskaia2019")
