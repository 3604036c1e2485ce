# %% [markdown]
# # A red strawberry
#
# **In this chapter:** the factors themselves depend on each other.
# A good code scores lower, and a worse one overtakes it.
# **Time:** 30 minutes.
# **Read before:** [[mig_and_dcimig]] and [[witnesses]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import METRICS, Representation, dependent_modularity, labs, lessons
from disentangle_edu import mig, minimality
from disentangle_edu.chapters.dependent_factors.quiz import fruit_by_hand
from disentangle_edu.measures import conditional_information
from disentangle_edu.viz.score_pictures import curves_picture
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said
from disentangle_edu.worlds import dependent as dependent_worlds
from disentangle_edu.worlds.dependent import ColouredDigits

# %% [markdown]
# Here are handwritten digits from 0 to 3, orange or green, on black or white.
# A code was trained *with labels*: one latent for the digit, one for its colour, one for the
# background, and five for everything else.
# At first, a fair coin decides each colour:

# %%
free = mig(ColouredDigits(0.0).representation("learned with labels")).value
said("MIG of the code learned with labels: {value:.2f}.", value=free)

# %%
decided = labs.predict("13-decided")
decided

# %% [markdown]
# ## Move the latents
#
# Set the first slider to 0, so that the colours are free of the digit.
# **Drag a knob** below a row, and watch what the decoder draws.
# Then choose the code *leaking*, in which the second latent also moves with the digit.
# Choose *learned without labels* last: its latents are the first components of the images.
# With the slider at 1, a knob may change the digit as well, because the decoder has seen only four
# of sixteen combinations.

# %%
labs.coloured_digits(after=decided)

# %% [markdown]
# Here is the MIG of two codes, as the digit decides more and more of the colours:

# %%
strengths = (0.0, 0.5, 0.9, 1.0)
pair = ("learned with labels", "leaking")
worlds = {s: ColouredDigits(s) for s in strengths}
found = {c: [mig(w.representation(c)).value for w in worlds.values()] for c in pair}
migs = pd.DataFrame(found, index=[f"strength {s}" for s in strengths]).round(2)
labs.after(decided, lambda: migs)

# %% [markdown] after="decided"
# In the last row, where the digit decides both colours, MIG ranks the leaking code *higher*.
# In both codes the digit's latent determines the colours.
# In the right code each colour's own latent determines it as well, so the gap is 0.
# The leak blurs the latent of the digit's colour, and a gap opens: MIG rewards the damage.

# %% [markdown]
# ## Why?
#
# Among a hundred fruits, most strawberries are red and most plums are blue.
# One latent copies the fruit and nothing else:

# %%
fruit_by_hand([[45, 5], [5, 45]])

# %% [markdown]
# The latent knows about the colour, but that is not the code's fault.
# If another latent copies the colour, MIG subtracts these 0.531 bits from its 1 bit.
# But among the strawberries alone the latent never changes, so it says nothing about colour.
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

# %%
falls = labs.predict("13-who-falls")
falls

# %% [markdown]
# To test your guess, take three angles of five values each.
# Move the first slider; then reset, and break the code with the second.
# You need the other two sliders for an exercise.

# %%
lab = labs.dependent_factors(after=falls)
lab

# %% [markdown]
# Here are a perfect copy and a code that leaks, as angle 3 depends more and more on the others:

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
# For the copy MIG falls, while modularity falls by only 0.02 and D stays at 1.
# A score for dependent factors should stay high for a copy, and stay *lower* for a code that leaks.
# In this table, modularity for dependent factors is always 1 for the copy and 0.91 for the leak.

# %% [markdown]
# ## What no score can show
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
# When the digit determines everything, any code is modular.
# The digit can count as the own factor of every latent: once it is known, so are the colours.
# Then a high value shows nothing.
#
# In these data only a quarter of all combinations ever occur.
# Can a decoder that never saw the other combinations draw them?
# Here it tries, by setting the first three latents:

# %%
labs.all_combinations(strength=1.0)

# %% [markdown]
# The colours follow their latents, more or less.
# But the shapes in dashed frames are blurred, and most look like the digit that has these colours
# in the data.
# Separate latents make new combinations possible, but a decoder may still fail to draw them.
#
# How well does a predictor read the digit from images it has not seen?

# %%
read = {}
for strength, world in worlds.items():
    found = world.read[:, 0].round().clip(0, 3) == world.factors[:, 0]
    read[f"strength {strength}"] = found.mean()
pd.Series(read, name="digits read rightly").round(3).to_frame()

# %% [markdown]
# When the colours reveal the digit, the predictor reads every digit.
# But it has learned a **shortcut**: it can read the colours and need not look at the shape.
# No score of the code, on the same kind of data, will show you this.
#
# ## What it costs
#
# Conditional information needs many samples.
# The plot shows one draw of a latent of pure noise, with two, three or four factors of four values.
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
# The measure estimates how large it is for your samples.
# Random forests need no counting, but they have their own bias:
# `dependent_modularity(rep, method="forest")`.
#
# ## Check yourself
#
# 1. Find settings of the lab of angles for which MIG exceeds minimality by 0.05 or more.
# 2. Mix the factors of the coloured digits.
#    Each factor must still be recognised from a single latent, with modularity for dependent
#    factors at 0.7 or lower.

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
# Three more judges check codes that a theorem calls right.
#
# <details><summary>In the papers: what is lost, and what is ours.</summary>
#
# The requirements are in sections 3 and 5 of almudevar2024, which calls latents z and factors y.
# Its Tables 1, 5 and 6, Algorithms 1 to 4 and trained model are missing from every copy we found.
# So the angles, the probabilities of the colours and the form by forests are our reconstruction.
# The paper colours MNIST, while we colour scikit-learn's digits of 8 by 8 pixels.
# Pass your own as `ColouredDigits(0.5, images=images, labels=labels)`.
# [[claims]] has the verdicts, among them three propositions on random finite worlds.
#
# </details>

# %%
folded(dependent_modularity, minimality)

# %%
cite("almudevar2024")
