# %% [markdown]
# # Which words does a latent change?
#
# **In this chapter:** you move step by step from the code of one sentence to that of another.
# A latent *knows* a word that can be predicted from it, and *changes* a word that the decoder
# rewrites when this latent moves.
# **Time:** 40 minutes.
# **Read before:** [[toy_text]].

# %%
from collections import Counter

import numpy as np

from disentangle_edu import labs, lessons
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.common.text_models import WALKED
from disentangle_edu.claims.views import reveal
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import said
from disentangle_edu.worlds import corpora
from disentangle_edu.zoo import pretrained_text

# %% [markdown]
# A code of a sentence is a few numbers.
# If each factor had its own latent, changing one number would change one word.
#
# zhang2021 builds two corpora whose factors are known.
# In **POS** the factors are kinds of words: nouns, verbs, adverbs and more.
# In **YNOC** each sentence names a year, a name, an occupation and a city.
#
# ## Word counts
#
# Begin with POS and a code that counts words, reduced to six numbers.

# %%
six = labs.predict("16-six-numbers")
six

# %% [markdown]
# Move from the code of one sentence to that of another, one latent at a time.
# The row *read* is the first sentence, and *goal* the second; the code has lost the struck-out
# words.
#
# **Drag the point down the path,** or click a row.
# Compare *one latent per word* with *word counts*: does each latent change one word?

# %%
labs.homotopy(after=six)

# %% [markdown] after="six"
# With a latent per word, each latent changes one word.
# With word counts a latent changes at most one word in nearly all pairs, too.
# But three of the six words stay open, because the code has lost them.

# %% [markdown]
# ## Networks
#
# We retrained the paper's networks on YNOC; [[text_models]] says more.
# Each reads a sentence, keeps a few numbers, and writes the sentence again.
#
# | network | numbers | noise | price |
# |---|---|---|---|
# | autoencoder | 4 | no | 0 |
# | vanilla VAE | 4 | yes | 1 |
# | beta-VAE (0.2) | 4 | yes | 0.2 |
# | MAT-VAE (0.01, 0.1) | 4 | yes | 0.01 |
# | roomy beta-VAE (ours) | 8 | yes | 0.2 |
#
# In a VAE the **decoder** receives each number with *noise* added.
# The network chooses how much noise, and pays KL for making it small.
# The *price* is the weight of KL in training.
# This is a sentence of YNOC, with names, occupations and cities as numbers:

# %% hidden=true
# a sentence
world = pretrained_text.shipped_world("ynoc")
said("*{sentence}*", sentence=world.sentence(world.test[0]))

# %% [markdown]
# For what share of 200 sentences does each network write the word that it read?
# The *template* is the pattern of the sentence, one of three.

# %% hidden=true
# said again
templates = Counter(map(pretrained_text.template_of, map(world.sentence, world.test[:200])))
kept_of = lambda name: (
    pretrained_text.word_recovery(name) | {"template": pretrained_text.template_recovery(name)}
)
again = {model: kept_of(name) for model, name in WALKED.items()}
again["guessing"] = {kind: 1 / len(words) for kind, words in corpora.YNOC_WORDS.items()}
again["guessing"]["template"] = max(templates.values()) / templates.total()
Scores(again)

# %% [markdown]
# The vanilla VAE writes the same sentence for every code, which is called **posterior collapse**.
# The other small networks keep the year, or more than half of the names, or both.
# The roomy network keeps three of the four words, and loses the name.
#
# ## Halfway between two sentences
#
# What should you expect halfway between two sentences, for a code that could not be better?

# %%
half_way = labs.predict("16-between")
half_way

# %% [markdown]
# All latents now move at once.
# The grey numbers count words of neither sentence, here and on average over 21 pairs.
# **Drag the point** from the start to halfway, and watch the averages.

# %%
labs.every_code(after=half_way)

# %% [markdown] after="half_way"
# The ideal code starts with no stray words, and halfway it has about as many as the others.
# So stray words are no argument against a code.

# %% [markdown]
# ## Which numbers reach the decoder?
#
# The picture shows how far the codes *spread* on each latent, how much *noise* was added in
# training, and how many bits the latent carries about each factor.
# Bits are counted without noise, in our 21 bins.
# Even shuffled codes appear to carry up to about an eighth of a bit.

# %%
labs.heard()

# %%
listens = labs.predict("16-heard")
listens

# %% [markdown]
# Now walk one latent at a time.
#
# 1. The ideal code: which latent changes which word?
# 2. beta-VAE (0.2), with *pair of sentences* set to 3: how many words does latent 4 change?
# 3. The vanilla VAE: why does its matrix have bits?

# %%
labs.walk(after=(listens, half_way))

# %% [markdown] after="listens"
# Latent 4 of the beta-VAE changes four words here, although it knows about only one kind of word.
# The decoder must write *some* year, occupation and city, whatever numbers it receives.
# In the vanilla VAE the noise on every latent is at least three times as wide as the codes.
# The matrix is computed from codes without noise, which the decoder never received in training.

# %% [markdown]
# ## What a latent knows, and what it changes

# %%
changes = labs.predict("16-changes")
changes

# %% [markdown]
# The second matrix shows for how many of the 21 pairs a latent changes a word of each kind.
# **Hold the mouse over a latent,** or reach it with Tab, and read its three rows.
# Find a latent that knows something and changes nothing.
# Then find a kind of word that some latents change although no latent knows it.

# %%
labs.told_and_moved(after=(changes, listens))

# %% [markdown] after="changes"
# On latents 1, 2, 4 and 6 of the roomy network, noise drowned out the codes.
# None of its eight latents knows the name, but the decoder still writes *some* name.
# In the autoencoder each latent alone knows the year and little else, yet it also changes the name
# and the city.
# The decoder has to write these words, too, and computes them from the same four numbers.

# %% [markdown]
# A metric measures what a code *knows*.
# A walk shows what a decoder *does* with the code.
# Decide which of the two you need.
#
# ## Check yourself
#
# Give each of five cities a code, which is a row of numbers.
# Halfway between any two cities, every other city must be farther away than those two are.

# %%
mine = [[1], [2], [3], [4], [5]]
lessons.check("16-exercise", mine)

# %%
lessons.hint("16-exercise")

# %%
lessons.solution("16-exercise")

# %% [markdown]
# Next: [[absent_factors]].
# A sentence may have no adverb at all; what happens to a score then?
#
# <details><summary>In the papers: the corpus, and a claim that stays open.</summary>
#
# Section 3.1 of zhang2021 describes the corpus, and section 4.4 the walks, which it calls homotopy.
# Its Table 7 is about models that were not published, so that claim stays open.
#
# </details>

# %%
reveal("ynoc-count", "zhang-table-7")

# %%
cite("zhang2021")
