# %% [markdown]
# # Which of these two is better?
#
# **In this chapter:** two networks, two requirements behind one word, and seven scores.
# **Time:** 20 minutes.
#
# Run everything with *Run → Run All Cells*.
# Drag round orange handles with the mouse or a finger, or use Tab and the arrow keys.

# %%
import numpy as np

from disentangle_edu import examples, labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import sensitivity
from disentangle_edu.viz.bibliography import cite

# %% [markdown]
# Two small networks have learned to draw.
# Both saw the same 4,608 pictures of squares, ellipses and hearts.
# Each network learned to redraw them from eight numbers, and nobody told it what the numbers should
# mean.
#
# Drag one of A's knobs to its end.
# Then do the same with one of B's.

# %%
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
# A code is called **disentangled** if each of its numbers stands for one thing.
# Our seven **judges** are scores from 0 to 1 that are meant to measure this.
# They will rate A and B in the next chapters.
#
# ## Your first guess

# %%
judges = labs.predict("00-judges")
judges

# %% [markdown]
# Each of the next five chapters takes one or two judges apart, and ends with their verdict.
# A third code, which comes from no network, will join A and B.
#
# ## Two requirements behind one word
#
# Why do the judges disagree?
# One reason is that "each number stands for one thing" contains two different requirements.
#
# Whatever made a picture had a few dials, too, the **factors**.
# For a rectangle they are its width and its height.
# A network describes each picture with its own numbers, the **latents**.
#
# Drag the corner of the rectangle, first only sideways, then only up and down.

# %%
labs.rectangle()

# %% [markdown]
# * **Characteristic 1:** a latent follows *at most one* factor.
#   No *row* of the table has two filled cells.
# * **Characteristic 2:** a factor moves *at most one* latent.
#   No *column* of the table has two filled cells.
#
# Sepliarskaia, Kiseleva and de Rijke (2019), who define these two, also give a code for rectangles.

# %%
predicted = labs.predict("00-characteristics")
predicted

# %% [markdown]
# Choose a code, drag the corner both ways, and watch which of the four fields the code lands in.
# Which code has both characteristics?
# Which has neither?

# %%
labs.rectangles(after=predicted)

# %% [markdown]
# Your drags are a sample.
# The exact answer redraws one side of every rectangle: how often does each latent change?
# (One redraw in eight repeats the old length, so a filled cell is 7/8.)

# %%
labs.after(predicted, lambda: sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)")))

# %% [markdown]
# ## How much does a latent know?
#
# For most codes, "moves or does not move" is too coarse: a latent can know a little about a factor.
# Some judges therefore measure knowledge in **bits**.
# One bit is the answer to one yes-or-no question, if both answers are equally likely.
# Everything there is to know about a factor, in bits, is its **entropy** H.
# The bits that a latent gives you about the factor are their **mutual information** I.
#
# All samples fill a square, where the latent is low on the left and high on the right.
# The factor is 1 in the lower part and 0 above.
# Drag the three points until the latent knows everything about the factor.
# Then drag until the latent knows nothing, although both still vary.

# %%
labs.shared_bits()

# %% [markdown]
# The strips overlap by the information that latent and factor share.
# The overlap is complete when one side of the square is all 1 and the other all 0.
# It vanishes when the two horizontal lines are at the same height.
#
# ## A code without a network
#
# The third code describes the 1,797 handwritten digits of scikit-learn.
# The code of a picture is its first ten principal components.
# We know six factors of each picture: the digit, and five that we measured (ink, slant, width,
# height, stroke).
#
# **Drag one of the ten latents.**
# The bars under the picture show what has changed; they leave out the digit and the stroke.
# Is there a latent that moves only one factor?

# %%
labs.handwriting()

# %% [markdown]
# The table shows how many bits each latent gives about each factor.
# The two rows below it give all the bits there are to know, and the most bits that any latent gave
# after one random shuffle.
# In the column *slant*, latents 2 and 3 give almost the same number of bits.
# In the row *latent 2*, every entry is above chance.
# How much of that is too much?
# That is what the judges are for.
#
# Next: [[dci]], the first judge.
# If you have 90 minutes in all, read [[mig_and_dcimig]] as well.
#
# ## Check yourself
#
# A box has a depth as well as a width and a height.
# Write a code with *two* or more latents that has Characteristic 2 but not 1, and gives each box a
# different code.


# %%
def my_code(width, height, depth):
    return [width, height, depth]


check("00-exercise", my_code)

# %%
hint("00-exercise")

# %%
solution("00-exercise")

# %% [markdown]
# ## Keep your guesses
#
# Remove the `#` to write a file with each question, your guess and the answer.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# <details><summary>In the papers: sections, and other words for the same things.</summary>
#
# Characteristics 1 and 2 open sections 3.1 and 3.2 of sepliarskaia2019.
# The rectangles are its figure 1 and section 3.3.
# The paper writes *c* for latents and *z* for factors.
# A and B are ours: `make zoo PAIR=1` trains them again.
# B is the one of six models with the highest MIG.
# [[zoo]] describes how they were trained, and what B paid for its tidy latents.
#
# </details>

# %%
cite("sepliarskaia2019")
