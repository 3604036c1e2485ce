# %% [markdown]
# # Which of these two is better?
#
# **In this chapter:** two networks, seven scores, and a dial that mixes a code.
# **Time:** 20 minutes.
#
# Run everything with *Run → Run All Cells*.
# Drag a handle or a slider, or use Tab and the arrow keys.
#
# Two small networks have learned to redraw pictures, each from eight numbers.
# Drag one of A's knobs to its end, then one of B's: does one thing change, or do several at once?

# %% hidden=true
import numpy as np

from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions

labs.two_models()

# %% [markdown]
# With B you can say what each of these knobs is *for*.
# B2 sets the size of the shape (left is large), B8 slides the shape sideways, and B4 moves the
# shape up and down.
# At its right end, B4 also blunts the heart.
# B5 turns an ellipse into a heart, and the heart into a square.
# With A you cannot, because most knobs change two or more things when you drag them to an end.
#
# The eight numbers are a network's *code* of a picture.
# A code is **disentangled** if each of its numbers stands for one thing.
# Seven **judges** are scores from 0 to 1 that should measure this.
#
# ## Mix the code
#
# A dial can mix B's four knobs.
# Every picture can still be drawn from the mixed code, but a mixed knob moves several of B's knobs
# at once.

# %%
needles = labs.predict("00-needles")
needles

# %%
labs.dial(after=needles)

# %% [markdown] after="needles"
# Turn the dial slowly, and watch the words next to the rows before the needles.
# At 30 degrees in direction 1, four of the scores have lost more than half of their value, and two
# are still above 0.99.
# So a judge can call a code perfect after its knobs were mixed.
# Then choose the code A, whose knobs are mixed from the start.

# %% [markdown]
# ## Two requirements behind one word
#
# One reason why judges disagree: "each number stands for one thing" is two requirements in one.
# A picture has dials, too, the **factors**: for a rectangle, its width and height.
# A network describes each picture with its own numbers, the **latents**.
# Drag the corner, first only sideways, then only up and down.

# %%
labs.rectangle()

# %% [markdown]
# * **Characteristic 1:** a latent follows *at most one* factor.
#   No *row* of the table has two filled cells.
# * **Characteristic 2:** a factor moves *at most one* latent.
#   No *column* of the table has two filled cells.
#
# Sepliarskaia and others (2019), who define these two, also give a code for rectangles.

# %%
predicted = labs.predict("00-characteristics")
predicted

# %% [markdown]
# Choose a code, and drag the corner both ways.
# Which code has both characteristics, and which neither?

# %%
labs.rectangles(after=predicted)

# %% [markdown]
# ## How much does a latent know?
#
# For most codes, "moves or does not move" is too coarse: a latent can know a little about a factor.
# Some judges therefore measure knowledge in **bits**.
# One bit is the answer to one yes-or-no question, if both answers are equally likely.
# The **entropy** H of a factor is everything there is to know about the factor, in bits.
# The **mutual information** I is how many of these bits a latent gives you.
#
# All samples fill a square: the latent is low on the left, and the factor is 1 in the lower part.
# Drag the three points until the latent knows everything about the factor, and then nothing,
# although both still vary.

# %%
labs.shared_bits()

# %% [markdown]
# The strips overlap by the information that latent and factor share.
# The overlap is complete when one side of the square is all 1 and the other all 0.
# It vanishes when the two horizontal lines are at the same height.
#
# ## A code without a network
#
# The next chapters also judge a code of 1,797 handwritten digits.
# The code of a picture is its first ten principal components.
# We know six factors of each: the digit, ink, slant, width, height and stroke.
#
# **Drag one of the ten latents.**
# Is there a latent that changes only one of the four factors shown?

# %%
labs.handwriting()

# %% [markdown]
# In the column *slant*, latents 2 and 3 give almost the same number of bits.
# The last two rows give all the bits there are to know, and the most bits that any latent gave
# after one random shuffle.
#
# ## Check yourself
#
# A box has a width, a height and a depth.
# Write a code with *two* or more latents that has Characteristic 2 but not 1, and gives each box a
# different code.


# %%
def my_code(width, height, depth):
    return [width, height, depth]


check("00-exercise", my_code)

# %%
actions(hint("00-exercise"), solution("00-exercise"))

# %% [markdown]
# **"Each number stands for one thing" hides several requirements, so a code needs several judges.**
#
# Next: [[dci]], the first judge.
# `labs.export_guesses("my_guesses.json")` writes your guesses into a file.
#
# <details><summary>In the papers: sections, and where A and B come from.</summary>
#
# Characteristics 1 and 2 open sections 3.1 and 3.2 of sepliarskaia2019.
# The rectangles are its figure 1 and section 3.3.
# A and B are ours: `make zoo PAIR=1` trains them again, and [[zoo]] describes how.
# B has the highest MIG of six seeds of beta-TCVAE.
#
# </details>

# %%
actions(cite("sepliarskaia2019"))
