# %% [markdown]
# # Explicitness as capacity: how large must a reader be?
#
# **After this notebook you can** draw the curve of loss against the size of a probe, and say what the area under it adds to D, C and I. **Time:** 12 minutes. **Read before:** `01_dci`, `12_orthogonality`.

# %%
from disentangle_edu import explicitness, explicitness_es, informativeness, labs
from disentangle_edu.libraries.figures import case
from disentangle_edu.measures import LADDERS, losses
from disentangle_edu.show.pictures import plot_curves
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, source
from disentangle_edu.measures.subspaces import planted

# %% [markdown]
# ## The question
#
# Informativeness asks whether *some* predictor can read a factor. A large forest can read almost anything, so it says little about how *ready* the information lies. DCI-ES asks with a ladder of probes, from a straight line upwards: how much loss
# is left at each size? If the line reads it all, the area under that curve is 0 and **explicitness** is 1; if no probe of the ladder reads it, 0.
#
# ## What the metric is

# %%
source(explicitness_es)

# %%
LADDERS

# %% [markdown]
# The ladders are our choice, and so is their even spacing: compare only scores of the same ladder. (Ridgeway's *explicitness*, elsewhere in these notebooks, is another thing with the same name: an area under a ROC curve.)
#
# ## Predict
#
# Two factors read three latents, once as squares, once as cosines of frequency 4, on orthogonal or on inclined planes. Which of the two changes will explicitness notice?

# %%
my_guess = None  # "function", "planes" or "both"

# %% [markdown]
# ## Move
#
# The four cases of the paper's appendix: *squares* or *cosines*, orthogonal (90 degrees) or inclined planes. Watch the curve in the middle.

# %%
lab = labs.four_cases()
lab

# %%
for change in (
    {},
    {"inclination": 40},
    {"frequency": 8.0},
    {"reads": "squares"},
    {"reads": "squares", "inclination": 40},
):
    print(change or "as it starts", lab.at(**change))

# %% [markdown]
# ## Reveal

# %%
for id in ("geyer-cases-iwo", "geyer-cases-explicitness", "geyer-cases-d"):
    print(reveal(id), "\n")

# %% [markdown]
# ## Why a curve, and not one number?
#
# A linear, a quadratic and a trigonometric world, all rotated at random, read by two ladders:

# %%
worlds = {map: planted(5, 5, 2, map, samples=1_500)[0] for map in ("linear", "poly", "trig")}
for ladder in ("polynomial", "forest"):
    print(
        f"{ladder:11}",
        {map: round(explicitness_es(rep, ladder=ladder).value, 3) for map, rep in worlds.items()},
    )

# %%
found = {map: losses(rep).values for map, rep in worlds.items()}
axes = plot_curves(
    {
        map: (LADDERS["polynomial"][: len(left)], left.mean(1), left.std(1))
        for map, left in found.items()
    },
    "degree of the polynomial",
    "loss left (mean and spread over factors)",
)

# %% [markdown]
# Squares and cosines are even functions: no line sees them, a quadratic sees squares at once (the root bends them a little), and for forests it is another story altogether, since a forest cuts along axes and the space is rotated.
#
# And a real comparison, on the noisy copy of `07_same_name`: what informativeness, Ridgeway's explicitness and this one say.

# %%
noisy = case("e_noise05", 2_000)
print(informativeness(noisy).line, explicitness(noisy).line, explicitness_es(noisy).line, sep="\n")

# %% [markdown]
# ## Try to break it
#
# In the lab, find the frequency at which explicitness of the cosines falls below 0.2. Which degree does the polynomial need there, and why only even ones?
#
# ## Check yourself
#
# 1. A code is rotated. Does explicitness change with the polynomial ladder? With forests?
# 2. What does explicitness 0.9 with six degrees mean, if the line leaves everything and degree 2 leaves nothing?
#
# <details><summary>Answers</summary>
#
# 1. Hardly: polynomials of rotated latents are polynomials of latents. With forests it does, since they cut along axes.
# 2. Exactly that: of five equal steps between the sizes, the first has an area of one half: 1 - 0.5 / 5 = 0.9.
#
# </details>
#
# ## Where it stands in the paper
#
# `eastwood2023` defines explicitness and size (the number of factors over the number of latents); `geyer2024`, equation 9 and appendix B, compares it with IWO.

# %%
cite("eastwood2023", "geyer2024")
