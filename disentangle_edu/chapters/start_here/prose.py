# %% [markdown]
# # Which of these two is better?
#
# **In this chapter:** two networks, two wishes, and a first look at seven judges.
# **Time:** 20 minutes.
#
# Run everything with *Run → Run All Cells*.
# A round orange mark can be dragged: by mouse, finger, or Tab and arrow keys.

# %%
import numpy as np

from disentangle_edu import examples, labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import sensitivity
from disentangle_edu.viz.bibliography import cite

# %% [markdown]
# Two small networks have learned to draw.
# Each was shown the same pictures, thousands of times:
# a square, an ellipse or a heart, somewhere on a dark field, small or large.
# Each learned to redraw any of them from eight numbers.
# Nobody told them what the numbers should mean.
#
# Turn one of A's numbers.
# Then turn one of B's.

# %%
labs.two_models()

# %% [markdown]
# With B you can say what each of these knobs is *for*.
# B2 sets the size (left is large), B8 slides it, B4 moves it up and down.
# At its very end B4 also blunts the shape.
# B5 turns an ellipse into a heart, and the heart into a square.
# With A you cannot: nearly every turn changes two things or more.
#
# A code whose numbers each stand for one thing is called **disentangled**.
# For ten years people have proposed scores that should tell how disentangled a code is.
# The scores run from 0 (not at all) to 1 (perfectly).
# Seven of them, our **judges**, will look at A and B in the next chapters.
#
# ## Your first guess

# %%
judges = labs.predict("00-judges")
judges

# %% [markdown]
# Each of the next chapters takes a judge or two apart, and ends with the verdict.
# Beside A and B will stand a third code, one that nobody trained.
# You meet it at the end of this page.
#
# ## Two wishes behind one word
#
# Why do the judges disagree?
# Because "each number stands for one thing" hides two wishes.
# Rectangles show them better than hearts.
#
# Whatever made the pictures had a few dials of its own, the **factors**:
# here the width and the height of a rectangle.
# A network answers with numbers of its own, the **latents**.
#
# Drag the corner of the rectangle: first sideways only, then up and down only.
# The table counts which latents move.

# %%
labs.rectangle()

# %% [markdown]
# * **Characteristic 1:** a latent follows *at most one* factor (from latent to factors).
#   No *row* of the table has two filled cells.
# * **Characteristic 2:** a factor moves *at most one* latent (from factor to latents).
#   No *column* of the table has two filled cells.
#
# The paper that names these two, by Sepliarskaia, Kiseleva and de Rijke (2019),
# brings a code of its own for rectangles.

# %%
kept = labs.predict("00-characteristics")
kept

# %% [markdown]
# Now see for yourself.
# Choose a code, drag the corner both ways, and watch where the code lands.
# Which code keeps both wishes?
# Which keeps neither?

# %%
labs.rectangles(after=kept)

# %% [markdown]
# Your drags are a sample.
# The exact answer comes from all rectangles, with one side redrawn at a time:
# how often does each latent of the paper's code change?
# (One redraw in eight hits the old length, so a filled cell says 7/8 = 0.875.)

# %%
labs.after(kept, lambda: sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)")))

# %% [markdown]
# ## How much does a latent know?
#
# For most codes *moves or not* is too coarse: a latent can know a little about a factor.
# Judges measure knowledge in **bits**.
# One bit is the answer to one yes-or-no question.
# Everything there is to know about a factor, in bits, is its **entropy** H.
# The bits that a latent gives you of it are the **mutual information** I.
#
# Below, all samples fill a square.
# The latent is low on the left and high on the right.
# The factor is 1 in the lower part and 0 above.
# Drag the three points until the latent knows everything about the factor.
# Then drag until it knows nothing, although both still vary.

# %%
labs.shared_bits()

# %% [markdown]
# The overlap of the strips is what both know.
# It is complete when one side of the square is all 1 and the other all 0.
# It vanishes when the two horizontal lines stand at the same height: then the latent is no help.
#
# ## A code that nobody trained
#
# Here is the third code.
# scikit-learn comes with 1,797 handwritten digits.
# Ten numbers describe each picture, its principal components.
# We know six factors of each picture: the digit, and five that are measured (ink, slant, width,
# height, stroke).
#
# **Drag one of the ten latents.**
# The bars under the picture show what has changed in it.
# (The digit is left to your eye, and the stroke cannot be measured in so soft a drawing.)
# Is there a latent that moves one factor only?

# %%
labs.handwriting()

# %% [markdown]
# The table counts how many bits each latent gives about each factor.
# Below it stand all the bits there are to know, and the most that chance alone would give.
# Look at the column *slant*: latents 2 and 3 give nearly equally many bits.
# Look at the row *latent 2*: it knows something about every factor.
# How much of that is too much?
# That is what the judges are for.
#
# Next: [[dci]], the first judge.
# If you have 90 minutes in all, read [[mig_and_dcimig]] as well.
# The [README](https://github.com/disentangle-edu/disentangle_edu) has more ways.
#
# ## Check yourself
#
# A box has a depth besides its width and height.
# Write a code with *two* latents or more that keeps Characteristic 2, breaks Characteristic 1,
# and gives every box a code of its own.


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
# Remove the `#`, and a file with each question, your guess and the answer is written.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# <details><summary>In the papers: sections, and other words for the same things.</summary>
#
# Characteristics 1 and 2 open sections 3.1 and 3.2 of sepliarskaia2019;
# the rectangles are its figure 1 and section 3.3.
# The paper writes *c* for latents and *z* for factors.
# A and B are ours: `make zoo PAIR=1` trains them again.
# More on how they were trained, and on what B pays for its order, in [[zoo]].
#
# </details>

# %%
cite("sepliarskaia2019")
