# %% [markdown]
# # What if a factor is absent?
#
# **In this chapter:** a sentence may have no adverb.
# What becomes of a score then, and how much of it does counting invent?
# **Time:** 35 minutes.
# **Read before:** [[text_factors]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import Representation, completeness, labs, lessons, mig
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.measures import mutual_information
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.worlds import corpora
from disentangle_edu.worlds.text import CODES, embedding_code

# %% [markdown]
# Pictures always have a size and a place.
# A sentence has an adverb, or it has none.
#
# In the corpus POS the factors are kinds of words, and every sentence lacks some kind.
# The value of a factor is the sequence of the words of that kind.
# **Drag the point** from sentence to sentence.
# Which kinds are always there, and which two are never there together?

# %%
labs.sentence_in_kinds()

# %% [markdown]
# Nouns, verbs and the end mark are always there.
# A conjunction like *although* (conj1) never meets one like *and* (conj2): either ties two halves
# together, and a sentence has at most two.
#
# ## Count only what is there
#
# We judge a factor on the samples that have it.
# For adverbs only sentences with an adverb count.
#
# Take word counts, brought down to eight numbers.
# Where do the eight numbers go?

# %%
eight = labs.predict("17-eight-numbers")
eight

# %% hidden=true
# 8,000 sentences under the code word counts
pos = corpora.pos()
block = pos.sample(8_000, seed=0)
ideal = pd.DataFrame(block.factors, columns=pos.factor_names)
counts = pos.representation(block, CODES["word counts"](pos.sentences(block)))
labs.after(eight, lambda: mutual_information(counts))

# %% [markdown] after="eight"
# Four latents know much about the verbs, one about the adjectives, one about the end mark.
# Do not trust the column of the nouns: they have most values, and even shuffled latents seem to
# know about a quarter of a bit.
# This is **estimation bias**: counting finds bits where there are none.

# %% [markdown]
# ## Or make "absent" a value?
#
# One could keep all sentences, and call *absent* one more value of each factor.

# %%
bits_of_two = labs.predict("17-absent-bits")
bits_of_two

# %% [markdown]
# Three pairs of factors with "absent" as a value, and beside them the same pairs after every column
# was shuffled on its own:

# %% hidden=true
# three pairs, as they are and shuffled
levels, rng = dict(factor_types="levels", latent_types="levels"), np.random.default_rng(0)
as_value = Representation(ideal, ideal, **levels)
by_chance = Representation(ideal, ideal.apply(rng.permutation), **levels)
pairs = (("conj1", "conj2"), ("n", "v"), ("n", "adj"))
at = lambda rep: pd.DataFrame(mutual_information(rep).values, ideal.columns, ideal.columns)
tables = {"bits": at(as_value), "shuffled": at(by_chance)}
of_pairs = {f"{a} and {b}": {w: t.loc[a, b] for w, t in tables.items()} for a, b in pairs}
labs.after(bits_of_two, lambda: pd.DataFrame(of_pairs).T.round(2))

# %% [markdown] after="bits_of_two"
# The two conjunctions share bits for no reason but their absence.
# Nouns and adjectives only seem to, for shuffled columns share as much.
# Nouns and verbs lie between: a sentence with more nouns has more verbs.

# %% [markdown]
# ## What that costs

# %%
absent = labs.predict("17-absent-mig")
absent

# %% hidden=true
# MIG and its parts, both ways
left_out = pos.representation(block, ideal, latent_types="levels")
parts = {"absent is a value": mig(as_value), "absent is left out": mig(left_out)}
parts = {words: [score.value, *score.parts] for words, score in parts.items()}
by_part = pd.DataFrame(parts, ["mig", *ideal.columns]).T
labs.after(absent, lambda: Scores(by_part.to_dict("index")))

# %% [markdown] after="absent"
# The code is ideal in both rows.
# With absent left out MIG is below 1 mostly through estimation bias.
# Nouns and verbs also share a little: longer sentences have more of both.
# Adverbs, adjectives and prepositions fall, since fewer samples count and the bias grows.

# %% [markdown]
# In the square below all sentences have words of two kinds, or of one, or of none.
# Which word stands there depends on nothing else, and a perfect code has a latent for each kind.
# **Drag the three points.**
#
# 1. Let no sentence have both, and hardly one have neither: which bar falls?
# 2. When do the two kinds share nothing, although both are often absent?

# %%
labs.absent_kinds(after=(bits_of_two, absent))

# %% [markdown] after="bits_of_two"
# The kinds share bits as soon as the absence of one says something about the other, in either
# direction.
# They share nothing where the two inner points are level: then the second kind is as likely with
# the first as without it.
# If you leave absent samples out, this exact square charges nothing.

# %% [markdown]
# ## And if the code knows nothing at all?

# %%
noise = labs.predict("17-noise")
noise

# %% [markdown]
# Four codes of [[text_factors]] and noise, under eight metrics, on 1,500 sentences.
# It takes a while once you have guessed.
# **Click a metric** to see its parts.
# Then press *Run the full size* for five draws: a line shows how far each mark wanders.

# %%
labs.five_codes(after=noise)

# %% [markdown] after="noise"
# Noise is last under seven of the eight metrics, and for three of them a guess scores above 0.
# Explicitness is 0.5 for a guess, FactorVAE one in eight, and informativeness counts lucky guesses.
# Read each score beside that of noise.

# %% [markdown]
# Under completeness, averaged word vectors lead, with words and pairs not far behind.
# They are made from a table of which words *meet* in a sentence.
# Here are four words of it:

# %% hidden=true
# in how many of 1,500 sentences two words meet
sample = pos.sample(1_500, seed=0)
short = pos.sentences(sample)
some = [*corpora.POS_WORDS["conj1"][:2], *corpora.POS_WORDS["n"][:2]]
there = pd.DataFrame({word: [word in s.split() for s in short] for word in some}).astype(int)
labs.after(noise, lambda: there.T @ there)

# %% hidden=true
# completeness of averaged word vectors, with words that meet themselves and without
vectors = lambda itself: embedding_code(short, itself=itself)
judged = lambda itself: completeness(pos.representation(sample, vectors(itself)))
meets = {"a word meets itself": judged(True), "it does not": judged(False)}
meets = {words: [score.value, *score.parts] for words, score in meets.items()}
meets = pd.DataFrame(meets, ["completeness", *pos.factor_names]).T
labs.after(noise, lambda: Scores(meets.to_dict("index")))

# %% [markdown] after="noise"
# A conjunction meets itself, and no other of its kind.
# That entry sets each conjunction apart, and what is known about conjunctions gathers in a few
# numbers.
# Take the entry away, and the lead is gone: it was an accident of how the vectors are made.

# %% [markdown]
# So leave absent samples out, unless absence is what you ask about.
#
# ## Check yourself
#
# Write samples of two factors that share nothing where both are present, and at least half a bit
# once absent counts as a value.
# Write None where a factor is absent.

# %%
mine = [[0, 0], [0, 1], [1, 0], [1, 1]] * 2
lessons.check("17-exercise", mine)

# %%
lessons.hint("17-exercise")

# %%
lessons.solution("17-exercise")

# %% [markdown]
# Next: [[text_models]].
# Nine trained models: which is best?
#
# <details><summary>In the papers: the corpus, and a model of your own.</summary>
#
# Sections 2.2 and 3.2 of zhang2021.
# `disentangle-edu text pos --out pos.csv` writes all 2,872,800 sentences with split and factors.
# Encode them, add the columns `latent:...`, and
# `disentangle-edu score FILE --levels n --levels adj` reads the file.
# Empty factor cells mean "absent".
# The paper's counts, made again:
#
# </details>

# %%
reveal("pos-table-2", "pos-structures", "pos-splits", "pos-frequency")

# %%
cite("zhang2021")
