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
from disentangle_edu import diagnose, labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions
from disentangle_edu.worlds import examples

labs.signs()

# %% [markdown]
# Noise lowers all six scores, and every other defect leaves at least one of them nearly alone.
# A rotation leaves the linear R² at 1, because straight lines still read every factor.
# Copies lower MIG and SAP, which subtract the second best latent, and leave DCIMIG alone.
# Idle latents lower modularity alone.
#
# ## The first patient
#
# A patient is a code with hidden defects, and you see only its scores.
# Choose *the first* under *strokes* in the lab above.
# **Find the defect whose bars reach the strokes**, then guess which of six repairs helps most.
# The next lab opens after your guess.
# **Click a repair**, and tick *show the code* at the end.
# A repair is fitted on one half of the samples, and the other half is scored.

# %%
first = labs.predict("11-first")
first

# %%
labs.treatment(number=1, after=first)

# %% [markdown] after="first"
# After *unrotate*, MIG and SAP are nearly as high as those of a code without a defect.
# A repair looks at the factors, so a repaired score explains a low one and is not one to report.

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
# ## A patient that no repair helps

# %%
third = labs.predict("11-third")
third

# %%
labs.treatment(number=3, after=third)

# %% [markdown] after="third"
# Every low score of this patient is true: a linear or a one-latent reader learns nothing from it.
# Yet the code keeps all three coins, and a table of its eight codes reads them without an error.
# Its modularity is high although its latents carry nothing alone, because modularity compares tiny
# numbers with each other.
# So *nothing to repair* does not mean *nothing there*.

# %% [markdown]
# ## More patients
#
# From here on, patients are drawn at random, with one or two defects.
# **Press *Next patient*** as often as you like.
# Then let `diagnose` do the same for a code of your own.
# It tries all repairs on ten random halves of the samples, and searches for a sequence.

# %%
labs.treatment()

# %%
diagnose(examples.rotated(30))

# %% [markdown]
# ## Check yourself
#
# Find defects with these scores: MIG below 0.2 and modularity below 0.55, but MCC above 0.75 and
# the linear R² above 0.95.

# %%
my_defects = {"rotated": 0.5, "noisy": 0.0}  # change this
check("11-exercise", my_defects)

# %%
actions(hint("11-exercise"), solution("11-exercise"))

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

# %%
actions(cite("sepliarskaia2019"))
