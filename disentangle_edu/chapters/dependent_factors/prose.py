# %% [markdown]
# # A red strawberry: is its latent mixed?
#
# **In this chapter:** the factors themselves depend on each other.
# A good code scores lower, and a worse one overtakes it.
# **Time:** 30 minutes.
# **Read before:** [[mig_and_dcimig]] and [[witnesses]].
#
# Latent 1 copies the fruit, and latent 2 copies its colour.
# **Drag the handle:** more strawberries turn red, and more plums blue.
# What does MIG do?

# %% hidden=true
import numpy as np
from disentangle_edu import dependent_modularity, labs, minimality
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.fruits()

# %% [markdown]
# The code stays a perfect copy, but MIG falls.
# At 45 red strawberries, MIG subtracts 0.53 bits from the 1 bit of latent 2.
# But among the strawberries alone latent 1 never changes, so it says nothing about colour.
#
# ## The same with images
#
# Here are handwritten digits from 0 to 3, orange or green, on black or white.
# A code was trained *with labels*: one latent for the digit, one for its colour, one for the
# background, and five for everything else.
# At first, a fair coin decides each colour.
#
# 1. Make your guess.
# 2. **Drag a knob** below a row, and watch what the decoder draws.
# 3. Move the first slider to 1: the digit decides both colours.
#    A knob may now change the digit as well, because the decoder has seen only four of sixteen
#    combinations.
# 4. Choose the code *leaking*, in which latent 2 also moves with the digit.

# %%
decided = labs.predict("14-decided")
decided

# %%
labs.coloured_digits(after=decided)

# %% [markdown] after="decided"
# Where the digit decides both colours, MIG ranks the leaking code *higher*: 0.25 against 0.16.
# In both codes the digit's latent determines the colours.
# In the right code each colour's own latent determines it as well, so the gap is 0.
# The leak blurs the latent of the digit's colour, and a gap opens: MIG rewards the damage.

# %% [markdown]
# ## What to ask instead
#
# almudevar2024 asks a different question.
# **Once a factor is known, does the latent still say anything about the others?**
# Its five requirements concern a code with one latent per factor:
#
# * **modular:** once the latent's own factor is known, the latent says nothing about the others;
# * **compact:** once this latent is known, other latents say nothing about the factor;
# * **explicit:** all latents together contain everything that the data say about the factor;
# * **minimal:** the latent contains nothing except its factor, not even a **nuisance**, something
#   that moves the data but is not a factor;
# * **sufficient:** the latent alone contains everything that the data say about its factor.
#
# Each score is a share of information, and is 1 if the requirement is met.
#
# Test your guess on three angles, which the code copies.
# Move the first slider; then reset, and let latent 1 leak with the second.

# %%
falls = labs.predict("14-who-falls")
falls

# %%
labs.dependent_factors(after=falls)

# %% [markdown] after="falls"
# At 0.9, MIG of the copy falls by 0.16, while modularity falls by only 0.02 and D stays at 1.
# Modularity for dependent factors is 1 for the copy, however much the factors depend on each other.
# With a leak of 0.3, it is 0.91.

# %% [markdown]
# ## What no score can show
#
# A code now mixes the three factors of the digits at random, and the decoder from above draws all
# sixteen combinations.
# **Drag the handle** from a fair coin to the right end.

# %%
labs.all_combinations()

# %% [markdown]
# When the digit determines everything, any code is modular.
# The digit can count as the own factor of every latent: once it is known, so are the colours.
#
# The shapes in dashed frames are blurred, and most look like the digit that has these colours in
# the data.
#
# When the colours reveal the digit, a predictor trained on such images reads every digit.
# But it may have learned a **shortcut**: it can read the colours and need not look at the shape.
# No score of the code, on the same kind of data, will show you this.
#
# ## Check yourself
#
# 1. Find settings of the lab of angles for which MIG exceeds minimality by 0.05 or more.
# 2. Mix the factors of the coloured digits.
#    Each factor must still be recognised from a single latent, with modularity for dependent
#    factors at 0.7 or lower.

# %%
mine = {"leak": 0.3}
check("14-exercise-1", mine)

# %%
actions(hint("14-exercise-1"), solution("14-exercise-1"))

# %%
mixed = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
check("14-exercise-2", mixed)

# %%
actions(hint("14-exercise-2"), solution("14-exercise-2"))

# %% [markdown]
# **If factors depend on each other, a low MIG may describe the data rather than the code.**
#
# Next: [[guardians]].
# Three more judges check codes that a theorem calls right.
#
# <details><summary>In the papers: what is lost, and what is ours.</summary>
#
# The requirements are in sections 3 and 5 of almudevar2024, which calls latents z and factors y.
# Its Tables 1, 5 and 6, Algorithms 1 to 4 and trained model are missing from every copy we found.
# So the angles, the probabilities of the colours and the form by forests are our reconstruction.
# The paper colours MNIST, while we colour scikit-learn's digits of 8 by 8 pixels.
# Conditional information needs many samples: counting finds bits that are not there, and the
# measure estimates how large this **estimation bias** is for your samples.
#
# </details>

# %%
actions(folded(dependent_modularity, minimality), cite("almudevar2024"))
