# %% [markdown]
# # Which metric should you believe?
#
# **In this chapter:** which judges agree, where they differ, and whether a high score helps anyone
# who uses the code.
# **Time:** 25 minutes.
# **Read before:** [[zoo]].
#
# Each point is a network of the zoo, and the six nearest to the ring are chosen.
# **Drag the ring:** for which six models does the forest get worse while MIG rises?

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded
from disentangle_edu.zoo import rank_correlation

chosen = labs.six_models()
chosen

# %% [markdown]
# Six models can show nearly anything, so the next pictures use all 370.
# The bar holds 95% of the correlations that result if the recipes are drawn again, with repeats.
# A **recipe** is a loss and its strength.
# The zoo has 37 recipes for sprites, with ten seeds each.
#
# ## Is it the metric or the recipe?
#
# One reading of a high score is a promise: a simple predictor will find the factors in this code.
# Does a high MIG keep that promise?

# %%
pooled = labs.predict("10-pooled")
pooled

# %%
within = labs.predict("10-within")
within

# %% [markdown]
# Now move the points, and watch the correlation in the title.
#
# 1. Choose *recipes*: all seeds of a recipe move to their mean.
# 2. Choose *within recipes*: the recipe's mean is subtracted, so only the luck of the seed is left.
# 3. Let logistic regression read the factors, and then a forest.

# %%
labs.three_views(after=(pooled, within))

# %% [markdown] after="pooled, within"
# For the small network, almost none of the correlation with MIG remains once the recipe is fixed.
# The correlation comes from differences between recipes: those with a high MIG tend to keep less of
# the picture.
# For logistic regression, the correlation is negative over all models, and positive on average
# within recipes.
# This is **Simpson's paradox**: a trend across groups can vanish, or reverse, within the groups.
#
# For the forest on 3,000 codes, the correlation is *stronger* within a recipe than over all models.
# A forest splits one latent at a time, so a code with a latent for each factor suits it.
#
# The three correlations answer three questions: which model from anywhere, which recipe, or which
# seed to choose.
# A paper should name the one that it reports.

# %% [markdown]
# ## Six points

# %%
families = labs.predict("10-six")
families

# %% [markdown]
# **Click a family** to see its six points, and choose how many codes the forest was trained on.

# %%
labs.six(after=families)

# %% [markdown] after="families"
# Six points are few, even if each is the mean of ten seeds.

# %% [markdown]
# ## Which metrics agree?

# %%
kin = labs.predict("10-kin")
kin

# %% [markdown]
# **Click a square** to see its two columns as a plane, and a point to see the model's table.
# *Learned IWO* is `iwo_gca`: it looks for directions instead of axes ([[directions]]).
# *Forest* and *network* show how well these predictors read the factors.

# %%
labs.agreement(after=(pooled, kin))

# %% [markdown]
# ## Check yourself
#
# Choose six models for which MIG and the accuracy of a forest trained on 300 codes have a rank
# correlation of -0.8 or less.
# The cell takes the six models that you chose in the first lab.

# %%
my_six = chosen.models
check("10-exercise", my_six)

# %%
actions(hint("10-exercise"), solution("10-exercise"))

# %% [markdown]
# **Ask of each correlation: over which models, and how far would it move if you drew them again?**
#
# Next: [[clinic]].
# Six scores together say what is wrong with a code.
#
# <details><summary>In the papers: what our zoo can say about them.</summary>
#
# sepliarskaia2019 shows rank correlations in figure 2 and appendix A.1, without their values.
# It shows models that MIG and DCIMIG (figure 3), or DCI and DCIMIG (figure 4), rank differently.
# geyer2024 predicts factors from codes in section 5, and correlates means over seeds by Pearson.
# Averaged over our six families, the correlations of IWO, D and MIG with accuracy have the paper's
# order.
# But the six correlations differ so much that our zoo does not establish this order.
# Within recipes, IWO has the lowest correlation of the three.
#
# </details>

# %%
actions(
    folded(rank_correlation.within_recipe_correlations, rank_correlation.over_strengths),
    cite("sepliarskaia2019", "geyer2024"),
)
