# %% [markdown]
# # Start here: what does "disentangled" mean?
#
# **After this notebook you can** say what a disentangled representation is, tell Characteristic 1 from Characteristic 2 on a
# picture, and score a real representation of handwriting. **Time:** 10 minutes. **Read before:** nothing.
#
# Run everything with *Run → Run All Cells* (or Shift+Enter, cell by cell). Then move the controls, with the mouse or with the Tab and arrow keys.

# %%
from disentangle_edu import worlds
from disentangle_edu.worlds import examples
from disentangle_edu import labs, load, mig, score_all
from disentangle_edu.measures import sensitivity
from disentangle_edu.show.reading import cite

# %% [markdown]
# ## The question
#
# Some process made the data from a few **factors**: a rectangle has a width and a height. An encoder looks at a rectangle and answers with
# a few numbers, the **latents**. Somebody who only sees the latents would like each of them to mean something.
#
# People ask for two things, and they are not the same:
#
# * **Characteristic 1:** a latent follows *at most one* factor. Change another factor and this latent stands still.
# * **Characteristic 2:** a factor moves *at most one* latent.
#
# There is a way to check both without any metric: take a rectangle, redraw *one* factor, and see which latents change. We do it for all
# rectangles and write down how often each latent changed.
#
# ## Predict
#
# The 2019 paper codes a rectangle of width x and height y by four latents: x, x², y, y³. Which characteristic does this code keep?
# Put your two answers down before you look.

# %%
my_guess = {
    "Characteristic 1": None,
    "Characteristic 2": None,
}  # write True or False in place of None

# %% [markdown]
# ## Move
#
# Choose a code, then change the width and the height. Left: the rectangle. Middle: its latents. Right: how often a latent (row) changes when
# one factor (column) alone is redrawn. A row with two dark cells breaks Characteristic 1; a column with two dark cells breaks Characteristic 2. The bars below are two scores,
# full where the score is content; we come to them in a moment.

# %%
lab = labs.rectangles()
lab

# %% [markdown]
# ## Reveal
#
# The code of the paper, and the reverse case it names: one single number for both factors.

# %%
sensitivity(examples.rectangles("x, x², y, y³ (section 3.3)"))

# %%
sensitivity(examples.rectangles("one number for both"))

# %%
my_guess

# %% [markdown]
# The first matrix has one dark cell in every row and two in every column: Characteristic 1, not 2. The second has one row with two dark
# cells: Characteristic 2, not 1. (A redraw sometimes hits the old value again, so a dark cell is a little below 1.)
#
# Now let a metric judge the same four codes. MIG asks for Characteristic 2, DCIMIG for a bit of both:

# %%
{code: lab.at(code=code) for code in examples.RECTANGLE_CODES}

# %% [markdown]
# Look at the paper's code: MIG gives it nothing, since every factor has two latents that know it equally well; DCIMIG gives it everything,
# since every factor has a latent of its own. *Neither is wrong. They measure different things.* That is what these notebooks are about.
#
# ## A real representation
#
# scikit-learn comes with 1,797 handwritten digits. We code each picture by ten principal components, and we know six factors of each:
# the digit, and five that were measured from the image (ink, slant, width, height, stroke). The file was written by
# `disentangle-edu example digits_pca --out data/digits_pca.npz`.

# %%
digits = load("data/digits_pca.npz")
digits

# %%
print(worlds.digits.__doc__)

# %% [markdown]
# Here is what each component tells about each factor, in bits (one bit answers one fair yes-or-no question), and MIG's verdict. Each factor has a bar: its height is the factor's *part*, from 0 to 1, its width the
# factor's *weight*, so the blue area is the score; the dashed line stands at the score.

# %%
mig(digits)

# %% [markdown]
# And here are all the scores. Those that involve chance are repeated with three seeds; `spread` says how far the repetitions lie apart.

# %%
table = score_all(digits, seeds=3, progress=False)
table[["metric", "over", "value", "spread"]].round(4)

# %%
for row in table.itertuples():
    print(f"{row.metric}: {row.why}")

# %% [markdown]
# ## Why do they disagree?
#
# BetaVAE finds these components excellent, MIG finds them useless. Both are right about what they ask. BetaVAE asks whether a classifier can tell
# *which factor stood still*, and any consistent pattern will do. MIG asks whether *one* component knows a factor and no other does; principal
# components of images share everything. The next notebooks take the metrics apart, one by one.
#
# ## Try to break it
#
# Score independent components of the same images instead. How much do the metrics agree on which code is better?

# %%
other = score_all(load("data/digits_ica.npz"), seeds=3, progress=False)
table[["metric"]].assign(pca=table.value.round(4), ica=other.value.round(4))

# %% [markdown]
# Here nearly all prefer the first code, by very different amounts: two codes can be close for one score and far apart for another. That they can *disagree* on the order, notebook 05 shows.
#
# ## Check yourself
#
# 1. A code repeats every factor three times. Which characteristic does it break?
# 2. A code leaves one factor out. Does it break Characteristic 1 or 2?
#
# <details><summary>Answers</summary>
#
# 1. Characteristic 2: a factor moves three latents. Every latent still follows one factor.
# 2. Neither! Both say "at most one". That a code should also hold all the information is a third demand (the paper's Characteristic 3).
#
# </details>
#
# ## Where it stands in the paper
#
# Characteristics 1 and 2 open sections 3.1 and 3.2; the rectangles are its figure 1 and section 3.3. The paper writes *c* for latents
# and *z* for factors; here they are always called latents and factors.

# %%
cite("sepliarskaia2019")
