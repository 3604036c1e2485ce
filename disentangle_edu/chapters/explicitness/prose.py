# %% [markdown]
# # Explicitness as capacity: how large must a reader be?
#
# **After this notebook you can** draw the curve of loss against the size of a probe,
# and say what the area under it adds to D, C and I.
# **Time:** 12 minutes.
# **Read before:** [[dci]], [[orthogonality]].

# %%
import pandas as pd
from disentangle_edu import explicitness_es, labs
from disentangle_edu.chapters.explicitness.asked import area_by_hand
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.libraries.figures import case
from disentangle_edu.measures import LADDERS, losses
from disentangle_edu.measures.subspaces import planted
from disentangle_edu.show.pictures import curves_picture
from disentangle_edu.show.reading import cite, folded, said

# %% [markdown]
# ## The question
#
# Informativeness asks whether *some* predictor can read a factor.
# A large forest can read almost anything,
# so it says little about how *ready* the information lies.
#
# DCI-ES asks with a ladder of **probes** (predictors that are there to ask a question),
# from a straight line upwards: how much loss is left at each size?
# If the line reads it all, the area under that curve is 0 and **explicitness** is 1.
# If no probe of the ladder reads anything, explicitness is 0.
#
# ## By hand
#
# Three probes, from the smallest to the largest, and the share of the loss that each leaves:

# %%
area_by_hand([0.8, 0.2, 0.1])

# %% [markdown]
# The ladders that are offered, each from its smallest probe to its largest:

# %%
LADDERS

# %% [markdown]
# The ladders are our choice, and so is their even spacing: compare only scores of the same ladder.
# (Ridgeway's *explicitness*, elsewhere in these notebooks, is another thing with the same name:
# an area under a ROC curve.)
#
# ## Predict
#
# What a factor does on its plane is a *function*: it adds up squares, or cosines.
# The two *planes* stand at right angles, or are inclined.

# %%
change = labs.predict("13-which-change")
change

# %% [markdown]
# ## Move
#
# The four cases of the paper's appendix:
# *squares* or *cosines*, orthogonal (90 degrees) or inclined planes.
# Watch the curve in the middle.

# %%
lab = labs.four_cases(after=change)
lab

# %%
four = [(reads, inclination) for reads in ("squares", "cosines") for inclination in (90, 40)]
by_case = {f"{r}, {i} degrees": lab.at(reads=r, inclination=i) for r, i in four}
by_case["cosines of frequency 8, 90 degrees"] = lab.at(frequency=8.0)
labs.after(change, lambda: pd.DataFrame(by_case).T)

# %%
cases = ("geyer-cases-iwo", "geyer-cases-explicitness", "geyer-cases-d")
labs.after(change, lambda: reveal(*cases))

# %% [markdown]
# ## Why a curve, and not one number?
#
# Three worlds, all rotated at random, read by two ladders.
# A factor of *linear* is a mean of latents, one of *poly* the root of a mean of squares,
# and one of *trig* a mean of cosines.
# On the site without a server this takes a quarter of a minute.

# %%
worlds = {map: planted(5, 5, 2, map, samples=1_500)[0] for map in ("linear", "poly", "trig")}
read = lambda ladder: {m: explicitness_es(rep, ladder=ladder).value for m, rep in worlds.items()}
pd.DataFrame({ladder: read(ladder) for ladder in ("polynomial", "forest")}).T.round(3)

# %%
found = {map: losses(rep).values for map, rep in worlds.items()}
curves = {
    map: (LADDERS["polynomial"][: len(left)], left.mean(1), left.std(1))
    for map, left in found.items()
}
curves_picture(curves, "degree of the polynomial", "loss left (mean, spread over factors)")

# %%
left = {map: values.mean(1) for map, values in found.items()}
said(
    "After degree 2, *poly* has {poly:.3f} of its loss left and *trig* {trig:.3f}; "
    "after the last degree, {poly_last:.3f} and {trig_last:.3f}.",
    **{map: left[map][1] for map in ("poly", "trig")},
    **{f"{map}_last": left[map][-1] for map in ("poly", "trig")},
)

# %% [markdown]
# Both are even functions (the same for z and -z), so no line sees them.
# From their names one would think that *poly* is the easier one for polynomials.
# It is not: the root puts a sharp bend at zero, which no polynomial follows well,
# while a cosine as slow as this one bends softly.
# What counts is the shape, and the curve shows it.
#
# For forests it is another story altogether, even for the straight line:
# a forest cuts along axes, and the space is rotated.
#
# And here is the noisy copy of [[same_name]],
# under informativeness, Ridgeway's explicitness and this one:

# %%
noisy = case("e_noise05", 2_000)
labs.side_by_side({"noisy copy": noisy}, ["informativeness", "explicitness", "explicitness_es"])

# %% [markdown]
# Three numbers for three questions:
# how often the exact value is named, how well each value is told from the others,
# and how much of each value's yes or no a polynomial explains.
#
# ## Try to break it
#
# Run the cell: it says what is asked.
# The lab above helps: cosines, 90 degrees, and the *frequency* is yours.
# Then change `mine` until it passes.

# %%
from disentangle_edu import lessons

mine = 4.0
lessons.check("13-exercise", mine)

# %%
lessons.hint("13-exercise")

# %%
lessons.solution("13-exercise")

# %% [markdown]
# ## Check yourself
#
# 1. A code is rotated.
#    Does explicitness change with the polynomial ladder, and does it with forests?
# 2. What does explicitness 0.9 with six degrees mean,
#    if the line leaves everything and degree 2 leaves nothing?
# 3. Why do only the even degrees help with a cosine?
#
# <details><summary>Answers</summary>
#
# 1. Hardly: polynomials of rotated latents are polynomials of latents.
#    With forests it does, since they cut along axes.
# 2. Exactly that: of five equal steps between the sizes, the first has an area of one half:
#    1 - 0.5 / 5 = 0.9.
# 3. A cosine is even, and odd powers are not.
#
# </details>
#
# ## Where it stands in the paper
#
# `eastwood2023` defines explicitness and size (the number of factors over the number of latents);
# `geyer2024`, equation 9 and appendix B, compares it with IWO.
# The code that ran above:

# %%
folded(explicitness_es, losses)

# %%
cite("eastwood2023", "geyer2024")
