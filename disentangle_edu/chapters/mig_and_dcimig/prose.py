# %% [markdown]
# # MIG and DCIMIG: does one latent know it best?
#
# **In this chapter:** two judges that count bits.
# One reads the columns of a matrix, the other its rows.
# **Time:** 35 minutes.
# **Read before:** [[start_here]].
#
# Each entry is the number of **bits** that a latent of network B carries about a factor.
# Click an entry to see its column and its row.
# Drag the end of a bar, and watch the two gaps.

# %% hidden=true
import numpy as np

from disentangle_edu import dcimig, labs, mig
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import mutual_information
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.gaps_of_b()

# %% [markdown]
# Latent 8 knows far more about the *x position* than any other latent, so you would call it the
# owner.
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
# <details><summary>One way to do each of the two tasks</summary>
#
# Raise *latent 3, x position* to 2 bits.
# The runner-up of the column moves closer, so MIG falls.
# Latent 3 now bids more, but latent 8 still bids most, so DCIMIG does not change.
#
# Reset, then raise *latent 8, y position* to 0.4 bits.
# The second favourite of latent 8 moves closer, so DCIMIG falls.
# In the column *y position*, latent 5 is still the runner-up, so MIG does not change.
#
# </details>
#
# ## Which score falls?

# %%
falls = labs.predict("05-who-falls")
falls

# %% [markdown]
# Four latents are mixtures of three factors; drag the *weights*.
# At first, latent 4 is pure noise.
#
# 1. Tick *merge latents 1 and 2*, and clear it again.
# 2. Make a copy: drag the weight of *latent 4, factor 1* up.
#    Then muddy the copy: add factor 2, then factor 3.
#    Which score rises?
# 3. Reset, then make a leak: give *latent 1* half of factor 2.

# %%
labs.mig_and_dcimig(after=falls)

# %% [markdown]
# * A second copy closes the gap in its column, so MIG loses that factor.
#   DCIMIG does not change, because only the best bid counts.
# * A muddier copy knows less about factor 1, so the gap opens again and MIG *rises*.
#   DCIMIG ignores a latent whose bid does not win.
# * A leak lowers both scores, because latent 1 loses bits about factor 1 and gains bits about
#   factor 2.
#
# ## Bits from nothing
#
# The merged latent seems to carry 0.46 bits about factor 3, of which it knows nothing.
# These bits come from counting samples in bins.
# Counting uses I = H(latent) + H(factor) - H(both), because H(both) contains the shared bits only
# once.
#
# Guess first, then let samples of pure noise fall into bins.
# **Drag the number of samples** and the number of bins.

# %%
many_bins = labs.predict("05-bins")
many_bins

# %%
labs.invented_bits(after=many_bins)

# %% [markdown]
# With few samples per cell, chance alone makes the cells uneven.
# Counting takes this unevenness for information, an error called **estimation bias**.
# So report the bins and the sample size with every MIG.
#
# ## Three coins
#
# Guess first, then flip the coins and complete both tasks.
# Which table shows why latent 1 changes with *b* and *c*?
# Then choose another formula for latent 1.

# %%
parity = labs.predict("05-parity")
parity

# %%
labs.three_coins(after=parity)

# %% [markdown]
# If you know only whether coins b and c are equal, you still know nothing about coin b.
# The table of *b and c together* has a bit that no cell of a matrix shows.
#
# ## Check yourself: write the score
#
# Complete the function.
# It receives the bits (latents in rows, factors in columns) and the factors' entropies, and returns
# MIG.
# `check` compares it with ours, and shows the smallest matrix on which they differ.


# %%
def my_mig(bits, entropies):
    return bits.max(axis=0).mean()


check("05-write", my_mig)

# %%
actions(hint("05-write"), solution("05-write"))

# %% [markdown]
# ## Check yourself: a code of three coins
#
# Write a code of *three* coins with a MIG between 0.5 and 0.8, and a DCIMIG between 0.2 and 0.5.


# %%
def my_code(a, b, c):
    return [a, b, c]


check("05-exercise", my_code)

# %%
actions(hint("05-exercise"), solution("05-exercise"))

# %% [markdown]
# **A gap compares the two best entries, and each entry is about one latent and one factor.**
#
# ## The verdict
#
# Guess MIG for A, B and the handwriting of [[start_here]]; DCIMIG is shown next to it.

# %%
verdict = labs.predict("05-verdict")
verdict

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
# Fact 9 promises a low MIG if factors move more than one latent, as coins b and c do.
# Here MIG is 1, so Fact 9 is refuted.
# Fact 11 promises a low DCIMIG without Characteristic 3; only its proof is about *most* factors.
# Coin a has no latent to itself, and DCIMIG is 1; in a code of [[witnesses]] no coin has one.
#
# </details>

# %%
actions(folded(mutual_information, mig, dcimig), cite("chen2018", "sepliarskaia2019"))
