# %% [markdown]
# # Same name, many numbers
#
# **In this chapter:** one code, one name, and very different numbers.
# You go step by step from one library's number to another's, and learn what to report.
# **Time:** 20 minutes.
# **Read before:** [[dci]] and [[mig_and_dcimig]].
#
# Two libraries compute MIG for the same perfect copy, and three settings separate their numbers.
# **Drag a step by its handle** to another position: which setting is to blame?

# %% hidden=true
import numpy as np
from disentangle_edu import labs, mig
from disentangle_edu.conventions.compare import Printed, Walk
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.same_name(metrics=["mig", "sap", "modularity"])

# %% [markdown]
# A **convention** is a library's choice of options for a metric: the bins, the predictor, the
# scaling, the samples it is judged on.
# The first bar is MIG as the first library computes it.
# Each further bar changes *one* setting to that of the other library.
# **Click a step** to see the parts of its score, and the settings that give it.
#
# Each of the three settings makes the largest step in some order, so no single one is to blame.
# The copied factors have 3, 6, 40, 32 and 32 values.
# With 20 bins a latent cannot separate 40 or 32 values, so even a perfect copy is capped.
# Either change lifts the cap: dividing by the entropy of the *latent*, or cutting the factors too.
# But then MIG no longer asks whether the 40 values can be separated.
#
# ## One noisy copy, thirteen libraries
#
# For this chapter, thirteen libraries were run on up to fifteen inputs.
# Your guess is about one of these inputs.

# %%
lowest = labs.predict("12-range")
lowest

# %%
labs.after(lowest, lambda: Printed("e_noise05"))

# %% [markdown]
# ## From one D to another
#
# Here is the same lab for D of the noisy copy.
# Each step trains a predictor, which takes a moment.
#
# 1. Drag *as continuous* to the front.
#    What does *predictor* still change?
# 2. Choose another metric, library or input.
#    *Run the full size* uses 10,000 samples.

# %%
noisy = {"representation": "e_noise05", "metric": "disentanglement"}
labs.same_name(after=lowest, **noisy, start="zhang2021", end="qedr")

# %% [markdown] after="lowest"
# At first, the step from a forest to a lasso makes nearly all of the difference.
# The setting *as continuous* makes the predictor treat each factor as a number instead of a class.
# With *as continuous* in front, that setting makes about half of it, and *predictor* most of the
# rest.
#
# A *forest* of classification trees grows until it separates its training samples.
# The noise of every latent helps with that, so importance spreads over all latents.
# A *lasso* fits one straight line to a factor, and its penalty sets small weights to 0.
#
# So D can depend as much on the predictor as on the code, and means little without I.
# For our one draw of pure noise, with 10,000 samples, the lasso of *ubisoft* even gives D = 1.
# It finds tiny weights for one factor and none for the others, so every latent is "focused" on that
# factor.

# %% [markdown]
# ## Which number should you report?
#
# Report these:
#
# * D together with I;
# * MIG with its bins, and with the maximum that a perfect copy could reach;
# * whether latents were scaled before an SVM or a lasso;
# * scores measured on held-out samples that are drawn at random, because files are often sorted;
# * the number of **dead** latents, which never vary;
# * the settings **line** of every score, such as `mig(rep, convention="ubisoft").summary_line`.
#
# If you compare with a published table, use *its* convention, and give yours as well.
# `disentangle-edu compare FILE` shows how far the conventions differ on your own file.
#
# ## Check yourself
#
# A paper reports a MIG of 0.9724 for the perfect copy and 0.3205 for the noisy one, each from 2,000
# samples, and gives no settings.
# Which settings reproduce both numbers?

# %%
mine = {"bins": 20}
check("12-exercise", mine)

# %%
actions(hint("12-exercise"), solution("12-exercise"))

# %% [markdown]
# **Report every score with its settings line, and compare only scores whose settings agree.**
#
# Next: [[directions]].
#
# <details><summary>In the papers: libraries that depart from the formula.</summary>
#
# carbonneau2022 compares metrics, and its code is one of the conventions here.
# If a library departs from the published formula on purpose, as in the divisor of MIG, that is an
# option of our metrics.
# We name bugs in a library's code, but do not imitate them.
#
# </details>

# %%
actions(folded(mig, Walk), cite("chen2018", "kumar2017", "eastwood2018", "carbonneau2022"))
