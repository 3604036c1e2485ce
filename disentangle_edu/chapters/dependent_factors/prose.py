# %% [markdown]
# # Dependent factors: a red strawberry
#
# **After this notebook you can** say which scores read a dependence of the factors
# as a fault of the code, and what to ask instead.
# **Time:** 15 minutes.
# **Read before:** [[mig_and_dcimig]], [[characteristics]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import METRICS, Representation, dependent_modularity, labs, mig, minimality
from disentangle_edu.chapters.dependent_factors.asked import fruit_by_hand
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.measures import conditional_information
from disentangle_edu.show.pictures import curves_picture
from disentangle_edu.show.reading import cite, folded, said
from disentangle_edu.worlds import dependent as dependent_worlds, examples

# %% [markdown]
# ## The question
#
# In the world a strawberry is red.
# If one latent copies the fruit and another the colour,
# then the fruit's latent tells a good deal about the *colour*, for no fault of the code.
# MIG, SAP, DCI and modularity read tables of latents against factors,
# and in such a table a dependence of the factors may look like a mixed code.
#
# ## By hand
#
# A hundred fruits: most strawberries are red, most plums are blue.
# A latent copies the fruit, and nothing else:

# %%
fruit_by_hand([[45, 5], [5, 45]])

# %% [markdown]
# Among strawberries alone the latent never changes, so it has nothing left to say about colour.
#
# The paper asks in this way:
# **once one factor is known, does the latent still tell anything about the others?**
#
# * *modular*: once factor i is known, latent j says nothing of the other factors;
# * *compact*: once latent j is known, the other latents say nothing of factor i;
# * *explicit*: all latents together tell all of factor i;
# * *minimal*: latent j says nothing but factor i, and no **nuisance** either
#   (a nuisance moves the data and is no factor);
# * *sufficient*: latent j alone tells all of factor i.
#
# (The paper calls latents z and factors y.)
#
# Each score is a share of information, so 1 where the conditional information vanishes.
# Information is *counted* from samples,
# or *exact* on a finite world (the same counts, of every combination once),
# or replaced by how much of the variance random *forests* explain.
# The paper's algorithms use forests and are missing from every copy we found;
# that form is our reconstruction.
#
# ## Predict

# %%
falls = labs.predict("14-who-falls")
falls

# %% [markdown]
# ## Move
#
# The world is ours (the paper's table of scenarios is lost): angles with five values.
# Drag *how much angle 3 follows the others*.
# Then reset and break the code: *leak*, *coin*, *random angle*.
# (The coin counts as soon as it moves the latent at all:
# values are compared here, and not how far they lie apart.)
# The button computes the lower five with forests, on fewer samples.

# %%
lab = labs.dependent_factors(after=falls)
lab

# %%
changes = {"as it starts": {}, "leak": {"leak": 0.3}, "random angle": {"noise": 0.3}}
changed = {words: lab.at(**change) for words, change in changes.items()}
labs.after(falls, lambda: pd.DataFrame(changed).round(2))

# %% [markdown]
# A perfect copy and a leaking code, with angle 3 more and more dependent:

# %%
names = ("mig", "modularity", "disentanglement", "dependent_modularity", "minimality")
rows = {}
for code, leak in (("copy", 0.0), ("leak", 0.3)):
    for dependence in (0.0, 0.5, 0.7, 0.9):
        rep = dependent_worlds.angles(dependence, leak, samples=5_000)
        rows[code, dependence] = [METRICS[name](rep).value for name in names]
scores = pd.DataFrame(rows, index=names).T
labs.after(falls, lambda: scores.round(2))

# %% [markdown]
# <details><summary>Open this once you have guessed.</summary>
#
# A score for dependent factors should do two things:
# stay where the code is a copy, and stay *below* that, by as much as before, where it leaks.
# Modularity for dependent factors does both here.
#
# </details>
#
# How far do scores fall in the angles and in the coloured digits of the next notebook?
# (On the site without a server this takes a quarter of a minute, and so does the page below.)

# %%
old = ("almudevar-classic-mig", "almudevar-classic-modularity")
labs.after(falls, lambda: reveal(*old, "almudevar-aware-modularity", seeds=8))

# %% [markdown]
# Beware of *full* dependence.
# In the coloured digits of strength 1 the digit decides both colours.
# Whatever a latent says is then explained by the digit alone,
# so *any* code is modular, even a random mixture of the three factors:

# %%
mixture = np.random.default_rng(0).normal(size=(3, 3))
levels = dict(factor_kinds="levels", latent_kinds="levels")
found = {}
for strength in (0.0, 0.5, 0.7, 0.9, 1.0):
    v = dependent_worlds.ColouredDigits(strength).factors
    found[strength] = dependent_modularity(Representation(v, (v @ mixture).round(9), **levels))
values = {strength: score.value for strength, score in found.items()}
pd.DataFrame({"modularity of a mixture": values}).rename_axis("strength").round(2)

# %% [markdown]
# At full dependence a high value shows nothing, and no data of that kind could tell.
#
# ## One page: three forms, six codes
#
# Continuous angles with dependence 0.5, by forests (1,000 samples).
# Each code is named by what it was built to do; look what else falls with it.

# %%
new = ("dependent_modularity", "dependent_compactness", "dependent_explicitness")
new = (*new, "minimality", "sufficiency")
by_forests = {}
for code in dependent_worlds.COSINES:
    rep = dependent_worlds.cosines(code, 0.5, samples=1_000)
    by_forests[code] = {name: METRICS[name](rep, form="forest").value for name in new}
table = pd.DataFrame(by_forests).T
table.round(2)

# %%
low = {code: ", ".join(row.index[row < 0.95]) or "nothing" for code, row in table.iterrows()}
said("Below 0.95:\n\n{all}", all="\n".join(f"* {code}: {names}" for code, names in low.items()))

# %% [markdown]
# A fault seldom comes alone.
# *Not minimal* turns half of a latent into a nuisance, so the factor cannot be read back from it:
# the scores that ask for *all* of the factor fall, too.
# Modularity hardly minds, since a nuisance is no factor.
# *A nuisance of its own* is a latent that shows a nuisance and nothing else.
# No factor explains anything of it, so it weighs nothing, and no score minds.
#
# The later version of the paper (2025) cuts everything into 15 bins and counts,
# for minimality and sufficiency.
# On the code that keeps all five:

# %%
keeps = dependent_worlds.cosines("keeps all five", 0.5, samples=2_000)
forms = {"forests": dict(form="forest"), "15 bins, counted": dict(bins=15)}
found = {
    form: {name: METRICS[name](keeps, **options).value for name in new}
    for form, options in forms.items()
}
pd.DataFrame(found).T.round(2)

# %%
print(*METRICS["dependent_modularity"](keeps, bins=15).cautions)

# %% [markdown]
# Bins cost minimality and sufficiency a part, since a bin of the cosine is no bin of the angle.
# And the three that need *joint* information cannot be counted from so few samples at all;
# the score says so.
#
# The same five on finite worlds of coins, exactly and by forests
# (forests need samples to learn from, so every combination stands there many times):

# %%
parity = examples.parity_leak()
coins = {
    "copy": examples.perfect_copy(2, 2, 2),
    "every factor twice": examples.duplicated_copy(),
    "parity leak": parity,
}
found = {c: [METRICS[n](r, form="exact").value for n in new] for c, r in coins.items()}
pd.DataFrame(found, index=new).T.round(3)

# %%
many = Representation(np.tile(parity.factors, (200, 1)), np.tile(parity.latents, (200, 1)))
found = {name: METRICS[name](many, form="forest").value for name in new}
pd.DataFrame({"parity leak, by forests": found}).T.round(3)

# %% [markdown]
# ## The bridge: what no pair shows
#
# Latent 1 of the parity leak is 2 v1 + (v2 xor v3).
# (The *xor* of two coins is 1 if exactly one of them is 1.)
# Every pairwise information off the diagonal is 0, and MIG sees nothing.
# Conditional information sees the leak:

# %%
said("MIG of the parity leak: {value:.2f}.", value=mig(parity).value)

# %%
conditional_information(parity)

# %% [markdown]
# It costs samples.
# Counting finds information where there is none, the more the more combinations there are.
# Here are the bits that counting invents for noise of four values
# beside K factors of four values, by number of samples:

# %%
rng, sizes, levels = np.random.default_rng(0), (100, 300, 1_000, 3_000, 10_000), "levels"
kinds = dict(factor_kinds=levels, latent_kinds=levels)
draw = lambda n, K: Representation(
    rng.integers(4, size=(n, K)), rng.integers(4, size=(n, 1)), **kinds
)
bits = lambda n, K: conditional_information(draw(n, K)).values.mean()
invented = {f"{K} factors": (sizes, [bits(n, K) for n in sizes], [0] * 5) for K in (2, 3, 4)}
curves_picture(invented, "samples", "bits that are not there")

# %%
conditional_information(draw(1_000, 4)).notes

# %% [markdown]
# The measure says what the same counting finds after a shuffle,
# and how many samples it would need.
# Read the entries against that, or take the forests.
#
# ## Why do the definitions hang together?
#
# Three propositions of the paper, tested on random finite worlds:

# %%
reveal("almudevar-prop-1", "almudevar-prop-2", "almudevar-prop-3")

# %% [markdown]
# ## Try to break it
#
# One of the six codes changes its nature at full dependence:

# %%
make = lambda dependence: dependent_worlds.cosines("not modular", dependence, samples=2_000)
at = {dependence: make(dependence) for dependence in (0.5, 1.0)}
values = {d: dependent_modularity(rep, form="forest").value for d, rep in at.items()}
pd.DataFrame({"modularity": values}).rename_axis("dependence").round(2)

# %% [markdown]
# Why?
# (The answer is below.)
#
# And now an exercise.
# Run the cell: it says what is asked.
# Then change `mine` until it passes; the sliders of the lab have the same names.

# %%
from disentangle_edu import lessons

mine = {"leak": 0.3}
lessons.check("14-exercise", mine)

# %%
lessons.hint("14-exercise")

# %%
lessons.solution("14-exercise")

# %% [markdown]
# ## Check yourself
#
# 1. A latent copies a factor and adds a coin.
#    Is it modular, and is it minimal?
# 2. Every factor is copied twice.
#    Is the code compact in this sense, and what does MIG give it?
#
# <details><summary>Answers</summary>
#
# The code that is "not modular": latent 1 shows the mean of angles 1 and 2,
# and at full dependence that *is* angle 3.
# It follows one factor.
#
# 1. Modular, since the coin is no factor; not minimal.
# 2. Yes: one latent tells all, the other adds nothing.
#    MIG gives it 0.
#
# </details>
#
# ## Where it stands in the paper
#
# `almudevar2024`, sections 3, 5 and 6.
# Its Table 1 and Algorithms 1 to 4 are missing from every copy we found;
# what is ours is labelled so.
# The code that ran above:

# %%
folded(dependent_modularity, minimality)

# %%
cite("almudevar2024")
