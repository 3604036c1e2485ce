# %% [markdown]
# # The clinic: why is the score low?
#
# **In this chapter:** what six scores say about a code, which repair raises them, and what the
# repairs cannot see.
# **Time:** 25 minutes.
# **Read before:** [[which_metric]].
#
# A low score does not say what is wrong, but different defects lower different scores.
# **Drag the strength, then choose another defect:** which scores fall, and which stay?

# %% hidden=true
import numpy as np
from disentangle_edu import Representation, diagnose, labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions

labs.signs()

# %% [markdown]
# At full strength, noise lowers all six scores, and every other defect leaves at least one of them
# nearly alone.
# A rotation leaves the linear R² at 1, because weighted sums of latents still give every factor.
# Copies lower MIG and SAP, which subtract the second best latent, and leave DCIMIG alone.
# Idle latents, which carry only noise, lower modularity alone.
#
# ## The first patient
#
# A patient is a code, or its data, with hidden defects, and you see only its scores.
# Choose *the first* under *strokes* in the lab above.
# **Find a defect and a strength whose bars meet the strokes**, and then guess which repair helps
# most.

# %%
first = labs.predict("11-first")
first

# %%
labs.treatment(number=1, after=first)

# %% [markdown] after="first"
# After *unrotate*, MIG and SAP are nearly as high as those of a code without a defect.
# A repair is fitted on one half of the samples, and the other half is scored.
# It looks at the factors, so a repaired score explains a low one and is not one to report.

# %% [markdown]
# ## Two defects at once

# %%
second = labs.predict("11-second")
second

# %%
labs.treatment(number=2, after=second)

# %% [markdown] after="second"
# After the merging, MIG nearly equals DCIMIG, because no copy is left that could be second best.
# *Denoise* alone raises DCIMIG and leaves MIG near 0.
# With both repairs, in either order, the two metrics meet again and are higher.

# %% [markdown]
# ## The third patient

# %%
third = labs.predict("11-third")
third

# %%
labs.treatment(number=3, after=third)

# %% [markdown] after="third"
# No low score of this patient is a mistake: a reader of one latent, or a linear regression on all
# of them, learns nothing from it.
# Yet the code keeps all three coins, and a table of its eight codes reads them without an error.
# Its modularity is high although its latents carry nothing alone, because modularity compares
# estimates here that are only sampling noise.
# So a code that no repair helps can still hold every factor.

# %% [markdown]
# ## More patients
#
# From here on, patients are drawn at random.
# They have one or two defects or none, or a network has learned them.
# **Click the repair that you expect to help most**, and commit: it is kept like a guess.
# Then try the others, and look at the code.
# A class can play the same patients: `labs.treatment(number=17)` opens patient 17.
# A repair that helps is a clue but no proof: *unrotate* also raises the MIG of copies.
#
# **Click a score of the table** to see its code.
# No score of the six notices every defect, but every defect is noticed by one of them.
#
# Below the table, `diagnose` tries all repairs on ten random halves of the samples, and searches
# for a sequence.
# Replace these arrays by your own.

# %%
labs.treatment()

# %%
labs.scores_by_defect()

# %%
factors = np.random.default_rng(0).normal(size=(1_000, 3))
latents = factors @ [[1, 1, 0], [-1, 1, 0], [0, 0, 1]]
diagnose(Representation(factors, latents))

# %% [markdown]
# ## Check yourself
#
# Find defects with these scores: MIG below 0.2 and modularity below 0.6, but MCC above 0.8 and
# the linear R² above 0.95.

# %%
my_defects = {"rotated": 0.5, "noisy": 0.0}  # change this
check("11-exercise", my_defects)

# %%
actions(hint("11-exercise"), solution("11-exercise"), cite("sepliarskaia2019"))

# %% [markdown]
# **Before you blame a code for a low score, ask which scores stayed high.**
#
# Next: [[same_name]].
# The same judge gives many different numbers.
#
# <details><summary>In the papers: who describes these defects.</summary>
#
# sepliarskaia2019 builds codes with copies, with bends and with mixtures, one at a time, and says
# which metric each of them misleads.
# The repairs and the search for a sequence are ours.
#
# </details>
