# %% [markdown]
# # What is a factor in a sentence?
#
# **After this notebook you can** say what becomes of a score
# when a factor is absent from some samples, and watch words change one latent at a time.
# **Time:** 60 minutes, best in two sittings (*Networks that were trained* is the second).
# **Read before:** `16_toy_text`.

# %%
import numpy as np
import pandas as pd
from disentangle_edu import Representation, completeness, labs, lessons, mig
from disentangle_edu.worlds import corpora
from disentangle_edu.measures import mutual_information
from disentangle_edu.labs.tables import Scores
from disentangle_edu.show.reading import said
from disentangle_edu.worlds.text import CODES, embedding_code

# %% [markdown]
# ## The question
#
# Pictures have a size and a place, always.
# A sentence has an adverb, or has none.
# The paper on text builds two corpora whose factors are known.
#
# * In **YNOC** every one of 720,000 sentences says a year, a name, an occupation and a city.
#   It has its turn in the second half of this notebook.
# * In **POS** the factors are parts of speech, kinds of words,
#   and each of its 2,872,800 sentences lacks some kind.
#   The value of a factor is the sequence of the words of that kind:
#   two or four different ones of five nouns make 140 values.
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
# ## Move: what lies between two sentences
#
# A code of a sentence is a few numbers; what can be told from them?
# The first needs nothing but counting:
# *word counts*, how often each word stands in the sentence, brought down to six numbers.

# %%
six = labs.predict("17-six-numbers")
six

# %% [markdown]
# Now take two sentences that share no word, and move from the code of one to that of the other,
# *one latent after the other*.
# On the way stands what the sentences with the nearest code have in common.
# **Drag the point down the path**, or click a row.
#
# 1. *One latent per word* (words of a kind are numbered): stop between the rows of latents 3 and 4.
#    Which words are said there, and why?
# 2. *Word counts*, from your guess: which words are still told?
# 3. *Words and pairs* counts pairs of neighbours, too: what does that tell besides?
# 4. Two more codes of six numbers: *independent components* (word counts, turned until they are as
#    independent as can be), and *averaged word vectors* (each word has a vector that says in which
#    company it stands, and a sentence has the mean of these).
#    Do they tell more?

# %%
lab = labs.homotopy(after=six)
lab

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and dragged.</summary>
#
# * Words of a kind are numbered: on the way from number 1 to 4, say, lie words 2 and 3.
# * Six numbers hold what makes the largest difference: the nouns and the end mark.
#   *Words and pairs* have the order of the nouns, too.
# * A latent changes none of these words, one, or two; what the code leaves open stays open.
# * Averaged word vectors keep the end mark, and whether the adjective is *beautiful*.
#   That it is this one is an accident:
#   the words of each kind stand in the same company here, so that many choices are equally good.
#
# </details>

# %% hidden=true
# how many codes there are
pos = corpora.pos()
of_one_kind = pos.sentences(pos.within(corpora.SIX_WORDS))
bags = {tuple(sorted(sentence.split())) for sentence in of_one_kind}
different = lambda code: len(np.unique(CODES[code](of_one_kind, 6).round(6), axis=0))
text = "{n:,} sentences are made of {bags:,} different collections of words. "
text += "How many different codes they have with six numbers: {codes}."
codes = ", ".join(f"{code} {different(code)}" for code in CODES)
labs.after(six, lambda: said(text, n=len(of_one_kind), bags=len(bags), codes=codes))

# %% [markdown]
# ## What happens when a factor is absent
#
# A factor is judged on the samples that have it.
# For adverbs only the sentences with an adverb count: their entropy, the bits that a latent tells
# about them, the predictor that learns them, the pairs of them that BetaVAE draws.
#
# So counted, a matrix has a column for each kind of words.
# Before you see one: word counts again, of sentences that differ in their kinds.
# Where do eight numbers go?

# %%
eight = labs.predict("17-eight-numbers")
eight

# %% hidden=true
# 8,000 sentences under the code word counts
block = pos.sample(8_000, seed=0)
counts = pos.representation(block, CODES["word counts"](pos.sentences(block)))
labs.after(eight, lambda: mutual_information(counts))

# %% [markdown]
# <details><summary>What to see in it, once you have guessed.</summary>
#
# Each column counts only the sentences that have the factor.
# Four latents tell much of the verbs, one of the adjectives, one of the end mark;
# of adverbs, prepositions and conjunctions hardly any tells anything.
# Do not trust the column of the nouns (0.15 to 0.65): they have most values,
# and even shuffled latents seem to tell about a quarter of a bit of them, most of the eight.
# Counting invents bits, of which more below.
# (To be counted, a latent is cut into 21 bins, as the note says.)
#
# </details>
#
# ## Predict: bits of what is not there
#
# One could also keep all sentences, and call *absent* one more value of each factor.
# What would that do?

# %%
bits_of_two = labs.predict("17-absent-bits")
bits_of_two

# %% [markdown]
# ## Why: what the factors tell about each other
#
# Bits between factors when "absent" counts as a value;
# on the diagonal stands all there is to know of each.

# %%
levels = dict(factor_kinds="levels", latent_kinds="levels")
ideal = pd.DataFrame(block.factors, columns=pos.factor_names)
as_value = Representation(ideal, ideal, **levels)
shared = mutual_information(as_value)
shared.rows = "factors"
labs.after(bits_of_two, lambda: shared)

# %% [markdown]
# Three of these pairs again, beside the same after every column has been shuffled on its own.
# What is still found then is an invention of counting: there are many values and few samples.

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
# <details><summary>Open this once you have guessed.</summary>
#
# The two conjunctions really know something about each other, for no reason but their absence:
# a sentence with one kind has not the other.
# Nouns and adjectives only seem to: shuffled columns share as much.
# Nouns and verbs are in between; how *many* nouns there are goes with how many verbs.
#
# </details>

# %% [markdown]
# ## Predict: what that costs

# %%
absent = labs.predict("17-absent-mig")
absent

# %% hidden=true
# MIG and its parts, both ways
left_out = pos.representation(block, ideal, latent_kinds="levels")
parts = {"absent is a value": mig(as_value), "absent is left out": mig(left_out)}
parts = {words: [score.value, *score.parts] for words, score in parts.items()}
by_part = pd.DataFrame(parts, ["mig", *ideal.columns]).T
labs.after(absent, lambda: Scores(by_part.round(3)))

# %% [markdown]
# <details><summary>What the parts say, once you have guessed.</summary>
#
# The rows differ most at the two kinds of conjunction.
# Some parts are higher where absent is a value:
# all sentences count there, and of more samples less is invented.
#
# </details>
#
# ## Move: who is absent?
#
# Two kinds of words in a square of all sentences.
# Their values are drawn evenly and look at nothing (five values and two,
# as the two kinds of conjunction have); a perfect code has a latent for each.
# Drag the three points.
#
# 1. Make it so that no sentence has both, and hardly one has neither, as with the conjunctions.
#    Which bits appear, and which bar falls?
# 2. When do the two share nothing, although both are often absent?
# 3. Now let them come and go together: does MIG forgive that?

# %%
labs.absent_kinds(after=(bits_of_two, absent))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed.</summary>
#
# If the two points inside the square stand at one height, the kinds share nothing.
# Move one away from the other: the farther it goes, the more one kind's absence tells of the other,
# and a perfect code is charged for it:
# for kinds that come and go together as for kinds that exclude each other.
# Leave absent samples out, and in this square nothing is charged.
#
# </details>
#
# And why was MIG, in the table before the square, not 1 where absent is left out?
# It charges for the most that another latent than its own tells about a factor.
# Here are these bits, for the ideal code and for latents that were shuffled:
# so most of it is what counting invents.

# %% hidden=true
# the most bits of another latent than a factor's own
other = ~np.eye(len(ideal.columns), dtype=bool)
apart = pos.representation(block, shuffled, latent_kinds="levels")
seems = {"ideal code": left_out, "shuffled": apart}
most = {words: (mutual_information(rep).values * other).max(0) for words, rep in seems.items()}
most = pd.DataFrame(most, index=ideal.columns).T
labs.after(absent, lambda: most.round(2))

# %% [markdown]
# ## Try to break it
#
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
mine = [[0, 0], [0, 1], [1, 0], [1, 1]] * 2
lessons.check("17-exercise", mine)

# %%
lessons.hint("17-exercise")

# %%
lessons.solution("17-exercise")

# %% [markdown]
# ## Predict: and if nothing is told at all?

# %%
noise = labs.predict("17-noise")
noise

# %% [markdown]
# The four codes and noise under eight metrics (1,500 sentences, one draw; measured once you have
# guessed, which takes a while).
# **Click a metric**: beside it (on a narrow screen below) stand its parts,
# one for each kind of words, or for each latent.
#
# Three of the eight in a word:
#
# * *informativeness*: the share of values rightly told; chance alone tells some
# * *explicitness*: how well a linear reader tells each value from the others
# * *FactorVAE*: while a factor is held still, how often the latent that moves least tells which one
#
# What to look for:
#
# 1. By how many metrics is noise last, and by which of these is it clearly above 0?
# 2. Choose *completeness*: which kinds of words decide who leads?
# 3. Which metrics order the four codes alike (the order stands under the picture)?
# 4. One draw is little: press *Run the full size* (five draws, a minute or so).
#    A line then shows how far each mark wanders.
#    Which orders last?

# %%
labs.five_codes(after=noise)

# %% [markdown]
# <details><summary>What to make of it, once you have clicked.</summary>
#
# * Read every part beside that of noise: by informativeness it tells about half of the end marks
#   rightly, since there are only two.
# * Noise is last by seven of the eight, but not at 0 by three of them,
#   where a guess may be right (0.5 of explicitness is a guess, one of eight of FactorVAE).
#   Modularity looks at how far the most bits are ahead of the others, never at how many they are.
# * The conjunctions decide who leads by completeness.
#   *Words and pairs* are most complete in conj2,
#   but averaged word vectors alone are much above noise in conj1, too.
# * Disentanglement and completeness order the four alike in this draw
#   (averaged word vectors, words and pairs, independent components, word counts);
#   informativeness and FactorVAE exchange the two in the middle.
#   Explicitness and MIG seem to agree with the first two,
#   but there hardly a thousandth lies between some of the codes: too little to count.
# * At the full size disentanglement and informativeness keep each its own order in all draws.
#   Under MIG and SAP the lines of all four codes overlap, and their order changes with the draw.
#   By FactorVAE the first of this draw comes last of the four on average.
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
# Without the diagonal their parts fall from 0.593 to 0.033 (conj1) and from 0.759 to 0.186 (conj2),
# and the lead is gone: it is an accident of how these vectors are made.
#
# (The end mark falls with them: it, too, meets no other of its kind.
# But all four codes had the end mark, so it made no lead.)
#
# </details>

# %% [markdown]
# ## Keep your guesses
#
# Remove the `#` to write down each question, your guess and what came out.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Networks that were trained
#
# (The second sitting begins here.
# After a break run the first code cell of the notebook again; labs further up may be gone until
# you run their cells, and need not come back.)

# %%
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.labs.listening import WALKED
from disentangle_edu.show.reading import cite
from disentangle_edu.zoo import text_shelf

# %% [markdown]
# The paper trains networks that read a sentence of YNOC, keep four numbers of it,
# and write it again; we trained them anew (`20_text_models` says more).
#
# | network | numbers | noise | price |
# |---|---|---|---|
# | autoencoder | 4 | no | 0 |
# | vanilla VAE | 4 | yes | 1 |
# | beta-VAE (0.2) | 4 | yes | 0.2 |
# | MAT-VAE (0.01, 0.1) | 4 | yes | 0.01 |
# | roomy beta-VAE (ours) | 8 | yes | 0.2 |
#
# * *Noise*: while the network learns, a random number is added to each of its numbers,
#   and the part that writes the sentence, the **decoder**, hears only the sum.
# * *Price*: learning makes two things small, errors and what the numbers tell of the sentence.
#   The price says how much the second counts: it is the weight of a VAE's KL term.
# * MAT-VAE has a second penalty (with weight 0.1),
#   which is small when most numbers lie near 0, and a few far off.
# * The *roomy* network is larger, too (four times as many hidden units),
#   and hears its code again at every word that it writes.
#
# A sentence of YNOC (names, occupations and cities are numbered here):

# %% hidden=true
# a sentence
world = text_shelf.shown_world("ynoc")
said("*{sentence}*", sentence=world.sentence(world.test[0]))

# %% [markdown]
# Four numbers are not many.
# The table says in what share of 200 sentences each network says the word as it was read,
# and how often it keeps the *template*, the pattern of the sentence
# (there are three: year and city stand in different places).
# (*Guessing*: one word, always.)

# %% hidden=true
# said again
templates = pd.Series(map(text_shelf.template_of, map(world.sentence, world.test[:200])))
kept_of = lambda name: text_shelf.said_again(name) | {"template": text_shelf.template_again(name)}
again = {model: kept_of(name) for model, name in WALKED.items()}
again["guessing"] = {kind: 1 / len(words) for kind, words in corpora.YNOC_WORDS.items()}
again["guessing"]["template"] = templates.value_counts(normalize=True).iloc[0]
labs.after((), lambda: Scores(pd.DataFrame(again).T))

# %% [markdown]
# The vanilla VAE always says the same sentence; the other small ones keep the year,
# more than half of the names, or both.
# The roomy one says nearly all, but loses the name.
# (It differs in more than its size, and it is one run: we cannot say which difference does it.)
#
# All but the vanilla VAE keep the template (the roomy one nearly always).
# It is a choice that the sentence makes, and nobody counts it as a factor,
# so that no matrix below asks for it.
#
# ## Predict: which numbers are heard?
#
# Of each latent: how far the codes of 5,000 sentences *spread* on it,
# the *noise* that was added while the network learned (both as standard deviations),
# and how many bits it tells of each factor.
# These bits are counted from codes without noise.

# %%
labs.heard()

# %%
listens = labs.predict("17-heard")
listens

# %% [markdown]
# ## Walk
#
# For the codes further up one could only look up the sentences that lie nearest.
# These networks write a sentence of their own for any code.
# The first row is the sentence that was read, the second what the network says when it hears
# nothing but its code; *goal* is the sentence at the other end.
#
# 1. Begin with the ideal code: **drag the point down the path**
#    (or click a row, or use the arrow keys).
# 2. Then choose a network, and hold the mouse over a row of its matrix:
#    that latent's line of the path lights up.
#    Which words did it change?
#    Try beta-VAE (0.2) and pair 3: how many words does latent 4 change,
#    and of how many kinds does its row of the matrix tell?
# 3. Choose the vanilla VAE, which always says one sentence: why does its matrix have bits?

# %%
labs.walk(after=listens)

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and walked.</summary>
#
# * With beta-VAE (0.2) and pair 3 latent 4 changes four words, though its row tells of one kind:
#   the decoder has to say *some* year, occupation and city, whatever it has heard.
#   (Its bits of occupation and city, less than 0.1, are no more than counting invents.)
# * The vanilla VAE has *collapsed*: every orange stroke lies far beyond its blue bar.
#   The matrix reads codes without noise; the decoder has never heard them so,
#   and says one sentence for all of them.
# * Four numbers can hold the four words, as the ideal code does; these networks did not learn to.
#
# </details>
#
# ## Predict: half way

# %%
half_way = labs.predict("17-between")
half_way

# %% [markdown]
# All codes side by side, from the same sentence to the same goal; all latents move together.
# In grey above each sentence: how many of its words are of neither end, here and on average over
# all pairs.
# At the start each of these stands where the code has lost a word.
# **Drag the point** from the start to half way, and watch these averages.
# Which code adds most strange words on the way?
# Which adds none, and why?

# %%
labs.every_code(after=half_way)

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and dragged.</summary>
#
# A twentieth of the way along, the ideal code says one strange word on average;
# half way all codes say more than three.
# The ideal code adds most, since it has lost none:
# the small networks begin with two to four strange words.
# (The vanilla VAE adds none: all along these walks it says one sentence.)
# That the words between are strange says nothing against a code, then.
# What one can ask of a walk is which words change *together*,
# and whether one latent moves one of them alone.
#
# </details>
#
# ## What a latent tells, and what it does
#
# Begin with the roomy network, which says most.
# The second matrix says in how many of the 21 pairs each latent changes a word of each kind
# (one latent after the other; a word that only changes its place does not count).
# **Hold the mouse over a latent** and read its three rows.
#
# 1. Which latents change no word in any pair?
# 2. Which latents change a word of which they tell next to nothing?
# 3. Choose the vanilla VAE, then the autoencoder, which learned without noise:
#    of what do their latents tell, and what do they change?

# %%
labs.told_and_moved(after=(listens, half_way))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed.</summary>
#
# * Latent 5 is the occupation, latent 3 the city, 7 and 8 share the year
#   (and change the city in some pairs, of which they tell something, too).
# * Latents 1, 2, 4 and 6 tell some bits too (0.3 to 0.4 of a factor), and change nothing:
#   noise drowned them.
# * Latent 5 tells next to nothing of the *city*
#   (about 0.1 bits are what counting invents), and changes it about as often as latent 7.
#   Latent 3 tells nothing of the *year*, latent 8 much; they change it about as often.
# * Latents 3, 5, 7 and 8 change the name now and then, of which none tells:
#   the decoder has to say *some* name, whatever it has heard.
# * Of the vanilla VAE no latent changes a word, though latent 3 tells half a bit of a factor.
# * The autoencoder learned without noise, so all its latents are heard.
#   All four tell the year, and next to nothing else; yet they change the city and the name, too:
#   three other words have to be said, and hang on the same four numbers.
#
# So the matrix shows what codes *tell*, and not what the decoder *uses*.
#
# </details>

# %% [markdown]
# ## What, then, is a factor in a sentence?
#
# A kind of words, or of values; some kinds are absent from some sentences.
# If absence is called a value, two kinds share bits
# as soon as the absence of the one tells of the other's, though their words know nothing.
# A metric that looks for gaps then charges a perfect code for these bits.
# So leave absent samples out, unless absence is what you ask about.
#
# And read each score beside that of noise.
# What counting invents looks like knowledge, and so does what a code tells that nobody hears.
#
# ## Do the corpora come out as printed?
#
# The paper's counts, generated again:

# %%
reveal("ynoc-count", "pos-table-2", "pos-structures", "pos-splits", "pos-frequency")

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
# The file keeps what it holds from before, and takes the new ones up.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Where it stands in the paper
#
# `zhang2021`, section 3 (the corpora) and section 4.4 (*homotopy*, the walk from above; Table 6).
# One claim on walks stays open, since the authors' models are not published.
# It is on the codes of the toy letters of `16_toy_text`:

# %%
reveal("zhang-table-7")

# %% [markdown]
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
