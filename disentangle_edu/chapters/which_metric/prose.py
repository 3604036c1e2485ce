# %% [markdown]
# # Which metric: a zoo of models as witnesses
#
# **After this notebook you can** say which metrics agree over trained models,
# find the models over which two of them fall out,
# and tell what a correlation over six points is worth.
# **Time:** 20 minutes.
# **Read before:** [[zoo]].

# %%
from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.show.reading import cite, folded, said
from disentangle_edu.zoo import ranks, shelf

# %% [markdown]
# ## The question
#
# Twenty metrics, and more numbers, for each model of the zoo: which of them say the same?
# Where two contradict each other, who is right?
# And what is a high score good for?
#
# We compare *orders*: a **rank correlation** is 1 where two metrics put all models in the same
# order, -1 for the opposite order, and about 0 where one tells nothing about the other.
#
# ## Predict
#
# (On the site without a server the answer takes a dozen seconds.)

# %%
foretells = labs.predict("19-reconstruction")
foretells

# %% [markdown]
# ## Move: who agrees with whom
#
# `forest_300` is the accuracy of a forest that learned from 300 codes to tell all factors,
# `mlp_3000` that of a small network after 3,000; `rec_mean` is the reconstruction error in nats.
#
# Click a square: the plane shows the two metrics, a point per model.
# Click a point: its matrix appears below, and its sweeps where its decoder is shipped.
# Sort by one metric to see who follows it.

# %%
labs.agreement(after=foretells)

# %% [markdown]
# IWO and IWR stand here with directions that small networks found (`iwo_gca`, `iwr_gca`).
# The same scores from straight lines are columns of their own in the table, never mixed.
#
# ## Where two fall out
#
# MIG and DCIMIG are near relatives, and still put some pairs of models in opposite orders.
# sepliarskaia2019 shows two such pairs in its figures 3 and 4; these are ours.
# The entries that decide are in the bars beside each matrix.

# %%
labs.disagreement()

# %% [markdown]
# ## What foretells a good reader?
#
# Choose the reader and how many codes it learned from.
# A dot is the rank correlation with its accuracy, a line where 95 % of draws of models lie.

# %%
labs.forecast(after=foretells)

# %% [markdown]
# ## Why
#
# <details><summary>Open this once you have guessed.</summary>
#
# A code that was turned or folded has lost nothing: whoever can bend it back reads it as well.
# A reader with enough samples can, so what counts for it is what the code still knows,
# and reconstruction measures just that.
# A forest with few samples cuts along axes, so for it the layout matters.
#
# </details>
#
# ## Try to break it: six points
#
# geyer2024 averages its models over seeds and correlates what is left: six strengths, six points.

# %%
wander = labs.predict("19-six")
wander

# %%
labs.six(after=wander)

# %%
models = shelf.table().query("world == 'sprites'")
drawn = sorted(ranks.small_draws(models, "mig", "forest_300", 6))
ends = {"low": drawn[len(drawn) // 4], "high": drawn[3 * len(drawn) // 4]}
half = said("Half of all draws of six lie outside {low:.2f} to {high:.2f}.", **ends)
labs.after(wander, lambda: half)

# %% [markdown]
# ## Check yourself
#
# Prove the opposite of the truth: choose six models over which MIG and the forest contradict
# each other.

# %%
my_six = list(models.index[:6])
check("19-exercise", my_six)

# %%
hint("19-exercise")

# %%
solution("19-exercise")

# %% [markdown]
# ## Where it stands in the paper
#
# The rank correlations are figure 2 and appendix A.1 of sepliarskaia2019, whose numbers are lost;
# the pairs are its figures 3 and 4; the downstream tasks are section 5 of geyer2024.
# What our sprites can judge of them stands in the ledger, labelled as a stand-in.

# %%
folded(ranks.rank_interval, ranks.disagreements, ranks.small_draws)

# %%
cite("sepliarskaia2019", "geyer2024")
