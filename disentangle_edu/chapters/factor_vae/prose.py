# %% [markdown]
# # FactorVAE: which latent falls silent?
#
# **In this chapter:** a judge that counts votes, and a latent that wins without owning any factor.
# **Time:** 20 minutes.
# **Read before:** [[start_here]]; [[beta_vae]] helps.
#
# Four samples share the value of one factor, and three latents show how far they still spread.
# The latent that keeps the smallest share of its variance casts the **vote**.
# **Drag the samples** until latent 3 casts it although it still varies more than latent 2.

# %% hidden=true
import numpy as np

from disentangle_edu import factor_vae, labs
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures.interventional import cast_votes
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.one_vote()

# %% [markdown]
# A latent with a small range would win again and again, so each variance is divided by the latent's
# variance over all data.
#
# Show network B a hundred hearts, ellipses and squares, all of the same size.
# B2, the knob for size, gives almost the same number each time, and the others vary as usual.
# So B2 casts one vote for *size*.
# After many batches, each latent is assigned the factor that it voted for most often.
# The score is the share of further votes that agree with this assignment.
#
# ## Three mixtures
#
# Now every latent is a mixture of all three factors.
# Guess the score; then press *One more batch* in the lab, and follow a vote from the samples to the
# table.
# Press *100 batches* to fill the table.

# %%
mixtures = labs.predict("03-mixtures")
mixtures

# %%
lab = labs.factor_vae(after=mixtures)
lab

# %% [markdown]
# ## When does a vote go wrong?
#
# Make a near tie in the lab: fix factor 1, and drag the weight of factor 1 in latent 2 up to
# 0.55, then to 0.56.
# Press *100 batches* a few times: which latent gets more votes?
#
# The next two questions are about the weights at the start.

# %%
smaller = labs.predict("03-batch")
smaller

# %%
own = labs.predict("03-own")
own

# %% [markdown]
# Press *100 batches* and look at the thin lines, one for each batch.
# Then untick the box: do the lines still cross?
# Finally take two samples per batch.

# %%
labs.factor_vae(after=(smaller, own), own=True)

# %% [markdown] after="smaller, own"
# If each latent sees its own samples, each errs independently, and votes go wrong.
# If all latents see the same samples, they err together, because they are similar mixtures of the
# same factors.
# When the samples happen to spread widely, every bar grows, and the smallest stays the smallest.
# Two samples differ along one random direction, and that direction decides which bar is smallest.
#
# In the near tie, latent 1 gets about six votes in ten at 0.55, and about three in ten at 0.56.

# %% [markdown]
# ## A latent that never moves

# %%
dead = labs.predict("03-dead")
dead

# %% [markdown] after="dead"
# In this package such a latent has no vote, because 0 divided by 0 is undefined.
#
# And what if no latent knows factor 3?
# If two latents copy factors 1 and 2, every vote on factor 3 is wrong, so the score is about two
# thirds.

# %% [markdown]
# ## Check yourself
#
# Write a 3 by 3 table of weights from 0 to 1, so that
#
# * FactorVAE is below 0.75 (batches of 128, 2,000 votes, mean of three seeds);
# * *every* latent keeps at least half of its variance, whichever factor stands still;
# * latent 1 weighs factor 1 most, latent 2 factor 2, and latent 3 factor 3, each by 0.02 or more.
#
# You may instead drag the weights in the lab of the three mixtures, where vertical strokes show the
# shares, and replace `my_weights` by `lab.values["weights"]`.

# %%
my_weights = [[1.0, 0.2, 0.0], [0.0, 1.0, 0.2], [0.2, 0.0, 1.0]]
check("03-exercise", my_weights)

# %%
actions(hint("03-exercise"), solution("03-exercise"))

# %% [markdown]
# **The vote says which latent is quietest, not whether that latent is quiet.**
#
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# Most knobs of A changed two or more things.

# %%
verdict = labs.predict("03-verdict")
verdict

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
actions(folded(factor_vae, cast_votes), cite("kim2018", "sepliarskaia2019"))
