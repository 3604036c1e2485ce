# %% [markdown]
# # What if a factor is absent?
#
# **After this notebook you can** say what becomes of a score
# when a factor is absent from some samples,
# and tell what a metric finds from what counting invents.
# **Time:** 40 minutes.
# **Read before:** [[text_factors]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import Representation, completeness, labs, lessons, mig
from disentangle_edu.bench.tables import Scores
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.measures import mutual_information
from disentangle_edu.show.reading import cite
from disentangle_edu.worlds import corpora
from disentangle_edu.worlds.text import CODES, embedding_code

# %% [markdown]
# ## The question
#
# Pictures have a size and a place, always.
# A sentence has an adverb, or has none.
#
# In the corpus POS the factors are kinds of words,
# and each of its 2,872,800 sentences lacks some kind.
# The value of a factor is the sequence of the words of that kind:
# two or four different ones of five nouns make 140 values.
#
# Below, a sentence of POS falls into its kinds.
# **Drag the point** from sentence to sentence.
# Which kinds are always there, and which two are never there together?

# %%
labs.sentence_in_kinds()

# %% [markdown]
# <details><summary>Which?</summary>
#
# Nouns, verbs and the end mark are in every sentence.
# (After eight sentences, orange shows in what share of 8,000 each kind stands.)
# A conjunction like *although* (conj1) never meets one like *and* (conj2):
# either ties two halves together, and a sentence has two halves at most.
#
# </details>
#
# ## Counting what is there
#
# A factor is judged on the samples that have it.
# For adverbs only the sentences with an adverb count: their entropy, the bits that a latent tells
# about them, the predictor that learns them, the pairs of them that BetaVAE draws.
#
# So counted, a matrix has a column for each kind of words.
# Before you see one: word counts, brought down to eight numbers.
# Where do they go?

# %%
eight = labs.predict("21-eight-numbers")
eight

# %% hidden=true
# 8,000 sentences under the code word counts
pos = corpora.pos()
block = pos.sample(8_000, seed=0)
counts = pos.representation(block, CODES["word counts"](pos.sentences(block)))
labs.after(eight, lambda: mutual_information(counts))

# %% [markdown]
# <details><summary>What to see in it, once you have guessed.</summary>
#
# Four latents tell much of the verbs, one of the adjectives, one of the end mark.
# Of adverbs, prepositions and conjunctions hardly any tells anything.
# Do not trust the column of the nouns (two thirds of a bit at most): they have most values,
# and even shuffled latents seem to tell about a quarter of a bit of them,
# more than of any other kind.
# Counting invents bits, of which more below.
#
# </details>
#
# ## Predict: bits of what is not there
#
# One could also keep all sentences, and call *absent* one more value of each factor.
# What would that do?

# %%
bits_of_two = labs.predict("21-absent-bits")
bits_of_two

# %% [markdown]
# ## Why: what the factors tell about each other
#
# Bits between all factors of POS when "absent" counts as a value;
# on the diagonal stands all there is to know of each.

# %% hidden=true
# bits between all factors
levels = dict(factor_kinds="levels", latent_kinds="levels")
ideal = pd.DataFrame(block.factors, columns=pos.factor_names)
as_value = Representation(ideal, ideal, **levels)
shared = mutual_information(as_value)
shared.rows = "factors"
labs.after(bits_of_two, lambda: shared)

# %% [markdown]
# Three of these pairs again, beside the same after every column has been shuffled on its own.
# What is still found then is an invention of counting: there are many values and few samples.
# Which pair really shares bits?

# %% hidden=true
# three pairs, as they are and shuffled
rng = np.random.default_rng(0)
shuffled = pd.DataFrame({name: rng.permutation(ideal[name]) for name in ideal})
by_chance = mutual_information(Representation(ideal, shuffled, **levels))
pairs = (("conj1", "conj2"), ("n", "v"), ("n", "adj"))
at = lambda matrix: pd.DataFrame(matrix.values, ideal.columns, ideal.columns)
tables = {"bits": at(shared), "shuffled": at(by_chance)}
of_pairs = {f"{a} and {b}": {w: t.loc[a, b] for w, t in tables.items()} for a, b in pairs}
labs.after(bits_of_two, lambda: pd.DataFrame(of_pairs).T.round(2))

# %% [markdown]
# <details><summary>Which?</summary>
#
# The two conjunctions, for no reason but their absence.
# Nouns and adjectives only seem to: shuffled columns share as much.
# Nouns and verbs are in between; how *many* nouns there are goes with how many verbs.
#
# </details>
#
# ## Predict: what that costs

# %%
absent = labs.predict("21-absent-mig")
absent

# %% hidden=true
# MIG and its parts, both ways
left_out = pos.representation(block, ideal, latent_kinds="levels")
parts = {"absent is a value": mig(as_value), "absent is left out": mig(left_out)}
parts = {words: [score.value, *score.parts] for words, score in parts.items()}
by_part = pd.DataFrame(parts, ["mig", *ideal.columns]).T
labs.after(absent, lambda: Scores(by_part.round(3)))

# %% [markdown]
# <details><summary>What to see in it, once you have guessed.</summary>
#
# MIG is not 1 even if absent is left out.
# The code is ideal, but counting invents bits, and
# the second best latent of a kind seems to tell something of it, too.
# Some parts rise: where absent is a value all sentences count,
# and of more samples less is invented.
# That helps adverbs, adjectives and prepositions, which share hardly anything with other kinds.
#
# </details>
#
# ## Move: who is absent?
#
# A square holds all sentences, and they may have words of two kinds.
# Which word stands there depends on nothing else (five words of the first kind and two of the
# second, as with conjunctions, all equally often); a perfect code has a latent for each kind.
# **Drag the three points.**
#
# 1. Make it so that no sentence has both, and hardly one has neither, as with the conjunctions.
#    Which bits appear, and which bar falls?
# 2. When do the two share nothing, although both are often absent?
# 3. Now let them come and go together: does MIG forgive that?

# %%
labs.absent_kinds(after=(bits_of_two, absent))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and dragged.</summary>
#
# 1. Shared bits: where the one kind is, the other is not.
#    The bar of the code where absent is a value falls.
# 2. If the two points inside the square stand at one height:
#    then the second kind is there as often with the first as without it.
# 3. It does not: move one inner point away from the other, whichever is higher,
#    and one kind's absence tells more of the other; a perfect code is charged for it.
#
# Leave absent samples out, and in this square, where nothing is invented, nothing is charged.
#
# </details>
#
# ## Try to break it
#
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
mine = [[0, 0], [0, 1], [1, 0], [1, 1]] * 2
lessons.check("21-exercise", mine)

# %%
lessons.hint("21-exercise")

# %%
lessons.solution("21-exercise")

# %% [markdown]
# ## Predict: and if nothing is told at all?
#
# Counting invents bits, so noise, too, seems to tell something.
# What do metrics make of it?
# Four of them in a word:
#
# * *MIG*: of each factor, how far the latent that tells most is ahead of the second
# * *modularity*: whether a latent tells of one factor alone
# * *completeness*: whether a factor is told by one latent alone
# * *FactorVAE*: while a factor is held still, how often the latent that moves least tells which one

# %%
noise = labs.predict("21-noise")
noise

# %% [markdown]
# The four codes of [[text_factors]] and noise under eight metrics
# (1,500 sentences, one draw; measured once you have guessed, which takes a while).
# **Click a metric**: beside it (on a narrow screen below) stand its parts,
# one for each kind of words, or for each latent (by some metrics not all count alike).
#
# Two more of the eight in a word:
#
# * *informativeness*: the share of values rightly told; chance alone tells some
# * *explicitness*: how well a linear reader tells each value from the others
#
# What to look for:
#
# 1. By how many metrics is noise last, and by which of these is it clearly above 0?
# 2. Choose *completeness*: which kinds of words decide who leads?
# 3. One draw is little: press *Run the full size* (five draws, a minute or so).
#    A line then shows how far each mark wanders (*All the numbers* has its ends).
#    Under which metrics does the line of the best code overlap with another's?

# %%
labs.five_codes(after=noise)

# %% [markdown]
# <details><summary>What to make of it, once you have clicked.</summary>
#
# 1. By seven of the eight.
#    By three of these it is not at 0, since there a guess may be right:
#    explicitness (0.5 is a guess), FactorVAE (one of eight), and informativeness
#    (half of the end marks and of conj2, which have two values, a fifth of conj1 with its five,
#    and so on).
# 2. The conjunctions.
#    *Words and pairs* are most complete in conj2,
#    but averaged word vectors alone are much above noise in conj1, too.
# 3. Under MIG, SAP, FactorVAE and modularity: who leads there hangs on the draw.
#    Under disentanglement, too, by a hair, and yet averaged word vectors lead in every draw:
#    a draw is the same sentences for all codes, so that lines may overlap where the order stands.
#
# </details>
#
# ### Where that lead comes from
#
# Averaged word vectors are made from a table of which words *meet*, that is, stand in one sentence.
# Here are four words of it: what is peculiar to the first two?
# And below, completeness with this table as it is, and with a 0 wherever a word meets itself.

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
labs.after(noise, lambda: Scores(meets.round(3)))

# %% [markdown]
# <details><summary>What is peculiar, once you have guessed?</summary>
#
# A conjunction meets itself, and no other of its kind; two nouns often meet.
# So the entry on the diagonal sets each conjunction apart from all the others,
# and what is told of conjunctions gathers in a few of the eight numbers.
# Without the diagonal next to nothing is told of them:
# their parts fall from 0.593 to 0.033 (conj1) and from 0.759 to 0.186 (conj2),
# and the lead is gone: it is an accident of how these vectors are made.
#
# (The end mark falls with them: it, too, meets no other of its kind.
# But all four codes had the end mark, so it made no lead.)
#
# </details>
#
# ## What, then, is a factor in a sentence?
#
# A kind of words; some kinds are absent from some sentences.
# If absence is called a value, two kinds share bits
# as soon as the absence of the one tells of the other's, though their words know nothing.
# A metric that looks for gaps then charges a perfect code for these bits.
# So leave absent samples out, unless absence is what you ask about.
#
# And read each score beside that of noise: what counting invents looks like knowledge.
#
# ## Does the corpus come out as printed?
#
# The paper's counts, made again:

# %%
reveal("pos-table-2", "pos-structures", "pos-splits", "pos-frequency")

# %% [markdown]
# ## Check yourself
#
# 1. Why may an end mark be a factor, but not the comma?
# 2. A code has one latent that says only *how long* the sentence is.
#    Which factors does it tell something about?
#
# <details><summary>Answers</summary>
#
# 1. There are two end marks, and one comma: where it stands there is nothing to choose.
# 2. On the samples that have a factor,
#    length still says something about how many words of a kind there are (two nouns or four),
#    so about nouns and verbs, a little about adjectives,
#    and next to nothing about adverbs, prepositions and conjunctions;
#    and if "absent" counts as a value, about nearly all of them.
#
# </details>
#
# ## Keep your guesses
#
# Remove the `#` to write down each question, your guess and what came out.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Where it stands in the paper
#
# `zhang2021`, section 2.2 (what data must offer) and section 3.2 (the corpus).
#
# ## A model of your own
#
# `disentangle-edu text pos --out pos.csv` writes all sentences with split and factors
# (half a minute, and a quarter of a gigabyte).
# Encode them, add the columns `latent:...`,
# and `disentangle-edu score FILE --levels n --levels adj` reads the file
# (nouns and adjectives have so many values that they would else pass for continuous);
# empty factor cells mean "absent".

# %%
cite("zhang2021")
