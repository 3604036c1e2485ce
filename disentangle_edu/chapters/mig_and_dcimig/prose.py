# %% [markdown]
# # MIG and DCIMIG: does one latent know it best?
#
# **In this chapter:** two judges that count bits.
# One reads the columns of a matrix, the other its rows.
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
# Here is how many **bits** each of B's latents, cut into 21 bins, carries about each factor.
# One bit is the answer to one yes-or-no question ([[start_here]] has the picture).

# %%
bits_of("B")

# %% [markdown]
# Pick a column, say *across*.
# One latent knows far more about that factor than any other, so you would call it the owner.
# Two judges turn this into a score:
#
# * **MIG** reads each *column*.
#   How far is the owner ahead of the runner-up?
#   MIG divides this gap by the factor's entropy H, and averages over the factors.
# * **DCIMIG** reads each *row*.
#   How far is a latent's favourite factor ahead of its second favourite?
#   That lead is the latent's bid for its favourite, and each factor keeps only its best bid.
#   DCIMIG adds up these bids and divides the sum by all the bits there are to know.
#
# ## By hand: one cell
#
# An entropy H counts yes-or-no questions.
# An event in half of all samples costs one question, in a quarter two, and in a sixteenth four.
# H(latent) + H(factor) counts the shared information twice, while H(both) counts it once.
# The difference is what the two share, I.
# Here are sixteen samples, with a latent that is low or high and a factor that is 0 or 1:

# %%
bits_by_hand([[6, 2], [0, 8]])

# %% [markdown]
# ## By hand: two gaps
#
# In this table every factor holds exactly one bit, so dividing by H changes nothing.
# Change one entry so that MIG falls and DCIMIG stays the same.

# %%
gaps_by_hand([[0.9, 0.2], [0.5, 0.1]])

# %% [markdown]
# <details><summary>One way</summary>
#
# Raise 0.5 to 0.6.
# In column 1 the runner-up moves closer, so MIG falls.
# Row 2 now bids more for factor 1, but row 1 still bids most, so DCIMIG does not change.
#
# </details>
#
# ## Which score falls?

# %%
falls = labs.predict("05-who-falls")
falls

# %% [markdown]
# Four latents are mixtures of three factors; drag the *weights* of the mixtures.
# At first, latent 4 is pure noise.
# **Click a cell** of the bits to see the counts behind it.
#
# 1. Make a copy: drag the weight of *latent 4, factor 1* up.
#    Which gaps change?
# 2. Reset, then make a leak: give *latent 1* half of factor 2.
# 3. Now raise *latent 1, factor 2* to 1, and remove factor 2 from *latent 2*, down to 0.
#    Latent 1 is now the only latent for two factors.
#    Which score falls further?
# 4. Reset, copy factor 1 into latent 4, then muddy that copy: add factor 2, then factor 3.
#    Which score rises?

# %%
lab = labs.mig_and_dcimig(after=falls)
lab

# %% [markdown] after="falls"
# * A second copy closes the gap in its column, so MIG loses that factor.
#   DCIMIG does not change, because only the best bid counts.
# * A leak lowers both scores.
# * The only latent for two factors leads both columns, but it knows less about each, so MIG falls.
#   Its row is divided between the two factors, so DCIMIG falls further.
# * A muddier copy knows less about factor 1, so the gap opens again and MIG *rises*.
#   DCIMIG ignores a latent whose bid does not win.
#
# From the merged latent of the question, both factors can still be read, so only DCIMIG falls:

# %%
v = examples.grid(4, 4, 4)
latents = np.column_stack([v[:, 0] * 4 + v[:, 1], v[:, 2]])
merged = Representation(v, latents, latent_types="levels")
two = {"a latent for each factor": Representation(v, v), "one for factors 1 and 2": merged}
labs.after(falls, lambda: labs.side_by_side(two, ["mig", "dcimig"]))

# %% [markdown]
# ## Bits from nothing
#
# Continuous latents must be cut into bins before you can count.

# %%
many_bins = labs.predict("05-bins")
many_bins

# %% [markdown]
# **Drag the handle** to 85 bins and back, and watch the counts next to the curve.
# Then use more samples, or fewer.

# %%
labs.invented_bits(after=many_bins)

# %% [markdown] after="many_bins"
# With many bins, each cell holds so few samples that chance alone makes the cells uneven, and
# counting mistakes this **estimation bias** for information.
# A rule of thumb for the bias is (bins - 1)(levels - 1) / (2 samples ln 2), the dashed line.
# So report the bins and the sample size with every MIG.

# %%
few = labs.predict("05-few-samples")
few

# %%
labs.bins_and_samples(after=few)

# %% [markdown]
# ## Three coins

# %%
parity = labs.predict("05-parity")
parity

# %% [markdown]
# Redraw one coin at a time: how often does each latent change?
# A redraw flips the coin half of the time, so 0.5 means *always*.

# %%
labs.after(parity, lambda: sensitivity(examples.parity_leak()))

# %% [markdown]
# Here are the code in Python and its bits.
# Try `a + (b != c)`, or a leak of just coin 2, `2 * a + b`.

# %%
labs.after(parity, lambda: gaps_of_code(lambda a, b, c: [2 * a + (b != c), b, c]))

# %% [markdown] after="parity"
# Both scores are perfect, although latent 1 follows three coins.
# If you know only whether coins 2 and 3 are equal, you still know nothing about coin 2.
# No cell of such a matrix shows what a latent knows about two factors *together*.

# %% [markdown]
# ## The verdict
#
# Guess MIG for A, B and the handwriting of [[start_here]]; DCIMIG is shown next to it.

# %%
verdict = labs.predict("05-verdict")
verdict

# %% [markdown]
# ## Write the score yourself
#
# Complete the function.
# It receives the bits (latents in rows, factors in columns) and the factors' entropies, and returns
# MIG.
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
# Five judges look at one matrix, and you fill it in.
#
# <details><summary>In the papers: symbols, and two Facts that our coins test.</summary>
#
# I(z; v) = H(z) + H(v) - H(z, v), for a latent z and a factor v.
# MIG is by Chen and others (2018), DCIMIG by Sepliarskaia and others (2019), who define both in
# section 4.1.
#
# Fact 9 promises a low MIG if factors move more than one latent, as coins 2 and 3 do.
# Here MIG is 1, so Fact 9 is refuted.
# Fact 11 promises a low DCIMIG if *most* factors have no latent to themselves.
# Coin 1 has none, but one in three is not "most"; [[witnesses]] has a code that settles it.
#
# </details>

# %%
folded(mutual_information, mig, dcimig)

# %%
cite("chen2018", "sepliarskaia2019")
