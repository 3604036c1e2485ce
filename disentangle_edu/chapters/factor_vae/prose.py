# %% [markdown]
# # FactorVAE: which latent falls silent?
#
# **In this chapter:** a judge that counts votes, and a latent that wins without owning any factor.
# **Time:** 20 minutes.
# **Read before:** [[start_here]]; [[beta_vae]] helps.

# %%
import numpy as np

from disentangle_edu import examples, factor_vae, labs
from disentangle_edu.chapters.factor_vae.quiz import variance_by_hand, votes_of_copies
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures.interventional import cast_votes
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Show network B a hundred hearts, ellipses and squares, all of the same size.
# B2, the knob for size, gives almost the same number each time, and the others vary as usual.
# So B2 casts one **vote** for *size*.
#
# After many batches, each latent is assigned the factor that it voted for most often.
# The score is the share of further votes that agree with this assignment.
#
# ## By hand: one vote
#
# Take four samples that have the same value of one factor, and a code with three latents.
# A latent with a small range would win again and again, so each variance is divided by the latent's
# variance over all data.
#
# **Drag the samples** until latent 3 casts the vote although it still varies more than latent 2.

# %%
labs.one_vote()

# %% [markdown]
# ## Three mixtures
#
# Now every latent is a mixture of all three factors.

# %%
mixtures = labs.predict("03-mixtures")
mixtures

# %% [markdown]
# Hold each factor still in turn.
# The table shows what share of its variance each latent keeps.
# In each row, the latent with the smallest share casts the vote.

# %%
labs.after(mixtures, lambda: variance_by_hand(examples.MIXING))

# %% [markdown] after="mixtures"
# Every factor has its own winner, although the winners still keep 47% to 62% of their variance.
# The vote says which latent is quietest, not whether that latent is quiet.

# %% [markdown]
# ## When does a vote go wrong?

# %%
smaller = labs.predict("03-batch")
smaller

# %%
own = labs.predict("03-own")
own

# %% [markdown]
# Press *One more batch* and follow a vote from the samples to the table: the smallest bar wins.
# Press *100 batches* to fill the table.
# Then try the following, and press *Reset to the start* before each:
#
# 1. **A near tie:** hold factor 1 still.
#    Drag the weight of factor 1 in latent 2 up to 0.55, then to 0.56, and press *100 batches* a few
#    times.
#    Which latent gets more votes?
# 2. **Small batches:** take two samples per batch.
# 3. **Separate samples:** tick the box.

# %%
lab = labs.factor_vae(after=(smaller, own))
lab

# %% [markdown] after="smaller, own"
# Look at the thin lines, one for each batch.
# All latents see the same samples, and here they are similar mixtures of the same factors.
# When the samples happen to spread widely, every bar grows, and the smallest stays the smallest.
# So errors hardly matter as long as all latents err in the same direction, unless two are nearly
# tied.
# Two samples differ along one random direction, and that direction decides which bar is smallest.
# With many samples no single direction decides.
# If each latent sees its own samples, each errs independently, and votes go wrong.
#
# In the near tie, latent 1 gets about six votes in ten at 0.55, and about three in ten at 0.56.

# %% [markdown]
# ## A latent that never moves

# %%
dead = labs.predict("03-dead")
dead

# %% [markdown] after="dead"
# In this package such a latent has no vote, because 0 divided by 0 is undefined.
# In `votes_of_copies(1, 2, 3, 0)` each number says which factor a latent copies, and 0 stands for a
# latent that never moves.

# %%
labs.after(dead, lambda: votes_of_copies(1, 2, 3, 0))

# %% [markdown] after="dead"
# And what if no latent knows factor 3?
# Then its votes go to the other latents by chance, and the score is about two thirds.

# %%
labs.after(dead, lambda: votes_of_copies(1, 2))

# %% [markdown]
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# Most knobs of A changed two or more things.

# %%
verdict = labs.predict("03-verdict")
verdict

# %% [markdown]
# ## Check yourself
#
# Write a 3 by 3 table of weights from 0 to 1, so that
#
# * FactorVAE is below 0.75 (batches of 128, 2,000 votes, mean of three seeds);
# * *every* latent keeps at least half of its variance, whichever factor stands still;
# * latent 1 weighs factor 1 most, latent 2 factor 2, and latent 3 factor 3, each by 0.02 or more.
#
# You may instead drag the weights in the lab, where vertical strokes show the shares, and replace
# `my_weights` by `lab.values["weights"]`.

# %%
my_weights = [[1.0, 0.2, 0.0], [0.0, 1.0, 0.2], [0.2, 0.0, 1.0]]
check("03-exercise", my_weights)

# %%
hint("03-exercise")

# %%
solution("03-exercise")

# %% [markdown]
# Next: [[sap]], a judge that fits straight lines.
#
# <details><summary>In the papers: three almost equal mixtures.</summary>
#
# FactorVAE is by Kim and Mnih (2018).
# According to Fact 4 of sepliarskaia2019, FactorVAE does not give every code that violates
# Characteristic 1 a low score: three *almost equal* mixtures get a 1.
# Their weights are almost equal, but the shares of variance that they keep are not.
#
# </details>

# %%
labs.after(mixtures, lambda: reveal("factor-1", seeds=10))

# %%
folded(factor_vae, cast_votes)

# %%
cite("kim2018", "sepliarskaia2019")
