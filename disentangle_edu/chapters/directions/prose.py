# %% [markdown]
# # Are axes the right thing to ask for?
#
# **In this chapter:** you rotate a latent space by hand and see which judges notice.
# **Time:** 30 minutes.
# **Read before:** [[dci]] and [[mig_and_dcimig]].
#
# Each dot is a sample, coloured by the level of factor 1.
# **Drag the orange tip,** and watch how well a straight line still reads the factors.

# %% hidden=true
import numpy as np
from disentangle_edu import explicitness_es, iwo, iwr, labs
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.common.verdicts import CODES, pair_code
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.turned_space()

# %% [markdown]
# ## Should a score fall?
#
# Nothing is lost: a straight line fitted again reads the factors as well as before.
# But D, C, MIG and SAP want each factor on an **axis**, that is, on its own latent.
#
# Make your guess, then rotate a space of four latents.
# The solid line is factor 1, and the dashed line is factor 2.
#
# * **Drag the tip of the solid line** to rotate the whole space.
# * **Drag the tip of the dashed line** to bring factor 2 closer to factor 1.

# %%
turned = labs.predict("13-turned")
turned

# %%
labs.orthogonality(after=turned)

# %% [markdown] after="turned"
# D, C, MIG and SAP ask for axes, so they fall when this space turns, while IWO and IWR stay.
# IWO falls instead when the two directions come closer.
# At 45 degrees C keeps half of its value, because each factor needs two of the four latents.
# SAP misses squares, because a straight line cannot see them.

# %% [markdown]
# ## What IWO asks
#
# geyer2024 gives every factor a **subspace**: directions of length 1 at right angles to each other,
# from most to least important, and an importance for each.
#
# * **IWO** asks whether the directions of two factors are at right angles.
# * **IWR** asks whether each factor needs few directions.
#
# For two single directions, the overlap is the squared cosine of the angle between them.
# **Drag the dashed line down** until half of the large square is left.

# %%
labs.overlap()

# %% [markdown]
# IWO falls slowly near 90 degrees, and fastest at 45.
# With several directions, each pair is weighted by the square root of the product of their
# importances.
#
# A straight line over the latents finds one direction for each factor.
# If factors depend nonlinearly on the latents, use a trained network:
# `subspaces(rep, method="gca")` needs PyTorch.
# We trained such networks on 45 worlds whose truth is known: 39 without noise, and 3 at each of two
# levels of noise.
# IWO is too low in every world, by 0.03 on average without noise and by 0.25 with the most noise.
# Whatever the predictor leaves unexplained, such as noise, is spread evenly over all directions,
# and IWO counts it as overlap.
# This is **estimation bias**, so compare IWO only between codes with the same noise.
#
# ## How large must a predictor be?
#
# Informativeness asks whether *some* predictor can read a factor.
# **Explicitness** in DCI-ES asks how large this predictor must be.
# It tries a ladder of predictors from small to large, called **probes**, and notes the loss
# each leaves.
# Explicitness is 1 minus the area under the curve of these losses, with the ladder's length taken
# as 1.
#
# In the next picture each factor is a sum of *squares*, or of *cosines*, of the two coordinates of
# its plane, and the ladder is polynomials of degree 1 to 6.
# Make your guess.
# **Drag the large tip** of the second plane, then choose *cosines*, and watch the blue area.

# %%
change = labs.predict("13-which-change")
change

# %%
labs.four_cases(after=change)

# %% [markdown] after="change"
# IWO depends on the planes, explicitness mainly on the function, and D on the axes.
# IWO cannot exceed 0.5 here: two planes in three latents always share a line, and within a plane
# both directions have equal weight.

# %% [markdown]
# ## Check yourself
#
# 1. Write two directions in three latents, neither of them on an axis, with an IWO of 0.5.
# 2. Find a frequency of the cosines, from 1 to 8, at which degree 4 leaves at most a tenth of the
#    loss, and degree 2 leaves half of it or more.

# %%
mine = [[1, 0, 0], [1, 1, 0]]
check("13-exercise-1", mine)

# %%
actions(hint("13-exercise-1"), solution("13-exercise-1"))

# %%
frequency = 4.0
check("13-exercise-3", frequency)

# %%
actions(hint("13-exercise-3"), solution("13-exercise-3"))

# %% [markdown]
# **If the two factors of a code are rotated into each other by 45 degrees, D falls to 0, but
# nothing is lost.**
#
# ## Two more verdicts
#
# Both scores for A, B and the handwriting:
# The directions come from straight lines, the ladder from polynomials.

# %%
judges = {"IWO": iwo, "explicitness (ES)": explicitness_es}
Scores({n: {each: judge(pair_code(each)).value for each in CODES} for n, judge in judges.items()})

# %% [markdown]
# IWO prefers B, but by less than D and MIG do.
# Explicitness prefers A to B, and the handwriting to both.
# A code that is easy to read need not be disentangled.
#
# Next: [[dependent_factors]].
# What if the factors themselves are correlated?
#
# <details><summary>In the papers: IWO, the ladders, and what is open.</summary>
#
# IWO, IWR and GCA are in sections 3 and 5 and appendix B of geyer2024.
# Its two theorems hold on random subspaces; its appendix D and its equation disagree.
# Claims that need its trained models are recorded as open.
# eastwood2023 defines explicitness; the ladders and their even spacing are our choice, so compare
# only scores of one ladder.
# Ridgeway's *explicitness* is different again: an area under a ROC curve.
# The verdicts are in [[claims]].
#
# </details>

# %%
actions(folded(iwo, iwr, explicitness_es), cite("geyer2024", "eastwood2023"))
