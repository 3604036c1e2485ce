# %% [markdown]
# # Start here: what does "disentangled" mean?
#
# **After this notebook you can** say what a disentangled representation is,
# tell two wishes apart that hide behind the word, and score a real representation of handwriting.
# **Time:** 20 minutes.
# **Read before:** nothing.
#
# Run everything with *Run → Run All Cells*.
# Questions stay open until you have answered them, and what would give an answer away stays closed.
# In the pictures, what can be dragged has a round orange mark, or says *drag*:
# with the mouse, with a finger, or with Tab and the arrow keys
# (in a table the arrows walk from cell to cell, and + and - change a cell).
#
# The grey bar with three dots hides a cell that only fetches names; click it to look inside.

# %%
from disentangle_edu import examples, labs
from disentangle_edu.chapters.start_here.asked import who_moved
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import sensitivity
from disentangle_edu.show.reading import cite

# %% [markdown]
# ## The question
#
# Two networks, A and B, have learned to draw small shapes, each from eight numbers.
# Below are the three numbers of each that do most.
# Drag a knob of A, say A1, to both of its ends, then one of B,
# and watch what they draw:
# where it lies across, where it lies up and down, its size, and its shape.

# %%
labs.two_models()

# %% [markdown]
# Whoever sees only the numbers would like each of them to mean *one* thing.
# That wish is called **disentanglement**, and half a dozen papers measure it,
# each in its own way.
#
# <details><summary>Which of the two comes nearer to it?</summary>
#
# B does: from sprite 20 each of its three knobs changes one thing, from end to end,
# and A's change up to four.
# (Begin from other sprites, above the picture: from most one of B's knobs slips,
# mostly B7 at its small end, where the shape goes, too; but of A's nearly all do.)
# B paid for this: compare what it draws with the sprite beside it.
# More on these two networks, and on the price, in [[zoo]].
#
# </details>
#
# Now slowly, with rectangles.
# Some process made the data from a few **factors**: a rectangle has a width and a height.
# An encoder looks at a rectangle and answers with a few numbers, the **latents**.
#
# Drag the corner of the rectangle, first sideways, then up and down.
# Whenever one side alone has changed, we note which latents moved with it.

# %%
labs.rectangle()

# %% [markdown]
# People ask for two things, and they are not the same:
#
# * **Characteristic 1:** a latent follows *at most one* factor.
#   In the table: no **row** has two filled cells.
# * **Characteristic 2:** a factor moves *at most one* latent.
#   In the table: no **column** has two filled cells.
#
# ## By hand
#
# Four latents of a rectangle of width x and height y: x, y, x + y and x - y.
# Work it out in your head, mark it, and press the button.

# %%
moved = labs.predict("00-by-hand")
moved

# %%
labs.after(moved, lambda: who_moved((3, 5), (4, 5)))

# %% [markdown]
# Now let the height change in its place: which will move now?
# Replace `(4, 5)` above by `(3, 6)` and run the cell again.
#
# <details><summary>What to make of it, once you have guessed.</summary>
#
# The last two latents move both times: they follow *both* sides, so Characteristic 1 is broken.
# And the width alone moved three latents (the height as well), so Characteristic 2 is broken, too.
#
# </details>
#
# ## Predict
#
# The paper that these notebooks start from is by Sepliarskaia, Kiseleva and de Rijke (2019).
# It has a code of its own for rectangles.

# %%
kept = labs.predict("00-characteristics")
kept

# %% [markdown]
# ## Move
#
# Drag the corner and watch the table being counted.
# Then choose another code, and drag again, sideways and up and down:
# each code lands in one of four fields.
# Which of the four codes keeps both characteristics, and which neither?

# %%
labs.rectangles(after=kept)

# %% [markdown]
# Your own drags are a sample.
# Now every rectangle has one side *redrawn*: the side gets each length from 1 to 8 in turn.
# How often does each latent change?

# %%
labs.after(kept, lambda: sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)")))

# %% [markdown]
# One redraw of eight hits the old length again, so a filled cell says 7/8 = 0.875 (shown as 0.88).
#
# ## A real representation
#
# scikit-learn comes with 1,797 handwritten digits.
# We describe each picture by ten numbers, its principal components,
# and we know six factors of each: the digit, and five that are measured from the image
# (ink, slant, width, height, stroke).
#
# With rectangles we moved a factor, and asked which latents follow.
# Here, as with A and B, only a latent can be moved, and the question is the reverse.
# **Drag one of the ten latents.**
# The second image is drawn from the ten numbers alone,
# and the bars below it show what the drag has changed in it
# (the digit is left to your eye, and the stroke cannot be measured in so soft a drawing).
# Is there a latent that moves one factor only?
#
# The table counts, over all digits, how much a latent tells about a factor, in **bits**:
# one bit answers one yes-or-no question.
# Below it stands all there is to know of each factor,
# and the most that counting finds by chance alone.
# (To be counted, everything but the digit is cut into 21 bins of equal width.)

# %%
labs.handwriting()

# %% [markdown]
# <details><summary>Is there one?</summary>
#
# Almost, here and there.
# Press *Reset to the start* first: what follows is about image 15.
# Latent 5 far to the right moves the slant, and latent 6 the ink,
# and latent 1 the height, each with a fifth or less of anything else.
# But to the far left latent 6 moves the width even more than the ink,
# and latent 1 more than the height.
# Take latent 10, whose row in the table is the cleanest:
# some ink, and little else, hardly above what may be chance.
# Drag it to the far right: the ink changes most, but slant and height change half as much.
# (The row speaks of all 1,797 digits, the drag of one.)
# So even the best of them mean one factor only here and there.
#
# </details>
#
# ## Predict again
#
# Four scores look at this code, each from 0 to 1, which is best.
# The next notebooks take each apart.
# Here is what each asks, and which of the two wishes it is near:
#
# * **disentanglement** (of DCI, of which it is one letter) goes row by row (Characteristic 1):
#   is each latent important for one factor only?
# * **MIG** goes column by column (Characteristic 2):
#   is each factor told by one latent, and by no other?
#   (The best latent's lead over the second, as a share of all there is; then the mean.)
# * **DCIMIG** wants something of both: does each factor get a latent of its own?
#   (Each latent bids for the one factor of which it tells most, by its lead over the second.
#   For each factor the best bid alone counts; then their share of all there is of all factors.)
# * **BetaVAE** asks for neither: of many pairs of images that agree in one factor,
#   a classifier sees how far apart their latents are on average; can it say which factor it was?
#   (The share of its right answers; who guesses among six factors is right once in six.)
#
# Would any of them give 1 to this code?
# MIG and DCIMIG can be judged from the table of bits above;
# for the other two go by the question that each asks.

# %%
four = labs.predict("00-four-scores")
four

# %% [markdown]
# And so they judge another code of the same digits, beside the first:
# *independent* components, rescaled, and turned until they tell as little of each other as can be.

# %%
names = ["mig", "dcimig", "disentanglement", "beta_vae"]
codes = {"principal components": examples.digits_pca()}
codes["independent components"] = examples.digits_ica()
labs.after(four, lambda: labs.side_by_side(codes, names))

# %% [markdown]
# ## Why
#
# <details><summary>Open this once you have guessed.</summary>
#
# Each asks its own question.
# For MIG and DCIMIG the answers stand in the table of bits above (of the principal components);
# [[dci]] shows importances, [[beta_vae]] what standing still leaves behind.
#
# * **MIG**, is each factor told by one latent and by no other?
#   The slant is told by latent 3, and as well by latent 2: hardly a gap.
#   The widest gap is that of the width, and it is an eighth of *all* there is to know of it.
# * **DCIMIG**, does each factor have a latent of its own?
#   Nine of the ten tell most about the digit, and count for it alone;
#   for the other factors hardly any latent is left.
# * **disentanglement**, is each latent important for one factor only?
#   It trains a predictor for every factor, and asks each how important every latent was.
#   Even latents 1 and 10, the purest, give two fifths of their importance to other factors,
#   and most of the others spread theirs over five or six.
# * **BetaVAE**, can a classifier tell which factor stood still?
#   Each factor leaves a pattern of its own while it stands still:
#   with the digit nearly all latents vary less, with the width mainly latent 2.
#   It looks at averages over many pairs, and so a small difference is enough.
#
# (All four like the independent components less, the second row in the table of scores.
# For MIG one reason is seen at once: choose that code in the lab,
# and the digit has two latents that tell it equally well.)
# Nobody is wrong.
# They measure different things, and that is what these notebooks are about.
#
# </details>
#
# ## Check yourself
#
# Now a box, with a depth besides.
# Write a code with *two* latents or more that keeps Characteristic 2, breaks Characteristic 1,
# and tells every box from every other:
# a function of the three sides that returns a list of latents.


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
# The line below writes a file with each question, your guess and what came out.
# Remove the `#` to run it; in a class, compare the files.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Where it stands in the paper
#
# Characteristics 1 and 2 open sections 3.1 and 3.2;
# the rectangles are its figure 1 and section 3.3.
# The paper writes *c* for latents and *z* for factors;
# here they are always called latents and factors.
#
# Next: [[dci]], or whichever metric you came for.

# %%
cite("sepliarskaia2019")
