# %% [markdown]
# # Be the judge
#
# **In this chapter:** you write a score in five lines, try it on a matrix that you drag, and find
# out what it misses.
# **Time:** 25 minutes.
# **Read before:** [[dci]] and [[mig_and_dcimig]].
#
# In this matrix latent 2 has a clear second factor, but D is still 0.957.
# **Drag an entry of latent 2:** how far does D fall?

# %% hidden=true
import numpy as np

from disentangle_edu import disentanglement, labs, measures
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.metric import metric
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.my_metric()

# %% [markdown]
# The width of a bar is the weight of a latent.
# D stays high, because latent 1 is pure and has ten times the weight.
# In sepliarskaia2019 this matrix is the example of **Fact 5**, which wants a low score.
#
# Choose *Fact 2* from the list.
# In **Fact 2** each of eleven latents gives 0.8 of its importance to one factor, and 0.02 to each
# of the ten others.
# The paper wants a high score here, but entropy punishes the even rest.
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
# **Drag an entry** and compare your judge with D.
#
# 1. Choose *Fact 2*, and then *Fact 5*.
#    Which of the two does your judge repair?
# 2. Choose the bits of A, of B and of the handwriting.
#    Do both judges agree on the order?

# %%
labs.my_metric(judge="mine", after=gap)

# %% [markdown] after="gap"
# The gap repairs Fact 2, because the runner-up is small, no matter how many other entries are
# equally small.
# It makes Fact 5 worse: 0.991 instead of 0.957.
# Latent 2, which entropy penalises, looks nearly pure to the gap.
#
# By bits, the original version of `mine` and D put B first, A second and the handwriting last.

# %% [markdown]
# ## What does it promise?
#
# For a judge that asks only about Characteristic 1, ten changes of a code should change no score.
# **Click each change:** a turquoise dot is a promise that is kept, and a pink dot a broken one.
# (A move of up to 0.01 is rounding.)

# %%
labs.promises(judge="mine")

# %% [markdown]
# On these three codes, the original version breaks two promises.
# A noise latent appears to carry some bits by chance, and its small gap enters the mean.
# A bent latent falls into different bins, so it appears to carry different information.
# A copied latent counts twice, so in other codes a copy of an unusually impure latent breaks a
# third promise.
#
# ## What fools it?
#
# A search looks for a code that violates Characteristic 1, "no latent moves with two factors", and
# that still gets a high score from your judge.
# It stops when it finds a perfect score.

# %%
from disentangle_edu.theory.counterexamples import find_counterexample

find_counterexample(mine, 2, candidates=20_000)

# %% [markdown]
# If a latent depends on two factors only jointly, no cell of a matrix of bits shows it.
# To every judge that reads only such a matrix, the code looks like one without these factors;
# [[witnesses]] has more.
#
# ## Check yourself
#
# Repair both facts at once: at least 0.95 for Fact 2, at most 0.9 for Fact 5.
# Change `mine` above until the check passes, or write another function.

# %%
check("07-exercise", mine)

# %%
actions(hint("07-exercise"), solution("07-exercise"))

# %% [markdown]
# **A judge of a matrix is a choice of parts and weights, and a search often finds codes that fool
# it.**
#
# Next: [[witnesses]].
# How do you prove that a judge is wrong?
#
# <details><summary>In the papers: who else designs a judge like this.</summary>
#
# sepliarskaia2019 designs DCIMIG in section 4, from a gap for each latent and the best bid for each
# factor, with entropy only as a weight.
# D is by eastwood2018; its source is below.
#
# </details>

# %%
actions(folded(disentanglement), cite("eastwood2018", "sepliarskaia2019"))
