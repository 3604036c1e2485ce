# %% [markdown]
# # What if a factor is absent?
#
# **In this chapter:** a sentence may have no adverb.
# What happens to a score then, and how many of its bits are an artefact of counting?
# **Time:** 35 minutes.
# **Read before:** [[text_factors]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import Representation, completeness, labs, lessons, mig
from disentangle_edu.widgets.tables import Scores
from disentangle_edu.claims.views import reveal
from disentangle_edu.measures import mutual_information
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.worlds import corpora
from disentangle_edu.worlds.text import CODES, embedding_code

# %% [markdown]
# A picture always has a size and a position.
# A sentence has an adverb, or it has none.
#
# In the corpus POS the factors are kinds of words, and every sentence lacks at least one kind.
# The value of a factor is the sequence of words of that kind.
# **Drag the point** from sentence to sentence.
# Which kinds are always present, and which two never occur together?

# %%
labs.sentence_in_kinds()

# %% [markdown]
# Nouns, verbs and the end mark are always present.
# A conjunction like *although* (conj1) never occurs with one like *and* (conj2), because a sentence
# has at most two clauses to link.
#
# ## Count only where it is present
#
# We score each factor only on the samples in which it is present, so for adverbs only sentences
# with an adverb count.
#
# Take word counts, reduced to eight numbers.
# Which factors do the eight numbers cover?

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
# Four latents know a lot about the verbs, one about the adjectives, and one about the end mark.
# Do not trust the column of the nouns: they have the most values, so even shuffled latents appear
# to know more than a quarter of a bit.
# This is **estimation bias**: counting finds bits that are not there.

# %% [markdown]
# ## Or make "absent" a value?
#
# You could keep all sentences, and treat *absent* as one more value of each factor.

# %%
bits_of_two = labs.predict("17-absent-bits")
bits_of_two

# %% [markdown]
# Here are the bits of three pairs of factors with "absent" as a value, before and after each column
# was shuffled:

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
# The two conjunctions share bits only because one is absent when the other is present.
# Nouns and adjectives only appear to, because shuffled columns share just as much.
# Nouns and verbs are in between: a sentence with more nouns has more verbs.

# %% [markdown]
# ## The cost

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
# With absent samples left out, MIG is below 1 mainly because of estimation bias.
# Nouns and verbs also share a little, because longer sentences have more of both.
# Adverbs, adjectives and prepositions fall, because fewer samples count and the bias grows.

# %% [markdown]
# The square contains all sentences: those with words of both kinds, of one kind, and of neither.
# The choice of a word is independent of everything else, and a perfect code has one latent per
# kind.
# **Drag the three points.**
#
# 1. Let no sentence have both kinds, and almost none have neither: which bar falls?
# 2. When do the two kinds share nothing, although both are often absent?

# %%
labs.absent_kinds(after=(bits_of_two, absent))

# %% [markdown] after="bits_of_two"
# The kinds share bits as soon as the absence of one makes the other more or less likely.
# They share nothing when the two inner points are at the same height, because then the second kind
# is as likely with the first as without it.
# If you leave absent samples out, MIG is 1 wherever you drag the points.

# %% [markdown]
# ## And if the code knows nothing at all?

# %%
noise = labs.predict("17-noise")
noise

# %% [markdown]
# This lab scores four codes like those of [[text_factors]], and noise, on 1,500 sentences.
# It takes a while to compute.
# **Click a metric** to see its parts.
# Then press *Run the full size* for five draws: a line shows how far each score varies.

# %%
labs.five_codes(after=noise)

# %% [markdown] after="noise"
# In all five draws noise is last in seven of the eight metrics, but in three of these a guess still
# scores 0.1 or more.
# Explicitness is 0.5 for a guess, FactorVAE is about one in eight, and informativeness counts lucky
# guesses.
# Read each score next to the score of noise.

# %% [markdown]
# Averaged word vectors lead under completeness, with words and pairs second.
# The vectors are made from a table of how often two words occur in the same sentence.
# Here are four words of this table:

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
# A conjunction co-occurs with itself, and with no other conjunction.
# This diagonal entry sets each conjunction apart, so the information about conjunctions collects in
# a few numbers.
# Without the entry the lead is gone: it was an artefact of how the vectors are built.

# %% [markdown]
# So leave absent samples out, unless your question is about absence.
#
# ## Check yourself
#
# Write samples of two factors that share no information when both are present, but at least half a
# bit once "absent" counts as a value.
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
# <details><summary>In the papers: the corpus, and how to score your own model.</summary>
#
# Sections 2.2 and 3.2 of zhang2021.
# `disentangle-edu text pos --out pos.csv` writes all 2,872,800 sentences with split and factors.
# Encode them, add the columns `latent:...`, and
# `disentangle-edu score FILE --levels n --levels adj` reads the file.
# Empty factor cells mean "absent".
# We reproduce the paper's counts:
#
# </details>

# %%
reveal("pos-table-2", "pos-structures", "pos-splits", "pos-frequency")

# %%
cite("zhang2021")
