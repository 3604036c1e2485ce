# %% [markdown]
# # Which words does a latent change?
#
# **In this chapter:** you walk through codes of sentences.
# What a latent knows about a sentence is one thing, and what it does to the sentence is another.
# **Time:** 40 minutes.
# **Read before:** [[toy_text]].

# %%
from collections import Counter

import numpy as np

from disentangle_edu import labs, lessons
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.chapters.common.text_models import WALKED
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import said
from disentangle_edu.worlds import corpora
from disentangle_edu.zoo import pretrained_text

# %% [markdown]
# A code of a sentence is a few numbers.
# Change one of them: which words change?
# With a latent for each factor it would be one word at a time.
#
# zhang2021 builds two corpora whose factors are known.
# In **POS** the factors are kinds of words: nouns, verbs, adverbs and more.
# In **YNOC** each sentence names a year, a name, an occupation and a city.
#
# ## Word counts
#
# Begin with POS and a code that counts words, brought down to six numbers.

# %%
six = labs.predict("16-six-numbers")
six

# %% [markdown]
# Move from the code of one sentence to that of another, one latent after the other.
# The row *read* is the first sentence, and *goal* is the second.
# Struck-out words are ones that the code has lost.
#
# **Drag the point down the path,** or click a row.
# Compare *one latent per word* with *word counts*: does each latent change one word?

# %%
labs.homotopy(after=six)

# %% [markdown] after="six"
# With a latent per word, each latent changes one word.
# With word counts a latent changes no word, one, or two, for it mixes counts.

# %% [markdown]
# ## Networks
#
# We trained the paper's networks anew on YNOC; [[text_models]] says more.
# Each reads a sentence, keeps four numbers, and writes the sentence again.
#
# | network | numbers | noise | price |
# |---|---|---|---|
# | autoencoder | 4 | no | 0 |
# | vanilla VAE | 4 | yes | 1 |
# | beta-VAE (0.2) | 4 | yes | 0.2 |
# | MAT-VAE (0.01, 0.1) | 4 | yes | 0.01 |
# | roomy beta-VAE (ours) | 8 | yes | 0.2 |
#
# *Noise* is added to each number while the network learns, and its **decoder** hears only the sum.
# The *price* is the weight of the KL term: what the network pays for what its numbers know.
# A sentence of YNOC, with names, occupations and cities as numbers:

# %% hidden=true
# a sentence
world = pretrained_text.shipped_world("ynoc")
said("*{sentence}*", sentence=world.sentence(world.test[0]))

# %% [markdown]
# In what share of 200 sentences does each network write the word that it read?
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
# The vanilla VAE writes the same sentence for every code.
# That is **posterior collapse**.
# The other small networks keep the year, more than half of the names, or both.
# The roomy network keeps three of the four words, and loses the name.
#
# ## Half way between two sentences
#
# A decoder writes a sentence for any code.
# What should you expect half way between two sentences, of a code that could not be better?

# %%
half_way = labs.predict("16-between")
half_way

# %% [markdown]
# All codes side by side; all latents move together.
# The grey numbers count the words of neither sentence: for this pair, and on average over pairs.
# **Drag the point** from the start to half way, and watch the averages.

# %%
labs.every_code(after=half_way)

# %% [markdown] after="half_way"
# The ideal code gains most strange words, since it starts with none and the others have some.
# So strange words between two sentences say nothing against a code.
# Ask which words change *together*.

# %% [markdown]
# ## Which numbers does the decoder hear?
#
# The picture shows how far the codes *spread* on each latent, the *noise* it was trained under, and
# the bits it knows about each factor.
# Bits are counted from codes without noise, in 21 bins.
# Counting finds up to an eighth of a bit even in shuffled codes.

# %%
labs.heard()

# %%
listens = labs.predict("16-heard")
listens

# %% [markdown]
# Now walk one latent at a time.
#
# 1. The ideal code: which latent changes which word?
# 2. beta-VAE (0.2), *pair of sentences* at 3: how many words does latent 4 change?
# 3. The vanilla VAE: why does its matrix have bits?

# %%
labs.walk(after=(listens, half_way))

# %% [markdown] after="listens"
# Latent 4 of the beta-VAE changes four words, though its row knows about one kind.
# The decoder must write *some* year, occupation and city, whatever it heard.
# In the vanilla VAE every noise is far wider than the codes.
# The matrix reads the codes without noise, and the decoder never heard them so.

# %% [markdown]
# ## What a latent knows, and what it changes

# %%
changes = labs.predict("16-changes")
changes

# %% [markdown]
# The second matrix counts in how many of 21 pairs a latent changes a word of each kind.
# **Hold the mouse over a latent,** or reach it with Tab, and read its three rows.
# Find a latent that knows something and changes nothing.
# Then find a kind of word that no latent knows about, and some latents change.

# %%
labs.told_and_moved(after=(changes, listens))

# %% [markdown] after="changes"
# On latents 1, 2, 4 and 6 of the roomy network the noise drowned the codes.
# None of its eight latents knows the name, and the decoder writes *some* name all the same.
# In the autoencoder each latent alone knows the year and little else, and yet they change the city
# and the name: three more words have to be written, and they depend on the same four numbers.

# %% [markdown]
# A metric reads what a code *knows*.
# A walk shows what a decoder *does* with it.
# Ask which you need.
#
# ## Check yourself
#
# Half way between two numbers lies a third.
# Give each of five cities a code, a row of numbers for each.
# Half way between any two cities, every other city must be farther away than those two.

# %%
mine = [[1], [2], [3], [4], [5]]
lessons.check("16-exercise", mine)

# %%
lessons.hint("16-exercise")

# %%
lessons.solution("16-exercise")

# %% [markdown]
# Next: [[absent_factors]].
# A sentence may have no adverb at all; what becomes of a score then?
#
# <details><summary>In the papers: the corpus, and a claim that stays open.</summary>
#
# Section 3.1 of zhang2021 has the corpus, section 4.4 the walks, which it calls homotopy.
# Its count of sentences comes out as printed.
# Its Table 7 is about models that were not published, so that claim stays open.
#
# </details>

# %%
reveal("ynoc-count", "zhang-table-7")

# %%
cite("zhang2021")
