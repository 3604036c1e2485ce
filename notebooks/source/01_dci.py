# %% [markdown]
# # DCI: is each latent important for one factor only?
#
# **After this notebook you can** compute DCI's disentanglement from a matrix with pencil and paper, and name two ways in which it misleads.
# **Time:** 12 minutes. **Read before:** `00_start_here`.

# %%
from disentangle_edu import (
    InformativenessMatrix,
    completeness,
    disentanglement,
    informativeness,
    labs,
)
from disentangle_edu.worlds import examples
from disentangle_edu.metrics import focus
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# Train one predictor per factor on all latents, and ask it how important each latent was. That gives an **informativeness matrix**: a row per latent, a
# column per factor. DCI reads from it **D**isentanglement (is each row focused?) and **C**ompleteness (is each column focused?), and reports beside them
# **I**nformativeness (how well did the prediction work at all?).
#
# ## What the metric is
#
# A row divided by its sum is a list of shares. Its *entropy* is 0 if everything is in one place and largest if all shares are equal. So
#
# $$\text{part}_i = 1 - \frac{\text{entropy of row } i}{\text{largest possible entropy}}, \qquad D = \sum_i \text{part}_i \cdot \frac{\text{sum of row } i}{\text{sum of all}}.$$
#
# This is the code that runs, not a copy of it:

# %%
source(disentanglement)

# %%
source(focus)

# %% [markdown]
# ## Predict
#
# Eleven latents, eleven factors. Every latent gives 0.8 of its importance to one factor of its own and spreads the rest evenly, 0.02 to each of
# the ten others. A nearly perfect code! What will D be?

# %%
my_guess = 0.9  # your prediction: change it

# %% [markdown]
# ## Move
#
# First setting = the paper's (Fact 2). Each latent has a bar: its height is the latent's part, its width the latent's weight, so the blue area is the score (and the dashed line stands at its
# height). Move *diagonal* down and *factors* up: what costs more? (The rest stays 0.02 per entry; to make a code pure, move *off-diagonal* to 0.)

# %%
lab = labs.dci_even_rest()
lab

# %%
{diagonal: lab.at(diagonal=diagonal)["disentanglement"] for diagonal in (1.0, 0.9, 0.8, 0.5)}

# %%
{factors: lab.at(factors=factors)["disentanglement"] for factors in (2, 5, 11, 15)}

# %% [markdown]
# ## Reveal

# %%
reveal("dci-0.6", guess=my_guess)

# %% [markdown]
# ## Why
#
# Entropy does not ask how large the runner-up is; it asks how evenly the *rest* is spread. An even rest is the most expensive rest there is. Keep the same 0.2
# of rest but give it all to one other factor, and the score goes up, although that latent now clearly follows two factors:

# %%
spread_out = examples.focused_matrix()
lumped = InformativenessMatrix(
    [[0.8 if k == i else 0.2 if k == (i + 1) % 11 else 0 for k in range(11)] for i in range(11)]
)
print("rest spread evenly:", round(float(disentanglement(spread_out)), 4))
print("rest in one place: ", round(float(disentanglement(lumped)), 4))

# %% [markdown]
# ## The weights mislead too
#
# Rows are weighted by their sum. A latent that matters little may do what it wants. Here latent 1 is pure; latent 2 has a tenth of its importance and
# follows both factors (Fact 5). Predict D, then move *purity* to its worst, 0.5.

# %%
my_second_guess = 0.7  # your prediction: change it

# %%
weight_lab = labs.dci_weight()
weight_lab

# %%
{purity: weight_lab.at(purity=purity)["disentanglement"] for purity in (1.0, 0.9, 0.5)}

# %%
reveal("dci-0.957", guess=my_second_guess)

# %% [markdown]
# ## From samples
#
# On a table of samples the importances come from a random forest, and D and C share it. Read D beside I: importances always sum to one per factor, also when
# the forest predicts nothing.

# %%
copy = examples.copy_world(5, 5, 5).sample(1000)
{
    metric.__name__: round(float(metric(copy)), 3)
    for metric in (disentanglement, completeness, informativeness)
}

# %% [markdown]
# And on latents of pure noise, under two predictors:

# %%
reveal("course-dci-low-i")

# %% [markdown]
# The lasso's D of noise is sometimes 0 and sometimes 1, as its spread says. Where I is near 0, look away from D and C: whatever they say, they say it about a prediction that does not work.

# %% [markdown]
# ## Try to break it
#
# Completeness divides by the largest entropy over *all* latents. Add two latents that do nothing at all:

# %%
three = InformativenessMatrix([[1, 0], [1, 0], [0, 1]])
five = InformativenessMatrix([[1, 0], [1, 0], [0, 1], [0, 0], [0, 0]])
print("completeness, three latents:         ", round(float(completeness(three)), 4))
print("the same with two dead ones beside it:", round(float(completeness(five)), 4))

# %% [markdown]
# Nothing was learned, and completeness went up. So completeness cannot be compared between codes with different numbers of latents.
#
# ## Check yourself
#
# Change the matrix until disentanglement is at least 0.9 and completeness at most 0.5.

# %%
mine = InformativenessMatrix([[1, 0], [0, 1], [0, 0], [0, 0]])
print("D =", round(float(disentanglement(mine)), 3), " C =", round(float(completeness(mine)), 3))
print(
    "solved!"
    if float(disentanglement(mine)) >= 0.9 and float(completeness(mine)) <= 0.5 + 1e-9
    else "not yet"
)

# %% [markdown]
# <details><summary>A solution</summary>
#
# `[[1, 0], [1, 0], [0, 1], [0, 1]]`: every row is pure, every column is shared by two latents. With four latents, an even share of two costs half.
#
# </details>
#
# ## Where it stands in the paper
#
# Definition in 3.1.3; Fact 2 says that DCI does not give every representation with Characteristic 1 a high score, Fact 5 that it does not give every other
# one a low score. The weighted sum is its equation 3.

# %%
cite("eastwood2018", "sepliarskaia2019")
