# %% [markdown]
# # SAP: what a straight line can see
#
# **After this notebook you can** compute SAP's score for a bent latent in closed form, and show that the printed 0.98 does not come out under any variant we know. **Time:** 12 minutes. **Read before:** `00_start_here`.

# %%
from disentangle_edu.worlds import examples
from disentangle_edu import labs, mig, sap
from disentangle_edu.worlds.examples import r2_of_power
from disentangle_edu.measures import predictability
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# How well does *one* latent alone predict a factor, with a straight line? For each factor take the best latent minus the second best. If one latent does it and
# no other comes near, the gap is large.
#
# ## What the metric is
#
# $$\text{part}_k = \max_i S_{ik} - \text{second}_i\, S_{ik}, \qquad S = R^2 \text{ of the line (continuous factors) or accuracy of a linear SVM (levels)}.$$
#
# R² is the share of the factor's variance that the line explains: 1 for a perfect line, 0 for none.

# %%
source(sap)

# %%
source(predictability)

# %% [markdown]
# ## Predict
#
# Two factors, uniform between -1 and 1. Latent 1 is factor 1 to the power 15, latent 2 is factor 2 to the power 15. Each latent *determines* its factor and knows
# nothing of the other: a perfect code. What will SAP say?

# %%
my_guess = 0.95  # your prediction: change it

# %% [markdown]
# ## Move
#
# Left: latent and factor, with the best line. Next to it: the exact score for every odd exponent, with your exponent marked. Exponent 1 is a plain copy.

# %%
lab = labs.sap_power()
lab

# %%
{exponent: lab.at(exponent=exponent) for exponent in (1, 3, 15, 25)}

# %% [markdown]
# ## Reveal

# %%
reveal("sap-0.32", guess=my_guess)

# %% [markdown]
# ## Why
#
# For a power p, the squared correlation of v and its p-th power can be worked out by integrals. A few lines of arithmetic give the formula below; for p = 15 it is 93/289.

# %%
source(r2_of_power)

# %% [markdown]
# A high power sends most of the factor's range to nearly the same latent value (the upright part of the picture) and spends the latent's range on the ends. All information is there, but a line cannot get it. Mutual information does not care about lines; does MIG?

# %%
rep = examples.power_world(15).sample(10_000)
print("MIG of the 15th power:", round(float(mig(rep)), 4))
print("MIG of a plain copy:  ", round(float(mig(examples.power_world(1).sample(10_000))), 4))

# %% [markdown]
# MIG suffers too, for another reason: equal widths put most samples of a 15th power into the middle bin. How continuous numbers are cut is part of a score.
#
# ## The other direction: hide a latent from the line
#
# Now the latents are v1, **v1^25 + v2^25** and v2. The one in the middle follows both factors. The paper prints 0.98. Predict, then look.

# %%
my_second_guess = 0.98  # your prediction: change it

# %%
hidden_lab = labs.sap_hidden_sum()
hidden_lab

# %%
{exponent: hidden_lab.at(exponent=exponent) for exponent in (1, 5, 25, 35)}

# %%
reveal("sap-0.98", guess=my_second_guess)

# %% [markdown]
# The printed figure does not come out, and no exponent of the lab reaches it. What the paper concludes from it, that SAP stays high although a latent
# follows both factors, is true all the same. We report both.
#
# ## Try to break it
#
# Few-valued factors are read by a linear SVM instead. Give SAP the best code there is, a copy of a factor with many levels:

# %%
{
    levels: round(float(sap(examples.copy_world(levels, levels).sample(2000))), 3)
    for levels in (2, 4, 8, 16)
}

# %% [markdown]
# All of these are *perfect copies*. With two levels the second latent guesses about half of them right, so the gap stays near one half. With many levels something else goes wrong: the classifier gives each level a
# straight line in the latent and lets the largest answer win; with C = 0.01 the lines are nearly flat, and levels in the middle rarely win. If your levels are numbers with an
# order, tell the representation so (`factor_kinds="continuous"`).
#
# ## Check yourself
#
# 1. Which exponent gives the lowest R² in the lab, and why does it not matter for what the latent *knows*?
# 2. Would SAP notice a latent z = v² (with v uniform between -1 and 1)?
#
# <details><summary>Answers</summary>
#
# 1. The highest one. An odd power can always be undone, so the latent determines the factor whatever the exponent.
# 2. No. The parabola is symmetric, its best line is flat, R² is 0. Mutual information would notice.
#
# </details>
#
# ## Where it stands in the paper
#
# Definition in 3.2.1; Fact 6 (Property 1 fails) and Fact 8 (Property 2 fails).

# %%
cite("kumar2017", "sepliarskaia2019")
