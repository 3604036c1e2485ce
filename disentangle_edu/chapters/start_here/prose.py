# %% [markdown]
# # Which of these two is better?
#
# **In this chapter:** two networks, seven scores, and a dial that mixes a code.
# **Time:** 20 minutes.
#
# Run everything with *Run → Run All Cells*.
# Drag round orange handles with the mouse or a finger, or use Tab and the arrow keys.
#
# Two small networks have learned to redraw pictures, each from eight numbers.
# Drag one of A's knobs to its end, then one of B's: does one thing change, or do several at once?

# %% hidden=true
from disentangle_edu import labs
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite

labs.two_models()

# %% [markdown]
# Both networks saw the same 4,608 pictures of squares, ellipses and hearts, and nobody told them
# what the numbers should mean.
# With B you can say what each of these knobs is *for*.
# B2 sets the size of the shape (left is large), B8 slides the shape sideways, and B4 moves the
# shape up and down.
# At its right end, B4 also blunts the heart.
# B5 turns an ellipse into a heart, and the heart into a square.
# With A you cannot, because most knobs change two or more things when you drag them to an end.
#
# The eight numbers are a network's *code* of a picture.
# A code is called **disentangled** if each of its numbers stands for one thing.
# Seven **judges** are scores from 0 to 1 that are meant to measure this.
#
# ## Mix the code
#
# A dial can mix B's four knobs, a little or a lot.
# Every picture can still be drawn from the mixed code, but a mixed knob moves several of B's knobs
# at once.
# A good judge should notice.

# %%
needles = labs.predict("00-needles")
needles

# %%
labs.dial(after=needles)

# %% [markdown] after="needles"
# Turn the dial slowly, and watch the words beside the rows before you watch the needles.
# Then choose another direction, or the code A, whose knobs are mixed from the start.
#
# At 30 degrees four of the seven scores have lost half of their value, and two are still above 0.99.
# So a judge can call a code perfect after its knobs were mixed.
# The next chapters take the judges apart, and show what each of them measures.

# %% [markdown]
# ## Two requirements behind one word
#
# One reason why judges disagree is that "each number stands for one thing" contains two different
# requirements.
#
# Whatever made a picture had a few dials, too, the **factors**.
# For a rectangle they are its width and its height.
# A network describes each picture with its own numbers, the **latents**.
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
# Which code has both characteristics, and which has neither?

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
# The next chapters judge a third code besides A and B.
# It describes the 1,797 handwritten digits of scikit-learn.
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
# **"Each number stands for one thing" hides several requirements, so a code needs several judges.**
#
# Next: [[dci]], the first judge.
# If you have 90 minutes in all, read [[mig_and_dcimig]] as well.
# `labs.export_guesses("my_guesses.json")` writes a file with each question, your guess and the
# answer.
#
# <details><summary>In the papers: sections, and other words for the same things.</summary>
#
# Characteristics 1 and 2 open sections 3.1 and 3.2 of sepliarskaia2019.
# The rectangles are its figure 1 and section 3.3.
# The paper writes *c* for latents and *z* for factors.
# A and B are ours: `make zoo PAIR=1` trains them again.
# B is the one of six models with the highest MIG.
# [[zoo]] describes how they were trained, and what B paid for its tidy latents.
# The dial rotates the standardised active latents by exp(tK), where K is a random skew-symmetric
# matrix of spectral norm 1.
#
# </details>

# %%
cite("sepliarskaia2019")
