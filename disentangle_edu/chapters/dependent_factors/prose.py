# %% [markdown]
# # A red strawberry
#
# **In this chapter:** the factors themselves hang together.
# A good code loses marks, and a worse one overtakes it.
# **Time:** 30 minutes.
# **Read before:** [[mig_and_dcimig]] and [[witnesses]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import METRICS, Representation, dependent_modularity, labs, lessons
from disentangle_edu import mig, minimality
from disentangle_edu.chapters.dependent_factors.quiz import fruit_by_hand
from disentangle_edu.measures import conditional_information
from disentangle_edu.viz.pictures import curves_picture
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.worlds import dependent as dependent_worlds
from disentangle_edu.worlds.dependent import ColouredDigits

# %% [markdown]
# Here are handwritten digits from 0 to 3, orange or green, on black or white.
# A code has learned them *with labels*: one latent for the digit, one for its colour, one for the
# background, and five more for the rest.
# At first each colour is drawn by a fair coin:

# %%
free = mig(ColouredDigits(0.0).representation("learned with labels")).value
said("MIG of the code learned with labels: {value:.2f}.", value=free)

# %%
decided = labs.predict("13-decided")
decided

# %% [markdown]
# ## Move the latents
#
# **Drag a knob** below a row, and watch what the decoder draws.
# Then choose the code *leaking*, whose second latent also moves with the digit.
# Choose *learned without labels* last: it holds the first components of the images.
# A knob may drag the digit along, for the decoder has seen four of sixteen combinations only.
# The chapter comes back to that.

# %%
labs.coloured_digits(after=decided)

# %% [markdown]
# Two codes, and how much the digit decides:

# %%
strengths = (0.0, 0.5, 0.9, 1.0)
pair = ("learned with labels", "leaking")
worlds = {s: ColouredDigits(s) for s in strengths}
found = {c: [mig(w.representation(c)).value for w in worlds.values()] for c in pair}
migs = pd.DataFrame(found, index=[f"strength {s}" for s in strengths]).round(2)
labs.after(decided, lambda: migs)

# %% [markdown] after="decided"
# Look at the last row.
# Where the digit decides both colours, MIG puts the code that leaks *above* the right one.
# The digit's latent knows the colours best in both codes.
# In the right code the colour's own latent knows as much, so the gap is 0.
# The leak blurs that latent, and a gap opens: MIG pays for the damage.

# %% [markdown]
# ## Why?
#
# A hundred fruits: most strawberries are red, most plums are blue.
# One latent copies the fruit and nothing else:

# %%
fruit_by_hand([[45, 5], [5, 45]])

# %% [markdown]
# The latent knows about the colour, for no fault of the code.
# Let another latent copy the colour: MIG takes its 1 bit and subtracts the 0.531 bits of the fruit.
# But take the strawberries alone: there the latent never changes, so it says nothing about colour.
#
# almudevar2024 asks in this way.
# **Once a factor is known, does the latent still tell anything about the others?**
# Its five questions are about a latent for each factor:
#
# * **modular:** once the latent's own factor is known, the latent says nothing about the others;
# * **compact:** once this latent is known, other latents say nothing about the factor;
# * **explicit:** all latents together tell everything that the data tell about the factor;
# * **minimal:** the latent tells nothing but its factor, not even a **nuisance**, which moves the
#   data and is no factor;
# * **sufficient:** the latent alone tells everything that the data tell about its factor.
#
# Each score is a share of information: 1 where nothing of that kind is left.

# %%
falls = labs.predict("13-who-falls")
falls

# %% [markdown]
# To test your guess, take three angles of five values each.
# Move the first slider, then reset, and break the code with the second.
# The other two sliders are for later.

# %%
lab = labs.dependent_factors(after=falls)
lab

# %% [markdown]
# A perfect copy and a code that leaks, with angle 3 more and more dependent:

# %%
names = ("mig", "modularity", "disentanglement", "dependent_modularity", "minimality")
rows = {}
for code, leak in (("copy", 0.0), ("leak", 0.3)):
    for dependence in (0.0, 0.5, 0.9):
        rep = dependent_worlds.angles(dependence, leak, samples=5_000)
        rows[code, dependence] = [METRICS[name](rep).value for name in names]
scores = pd.DataFrame(rows, index=names).T
labs.after(falls, lambda: scores.round(2))

# %% [markdown] after="falls"
# MIG falls for the copy; modularity and D hardly move.
# A score for dependent factors should stay where the code is a copy, and stay *below* that where it
# leaks.
# Modularity for dependent factors stays at 1 for the copy, and is lower for the leak.

# %% [markdown]
# ## What no score can tell
#
# Let the digit decide both colours, and mix the three factors at random:

# %%
mixture = np.random.default_rng(0).normal(size=(3, 3))
levels = dict(factor_types="levels", latent_types="levels")
values = {}
for strength, world in worlds.items():
    mixed = Representation(world.factors, (world.factors @ mixture).round(9), **levels)
    values[f"strength {strength}"] = dependent_modularity(mixed).value
pd.Series(values, name="modularity of a mixture").round(2).to_frame()

# %% [markdown]
# At full dependence any code is modular.
# The digit can be the own factor of every latent: once it is known, so are the colours.
# A high value shows nothing then, and no data of that kind could tell.
#
# Only a quarter of all combinations are ever drawn there.
# Can a decoder that never saw the others draw them?
# Here it tries, by setting the first three latents:

# %%
labs.all_combinations(strength=1.0)

# %% [markdown]
# The colours follow their latents, more or less.
# Many digits in dashed frames are blurred beyond reading.
# Separate latents make new combinations *possible*; whether a decoder can draw them is another
# question.
#
# How well is the digit read off images that the reader has not seen?

# %%
read = {}
for strength, world in worlds.items():
    found = world.read[:, 0].round().clip(0, 3) == world.factors[:, 0]
    read[f"strength {strength}"] = found.mean()
pd.Series(read, name="digits read rightly").round(3).to_frame()

# %% [markdown]
# Better, the more the colours give the digit away.
# The reader has learned a **short cut** and need not look at the shape.
# No score of the code, on the same kind of data, will tell you so.
#
# ## What it costs
#
# Conditional information needs many samples.
# Below a latent of pure noise stands beside two, three or four factors of four values.
# Counting finds bits that are not there:

# %%
rng, sizes = np.random.default_rng(0), (100, 300, 1_000, 3_000, 10_000)
draw = lambda n, K: Representation(
    rng.integers(4, size=(n, K)), rng.integers(4, size=(n, 1)), **levels
)
bits = lambda n, K: conditional_information(draw(n, K)).values.mean()
invented = {f"{K} factors": (sizes, [bits(n, K) for n in sizes], [0] * 5) for K in (2, 3, 4)}
curves_picture(invented, "samples", "bits that are not there")

# %% [markdown]
# This is **estimation bias**.
# The measure says how large it is for your samples.
# Random forests need no counting, and have a bias of their own:
# `dependent_modularity(rep, method="forest")`.
#
# ## Check yourself
#
# 1. Find a setting of the angles in which MIG exceeds minimality by 0.05 or more.
#    The settings are those of the lab.
# 2. Mix the factors of the coloured digits.
#    Each must still be recognised from its own latent alone, with modularity for dependent factors
#    at 0.7 or lower.

# %%
mine = {"leak": 0.3}
lessons.check("13-exercise-1", mine)

# %%
mixed = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
lessons.check("13-exercise-2", mixed)

# %%
lessons.hint("13-exercise-1")

# %%
lessons.hint("13-exercise-2")

# %%
lessons.solution("13-exercise-1")

# %%
lessons.solution("13-exercise-2")

# %% [markdown]
# Next: [[guardians]].
# Three more judges, who watch over codes that a theorem calls right.
#
# <details><summary>In the papers: what is lost, and what is ours.</summary>
#
# The five questions are in sections 3 and 5 of almudevar2024, which calls latents z and factors y.
# Its Tables 1, 5 and 6, Algorithms 1 to 4 and trained model are missing from every copy we found.
# So the angles, the probabilities of the colours and the form by forests are our reconstruction.
# The paper colours MNIST; scikit-learn's digits of 8 by 8 pixels stand in for it here.
# Pass your own as `ColouredDigits(0.5, images=images, labels=labels)`.
# [[claims]] has the verdicts, among them three propositions on random finite worlds.
#
# </details>

# %%
folded(dependent_modularity, minimality)

# %%
cite("almudevar2024")
