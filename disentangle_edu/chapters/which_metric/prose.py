# %% [markdown]
# # Which metric should you believe?
#
# **In this chapter:** which judges agree, where they differ, and whether a high score helps anyone
# who uses the code.
# **Time:** 25 minutes.
# **Read before:** [[zoo]].

# %%
import numpy as np
import pandas as pd

from disentangle_edu import labs
from disentangle_edu.chapters.which_metric.data import FOREST_SAW, VIEWS, other_signs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.zoo import rank_correlation, pretrained

# %% [markdown]
# A high score is a promise: a simple predictor, trained on few samples, will find the factors in
# this code.
# Does a high MIG keep that promise?

# %%
pooled = labs.predict("10-pooled")
pooled

# %% [markdown]
# Each point is a model of the zoo, marked by the loss it was trained with.
# Notice where the models of each loss lie.

# %%
labs.three_views(after=pooled, views=["pooled"])

# %% [markdown]
# ## Is it the metric or the recipe?
#
# A **recipe** is a loss and its strength.
# The zoo has 37 recipes for sprites, with ten seeds each.

# %%
within = labs.predict("10-within")
within

# %% [markdown]
# Now move the points, and watch the correlation in the title.
# Choose *recipes*: all seeds of a recipe move to their mean.
# Choose *within recipes*: the recipe's mean is subtracted, so only the luck of the seed is left.
# Then let a forest read the factors, and finally logistic regression.

# %%
labs.three_views(after=(pooled, within))

# %% [markdown] after="pooled, within"
# For the small network, almost none of the correlation with MIG remains once the recipe is fixed.
# The recipe was at fault, not MIG, partly because recipes with a high MIG keep less of the picture.
# For logistic regression, it is negative over all models and positive within a recipe.
# This is **Simpson's paradox**: a trend across groups can vanish, or reverse, within the groups.
#
# For the forest on 3,000 codes, the correlation is *stronger* within a recipe than over all models.
# A forest splits one latent at a time, so a code with a latent for each factor suits it.
#
# All models, recipes, within recipes: a paper should name the one that it reports.

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
# Choose how many codes the forest was trained on.
# The table lists the families whose sign is opposite to that over all models:

# %%
turned = {f"{codes:,} codes": ", ".join(other_signs(codes)) or "none" for codes in FOREST_SAW}
labs.after(families, lambda: pd.Series(turned, name="families of the other sign").to_frame())

# %% [markdown] after="families"
# Six points are few, even if each is the mean of ten seeds.

# %% [markdown]
# ## Which metrics agree?

# %%
kin = labs.predict("10-kin")
kin

# %% [markdown]
# Click a square to see its two columns as a plane, and a point to see the model's table.
# The interval in the caption draws single models, so it is narrower than those above, which draw
# recipes.
# A and B, the networks of [[start_here]], were trained on other pictures, so do not compare them
# with the cloud.
# *Learned IWO* is `iwo_gca`: it looks for directions instead of axes ([[directions]]).
# *Forest* and *network* show how well these predictors read the factors.

# %%
labs.agreement(after=(pooled, kin))

# %% [markdown]
# MIG and DCIMIG are closely related, but they rank some pairs of models in opposite order.
# The bars under each table show the parts of the score.

# %%
labs.disagreement()

# %% [markdown]
# ## Check yourself
#
# Choose six models for which MIG and the accuracy of a forest trained on 300 codes have a rank
# correlation of -0.8 or less.

# %%
my_six = list(models.index[:6])
check("10-exercise", my_six)

# %%
hint("10-exercise")

# %%
solution("10-exercise")

# %% [markdown]
# Next: [[same_name]].
# The same judge gives many different numbers.
#
# <details><summary>In the papers: what our zoo can say about them.</summary>
#
# sepliarskaia2019 shows rank correlations in figure 2 and appendix A.1, without their values.
# It shows models that MIG and DCIMIG (figure 3), or DCI and DCIMIG (figure 4), rank differently.
# geyer2024 predicts factors from codes in section 5, and correlates means over seeds by Pearson.
# In our six families the means of IWO, D and MIG have the same order as in that paper.
# But the six correlations differ so much that our zoo does not establish this order.
# Within recipes, IWO is the last of the three.
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
