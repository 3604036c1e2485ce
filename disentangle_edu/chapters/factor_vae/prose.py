# %% [markdown]
# # FactorVAE: which latent falls silent?
#
# **In this chapter:** a judge who counts votes, and a latent that wins without owning anything.
# **Time:** 20 minutes.
# **Read before:** [[start_here]]; [[beta_vae]] helps.

# %%
import numpy as np

from disentangle_edu import examples, factor_vae, labs
from disentangle_edu.chapters.factor_vae.quiz import variance_by_hand, votes_of_copies
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures.interventional import cast_votes
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded

# %% [markdown]
# Show network B a hundred hearts, ellipses and squares, all of the same size.
# B2, the knob for size, gives nearly the same number each time.
# The others vary as ever.
# So B2 casts one **vote** for *size*.
#
# After many batches, each latent stands for the factor it has voted for most.
# The score is the share of later votes that agree with that.
#
# ## By hand: one vote
#
# Four samples agree in one factor.
# The code has three latents.
# A latent with a small range would always win, so each variance is divided by that latent's
# variance over all data.
#
# **Drag samples** until latent 3 casts the vote, although it still varies more than latent 2.

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
# This is the share of its variance that each latent keeps.
# The smallest share of a row casts the vote.

# %%
labs.after(mixtures, lambda: variance_by_hand(examples.MIXING))

# %% [markdown] after="mixtures"
# Every factor has a winner, though the winners keep 0.47 to 0.62 of their variance.
# The vote says who is quietest.
# It does not say that the winner is quiet.

# %% [markdown]
# ## When does a vote go astray?

# %%
smaller = labs.predict("03-batch")
smaller

# %%
own = labs.predict("03-own")
own

# %% [markdown]
# Press *One more batch* and follow a vote: the samples, the variance that each latent keeps
# (the smallest bar wins), and the vote that falls into the table.
# Press *100 batches* to fill the table.
# Then try this:
#
# 1. **A near tie:** hold factor 1 still.
#    Drag the weight of factor 1 in latent 2 up to 0.55,
#    then to 0.56.
#    Press *100 batches* a few times.
#    Who gets more votes?
# 2. **Small batches:** press *Reset to the start*, and take two samples per batch.
# 3. **Samples of its own:** press *Reset to the start*, and tick
#    *every latent sees samples of its own*.

# %%
lab = labs.factor_vae(after=(smaller, own))
lab

# %% [markdown] after="smaller, own"
# Look at the thin lines, one for each batch.
# All latents look at the same samples.
# When these happen to spread widely, every bar grows, and the smallest stays the smallest.
# So errors hardly matter while all latents err together, unless two of them nearly tie.
# Two samples differ along one random direction, and that direction picks the smallest bar.
# With many samples no single direction decides.
# With samples of their own, each latent errs by itself.
#
# At the near tie latent 1 gets about six of ten votes at 0.55, and one of three at 0.56.

# %% [markdown]
# ## A latent that never moves

# %%
dead = labs.predict("03-dead")
dead

# %% [markdown] after="dead"
# Here such a latent has no vote, because 0 divided by 0 is no share.
# In `votes_of_copies(1, 2, 3, 0)` the numbers say which factor a latent copies.
# A 0 stands for a latent that never moves.

# %%
labs.after(dead, lambda: votes_of_copies(1, 2, 3, 0))

# %% [markdown] after="dead"
# And if no latent knows factor 3?
# Its votes fall on the others by chance, and the score is about two thirds.

# %%
labs.after(dead, lambda: votes_of_copies(1, 2))

# %% [markdown]
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# Nearly every knob of A changed two things or more.

# %%
verdict = labs.predict("03-verdict")
verdict

# %% [markdown]
# ## Check yourself
#
# Write a 3 by 3 table of weights from 0 to 1, so that
#
# * FactorVAE is below 0.75 (batches of 128, 2,000 votes, three seeds);
# * *every* latent keeps at least half of its variance, whatever factor stands still;
# * latent 1 weighs factor 1 most, latent 2 factor 2, and latent 3 factor 3, each by 0.02 or more.
#
# You may drag the weights in the lab above, and write `lab.values["weights"]` in place of
# `my_weights`.
# The upright strokes show the share that each latent keeps.

# %%
my_weights = [[1.0, 0.2, 0.0], [0.0, 1.0, 0.2], [0.2, 0.0, 1.0]]
check("03-exercise", my_weights)

# %%
hint("03-exercise")

# %%
solution("03-exercise")

# %% [markdown]
# Next: [[sap]], a judge who owns a ruler.
#
# <details><summary>In the papers: three almost equal mixtures.</summary>
#
# FactorVAE is by Kim and Mnih (2018).
# Fact 4 of sepliarskaia2019 says that it does not give every
# code that breaks Characteristic 1 a low score, and that three *almost equal* mixtures get a 1.
# Their weights are almost equal.
# The variance they keep is not.
#
# </details>

# %%
labs.after(mixtures, lambda: reveal("factor-1", seeds=10))

# %%
folded(factor_vae, cast_votes)

# %%
cite("kim2018", "sepliarskaia2019")
