# %% [markdown]
# # Sentences: what does a latent know, and what does it change?
#
# **In this chapter:** a latent *knows* a word that can be predicted from it, and *changes* a word
# that the decoder rewrites when this latent moves.
# **Time:** 40 minutes.
# **Read before:** [[toy_text]].
#
# A network reads the first sentence and keeps four numbers.
# **Drag the point down:** its latents go to the second sentence, one after the other.
# How many words does each of the four change?

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions

labs.walk(model="beta-VAE (0.2)", pair=3)

# %% [markdown]
# The sentences are from YNOC, a corpus of zhang2021.
# Each names a year, a name, an occupation and a city; these are its factors.
# The network is a beta-VAE that we retrained: its **decoder** writes a sentence from four latents.
#
# Between these two sentences latents 1 to 3 change no word, and latent 4 changes four at once,
# although it knows about only one kind of word.
# Now choose the ideal code, with a latent per factor: each latent changes one word.
# Then choose the vanilla VAE, which writes the same sentence for the code of every sentence.
# This is called **posterior collapse**.
#
# ## Which numbers reach the decoder?
#
# The matrix has bits for latents 1 to 3, and still they change nothing.
# In training, the decoder of a VAE receives each number with *noise* added.
# The network sets the amount of noise itself, and its training penalises small noise.
#
# Make your guess.
# **Drag the orange point:** it adds the noise to the codes.
# Watch which latents lose their bits, and whether MIG falls.

# %%
noise = labs.predict("17-noise")
noise

# %%
labs.text_noise(after=noise)

# %% [markdown] after="noise"
# All four latents know something about the name.
# On three of them the codes differ by far less than the noise in training, so the decoder cannot
# use them.
# MIG reads codes without noise, in bins as narrow as the codes need, so these latents narrow the
# gap.
# A little noise drowns them out, and MIG rises.
# Measure with noise if you ask what reaches the decoder, and without, on **mean codes**, if you ask
# what the code carries.
# zhang2021 does not say which codes its metrics used; our scores use mean codes.

# %% [markdown]
# ## What a latent knows, and what it changes
#
# The second matrix counts in how many of 21 pairs of sentences a latent changes a word.
# **Hold the mouse over a latent** and compare its two rows.
# Find a latent that knows something and changes nothing.
# Then find a kind of word that some latents change although no latent knows it.

# %%
labs.told_and_moved()

# %% [markdown]
# On latents 1, 2, 4 and 6 of this roomy network, noise drowned out the codes.
# None of its eight latents knows the name, but the decoder still writes *some* name.
# In the autoencoder, which has no noise, each latent alone knows the year and little else, yet it
# also changes the name and the city.
# The decoder has to write these words, too, and computes them from the same four numbers.
#
# ## Halfway between two sentences
#
# Now all latents move at once, for an ideal code and five networks.
# What should you expect halfway, for a code that could not be better?
# Make your guess.
# **Drag the point** to halfway and watch the grey averages over 21 pairs.

# %%
halfway = labs.predict("17-between")
halfway

# %%
labs.every_code(after=halfway)

# %% [markdown]
# ## When a factor is absent
#
# A picture always has a size, but a sentence may have no adverb.
# In POS, the paper's other corpus, the factors are kinds of words.
# **Drag the point** from sentence to sentence: which kinds are sometimes absent?
# Then guess what happens if *absent* counts as one more value.

# %%
labs.sentence_in_kinds()

# %%
absent = labs.predict("17-absent-bits")
absent

# %%
labs.absent_kinds(after=absent)

# %% [markdown] after="absent"
# The square contains all sentences: those with words of both kinds, of one kind, and of neither.
# **Drag its three points.**
# The kinds share bits as soon as the absence of one makes the other more or less likely.
# They share nothing when the two inner points are at the same height, because then the second kind
# is as likely with the first as without it.
# If you leave absent samples out, MIG is 1 wherever you drag the points.
# So leave them out, unless your question is about absence.

# %% [markdown]
# ## Check yourself
#
# Give each of five cities a code, which is a row of numbers.
# Halfway between any two cities, every other city must be farther away than those two are.

# %%
mine = [[1], [2], [3], [4], [5]]
check("17-exercise", mine)

# %%
actions(hint("17-exercise"), solution("17-exercise"))

# %% [markdown]
# **A metric measures what a code knows, and a walk shows what a decoder does with it.**
#
# Next: [[text_models]].
# Nine networks, five runs each: which one wins?
#
# <details><summary>In the papers: two corpora, and a claim that stays open.</summary>
#
# Sections 3.1 and 3.2 of zhang2021 describe the corpora, and section 4.4 the walks, which it calls
# homotopy.
# Its Table 7 is about models that were not published, so that claim stays open.
# `disentangle-edu text pos --out pos.csv` writes all 2,872,800 sentences of POS with their factors;
# empty factor cells mean "absent".
#
# </details>

# %%
reveal("ynoc-count", "pos-table-2", "pos-structures", "zhang-table-7")

# %%
actions(cite("zhang2021"))
