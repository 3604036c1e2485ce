# %% [markdown]
# # MIG and DCIMIG: does one latent know it best?
#
# **In this chapter:** two judges who count bits, one down the columns, one along the rows.
# **Time:** 35 minutes.
# **Read before:** [[start_here]].

# %%
import numpy as np

from disentangle_edu import Representation, dcimig, examples, labs, mig
from disentangle_edu.chapters.mig_and_dcimig.quiz import (
    bits_by_hand,
    bits_of,
    gaps_by_hand,
    gaps_of_code,
)
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import mutual_information, sensitivity
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Here is what each of B's latents tells about each factor, in **bits**, after a cut into 21 bins.
# One bit answers one yes-or-no question ([[start_here]] has the picture).

# %%
bits_of("B")

# %% [markdown]
# Pick a column, say *across*.
# One latent knows far more than any other.
# Nobody would hesitate to call it the owner.
# Two judges make a score of that:
#
# * **MIG** looks down each *column*.
#   How far is the owner ahead of the runner-up?
#   It divides this gap by the factor's entropy H, and takes the mean.
# * **DCIMIG** looks along each *row*.
#   A latent bids for its favourite factor.
#   The bid is its lead over the second favourite.
#   Each factor keeps its best bid.
#   DCIMIG adds these up and divides by all the bits there are.
#
# ## By hand: one cell
#
# The entropy H counts questions.
# What happens in half of all samples costs one question, in a quarter two, in a sixteenth four.
# H(latent) + H(factor) counts the shared part twice, H(both) counts it once.
# The difference is the shared part, I.
# Sixteen samples, a latent that is low or high, a factor that is 0 or 1:

# %%
bits_by_hand([[6, 2], [0, 8]])

# %% [markdown]
# ## By hand: two gaps
#
# Each factor holds one bit here, so dividing by H changes nothing.
# Change one entry so that MIG falls and DCIMIG does not.

# %%
gaps_by_hand([[0.9, 0.2], [0.5, 0.1]])

# %% [markdown]
# <details><summary>One way</summary>
#
# Raise 0.5 to 0.6.
# The runner-up of column 1 comes closer.
# Row 2 bids for factor 1, too, and row 1 still bids more.
#
# </details>
#
# ## Who minds?

# %%
falls = labs.predict("05-who-falls")
falls

# %% [markdown]
# Four latents are made of three factors.
# The *weights* say how; drag them.
# Latent 4 is noise at first.
# **Click a cell** of the bits to look behind it.
#
# 1. A copy: drag the weight of *latent 4, factor 1* up.
#    Which gaps change?
# 2. Reset, then a leak: give *latent 1* half of factor 2.
# 3. Now raise *latent 1, factor 2* to 1, and take factor 2 from *latent 2*, down to 0.
#    Latent 1 serves two factors alone.
#    Who minds more?
# 4. Reset, copy factor 1 into latent 4, and make latent 4 ever muddier: give it factor 2, then
#    factor 3.
#    Which score rises?

# %%
lab = labs.mig_and_dcimig(after=falls)
lab

# %% [markdown] after="falls"
# * A second copy closes a gap in a column, and MIG loses that factor.
#   DCIMIG forgives it: only the best bid counts.
# * A leak costs both.
# * One latent that serves two factors alone leads both columns, though it knows less of each.
#   Its row is torn, and DCIMIG minds more.
#   MIG minds only that each factor is known less well.
# * A muddier copy knows less about factor 1, so the gap opens again and MIG *rises*.
#   DCIMIG ignores a latent whose bid does not win.
#
# The merger that you were asked about keeps its two factors apart, and DCIMIG falls alone:

# %%
v = examples.grid(4, 4, 4)
latents = np.column_stack([v[:, 0] * 4 + v[:, 1], v[:, 2]])
merged = Representation(v, latents, latent_types="levels")
two = {"a latent for each factor": Representation(v, v), "one for factors 1 and 2": merged}
labs.after(falls, lambda: labs.side_by_side(two, ["mig", "dcimig"]))

# %% [markdown]
# ## Bits out of nothing
#
# Continuous latents must be cut into bins before anything can be counted.

# %%
many_bins = labs.predict("05-bins")
many_bins

# %% [markdown]
# **Drag the mark** to 85 and back, and look at the counts beside the curve.
# Then give it more samples, or fewer.

# %%
labs.invented_bits(after=many_bins)

# %% [markdown] after="many_bins"
# Many bins on few samples find information in noise: each cell holds so few samples that chance
# alone makes them uneven.
# This is the **estimation bias** of counting.
# Its rule of thumb is
# (bins - 1)(levels - 1) / (2 samples ln 2), the dashed line.
# So report bins and samples beside every MIG.

# %%
few = labs.predict("05-few-samples")
few

# %%
labs.bins_and_samples(after=few)

# %% [markdown]
# ## Three coins
#
# Now a code in which one latent moves with all three factors.

# %%
parity = labs.predict("05-parity")
parity

# %% [markdown]
# Here one coin alone is redrawn: how often does each latent change?
# A redraw turns the coin every second time, so 0.5 means *whenever it is turned*.

# %%
labs.after(parity, lambda: sensitivity(examples.parity_leak()))

# %% [markdown]
# Here is the code in Python, and the bits that the judges read.
# Try `a + (b != c)`, or a leak of coin 2 alone, `2 * a + b`.

# %%
labs.after(parity, lambda: gaps_of_code(lambda a, b, c: [2 * a + (b != c), b, c]))

# %% [markdown] after="parity"
# Both scores are perfect, and yet latent 1 follows three coins.
# If you know whether coins 2 and 3 are equal, and nothing else, you still know nothing about
# coin 2.
# What a latent knows about two factors *together* stands in no cell of such a matrix.

# %% [markdown]
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# MIG is asked; DCIMIG answers beside it.

# %%
verdict = labs.predict("05-verdict")
verdict

# %% [markdown]
# ## Write the score yourself
#
# Complete the function.
# It gets the bits (a row for each latent, a column for each factor)
# and the entropies of the factors.
# It returns MIG.
# `check` compares it with ours on 200 random matrices, and shows the smallest on which they differ.


# %%
def my_mig(bits, entropies):
    return bits.max(axis=0).mean()


check("05-write", my_mig)

# %%
hint("05-write")

# %%
solution("05-write")

# %% [markdown]
# ## Check yourself
#
# Write a code of *three* coins with a MIG between 0.5 and 0.8, and a DCIMIG between 0.2 and 0.5.


# %%
def my_code(a, b, c):
    return [a, b, c]


check("05-exercise", my_code)

# %%
gaps_of_code(my_code)

# %%
hint("05-exercise")

# %%
solution("05-exercise")

# %% [markdown]
# Next: [[matrix_by_hand]].
# All judges look at one matrix, in your hands.
#
# <details><summary>In the papers: symbols, and two Facts that our coins test.</summary>
#
# I(z; v) = H(z) + H(v) - H(z, v), for a latent z and a factor v.
# MIG is by Chen and others (2018), DCIMIG by Sepliarskaia and others (2019), who define both in
# section 4.1.
#
# Fact 9 promises a low MIG where factors move more than one latent, as coins 2 and 3 do.
# Here MIG is 1: refuted.
# Fact 11 promises a low DCIMIG where *most* factors have no latent of their own.
# Coin 1 has none, and one of three is not most; [[witnesses]] has a code that decides.
# The matrices of figures 3 and 4 cannot be recovered from the print.
#
# </details>

# %%
folded(mutual_information, mig, dcimig)

# %%
cite("chen2018", "sepliarskaia2019")
