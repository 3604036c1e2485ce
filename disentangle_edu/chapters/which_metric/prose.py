# %% [markdown]
# # Which metric should you believe?
#
# **In this chapter:** which judges agree, where they part, and whether a high score helps anybody
# who uses the code.
# **Time:** 25 minutes.
# **Read before:** [[zoo]].

# %%
import numpy as np
import pandas as pd

from disentangle_edu import labs
from disentangle_edu.chapters.which_metric.quiz import FOREST_SAW, other_signs
from disentangle_edu.chapters.which_metric.labs import VIEWS
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.zoo import rank_correlation, pretrained

# %% [markdown]
# A high score is a promise.
# Somebody will train a simple reader on few samples, to find the factors in this code.
# Does a high MIG promise that?

# %%
pooled = labs.predict("10-pooled")
pooled

# %% [markdown]
# Each point is a model of the zoo, marked by the loss it was trained with.
# Look at which losses lie where.

# %%
labs.three_views(after=pooled, views=["pooled"])

# %% [markdown]
# ## Is it the metric, or the recipe?
#
# A **recipe** is a loss and its strength.
# The zoo has 37 recipes for sprites, with ten seeds each.

# %%
within = labs.predict("10-within")
within

# %% [markdown]
# Now move the points.
# Choose *recipes*: all seeds of a recipe go to their mean.
# Choose *within recipes*: that mean is taken away, and only chance is left.
# Watch the correlation in the title.
# Then choose a forest as the reader.

# %%
labs.three_views(after=(pooled, within))

# %% [markdown] after="pooled, within"
# For the small network, next to nothing of the link with MIG is left once the recipe is fixed.
# What looked like MIG's fault was the recipe: losses and strengths that give a high MIG keep less
# of the picture.
# This is **Simpson's paradox**: a trend over groups may vanish, or turn, inside each group.
#
# For the forest it is the other way round:
# its link with MIG is *stronger* within a recipe than over all models.
# A forest cuts along axes, so it pays when the grid lies along them.
#
# All models, recipes, within recipes: three questions, three answers.
# A paper that reports one of them should say which.

# %%
models = pretrained.table().query("world == 'sprites'")
judges = ["mig", "dcimig", "disentanglement", "iwo_gca", "-rec_mean"]
of_forest = rank_correlation.within_recipe_correlations(models, "forest", 3000, judges).set_index(
    "metric"
)
labs.after(within, lambda: of_forest[list(VIEWS)].rename(columns=VIEWS).round(2))

# %% [markdown]
# ## Six points

# %%
families = labs.predict("10-six")
families

# %%
labs.six(after=families)

# %% [markdown]
# Choose how many codes the forest saw.
# These families contradict the whole, by the number of codes:

# %%
turned = {f"{codes:,} codes": ", ".join(other_signs(codes)) or "none" for codes in FOREST_SAW}
labs.after(families, lambda: pd.Series(turned, name="families of the other sign").to_frame())

# %% [markdown] after="families"
# Six points are few, even if each is the mean of ten seeds.
# One seed for each strength is fewer still.

# %% [markdown]
# ## Who agrees with whom?

# %%
kin = labs.predict("10-kin")
kin

# %% [markdown]
# Click a square: the plane shows the two columns, with a point for each model.
# Click a point, and its table appears below.
# The letters are A and B, the networks of [[start_here]].
# They learned other pictures, so do not compare them with the cloud.
# *Learned IWO* is `iwo_gca`: it asks for directions in place of axes ([[directions]]).
# *Forest* and *network* are readers, and stand for how well they read the factors.

# %%
labs.agreement(after=(pooled, kin))

# %% [markdown]
# MIG and DCIMIG are near relatives.
# Still they order some pairs of models differently.
# The bars under each table show what each factor adds to the score.

# %%
labs.disagreement()

# %% [markdown]
# ## Check yourself
#
# Choose six models over which MIG and the forest contradict each other.

# %%
my_six = list(models.index[:6])
check("10-exercise", my_six)

# %%
hint("10-exercise")

# %%
solution("10-exercise")

# %% [markdown]
# Next: [[same_name]].
# The same judge speaks with many accents.
#
# <details><summary>In the papers: what our zoo can say of them.</summary>
#
# Rank correlations are figure 2 and appendix A.1 of sepliarskaia2019, drawn without their numbers.
# Its figure 3 has a pair that MIG and DCIMIG order differently, figure 4 one of DCI and DCIMIG.
# Reading factors from codes is section 5 of geyer2024, which averages over seeds
# and takes Pearson's correlation over six strengths.
# Done so, and averaged over our six families, IWO goes before D, and D before MIG, as there.
# These are means of six correlations of six points each.
# Within recipes (the table above) IWO comes last.
#
# </details>

# %%
said(
    "Pearson's correlation with the accuracy of a forest (3,000 codes), mean of six families: "
    "IWO {iwo:.2f}, D {d:.2f}, MIG {mig:.2f}.",
    iwo=rank_correlation.as_geyer2024(models, "iwo_gca", "forest_3000"),
    d=rank_correlation.as_geyer2024(models, "disentanglement", "forest_3000"),
    mig=rank_correlation.as_geyer2024(models, "mig", "forest_3000"),
)

# %%
folded(
    rank_correlation.within_recipe_correlations,
    rank_correlation.over_strengths,
    rank_correlation.disagreements,
)

# %%
cite("sepliarskaia2019", "geyer2024")
