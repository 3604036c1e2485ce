# %% [markdown]
# # Which words does a latent change?
#
# **After this notebook you can** walk through a code of sentences,
# and tell apart what a latent *tells* of a sentence and what it *does* to it.
# **Time:** 45 minutes.
# **Read before:** [[toy_text]].

# %%
import pandas as pd

from disentangle_edu import labs, lessons
from disentangle_edu.bench.tables import Scores
from disentangle_edu.chapters.shelf.walked import WALKED
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, said
from disentangle_edu.worlds import corpora
from disentangle_edu.zoo import text_shelf

# %% [markdown]
# ## The question
#
# A code of a sentence is a few numbers.
# Change one of them: which words change?
# If each latent followed one factor, it would be one word at a time.
#
# The paper on text builds two corpora whose factors are known.
#
# * In **POS** the factors are parts of speech, kinds of words: nouns, verbs, adverbs and more.
# * In **YNOC** each of 720,000 sentences says a year, a name, an occupation and a city.
#
# We begin with the simplest sentences of POS, and with codes that need nothing but counting.
# Networks that learned YNOC follow.
#
# ## Predict: what six numbers hold
#
# *Word counts* say how often each word stands in a sentence.
# Here they are brought down to six numbers.

# %%
six = labs.predict("17-six-numbers")
six

# %% [markdown]
# ## Move: one latent after the other
#
# Take two sentences that share no word, and move from the code of one to that of the other,
# *one latent after the other*.
# The row *read* is the first sentence, *goal* the second;
# what is struck out there, their codes no longer tell.
# From *start* on stands what the sentences with the nearest code have in common.
# **Drag the point down the path**, or click a row.
#
# 1. *One latent per word* (words of a kind are numbered): stop between the rows of latents 3 and 4.
#    Which words are said there, and why?
# 2. *Word counts*, from your guess: does each of the six latents change one word?
# 3. Three more codes of six numbers.
#    *Words and pairs* counts pairs of neighbours, too.
#    *Independent components* are word counts, turned until they are as independent as can be.
#    *Averaged word vectors*: each word has a vector that says in which company it stands,
#    and a sentence has the mean of these.
#    Does any of the three tell more?

# %%
labs.homotopy(after=six)

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and dragged.</summary>
#
# 1. Each latent changes one word, but not at once:
#    on the way from word 1 to word 4 of a kind lie words 2 and 3.
# 2. No: a latent changes none of the words that are told (two nouns and the end mark),
#    one of them, or two.
#    It is a mixture of counts, and not the count of one word.
# 3. *Words and pairs* tells the order of the nouns, too; *independent components* nothing more.
#    *Averaged word vectors* tell the end mark, and whether the adjective is *beautiful*
#    (an accident: words of a kind keep the same company here,
#    and any other adjective, adverb or verb would do as well).
#
# </details>
#
# ## Networks that were trained
#
# The paper trains networks that read a sentence of YNOC, keep four numbers of it,
# and write it again; we trained them anew ([[text_models]] says more).
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
labs.after((), lambda: Scores(pd.DataFrame(again).T.round(3)))

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
# ## Predict: half way
#
# For word counts one could only look up the sentences that lie nearest.
# These networks write a sentence of their own for any code, also between two.
# First, what to expect of a code that could not be better:

# %%
half_way = labs.predict("17-between")
half_way

# %% [markdown]
# All codes side by side, from the same sentence to the same goal; all latents move together.
# In grey above each sentence stands how many of its words are of neither end:
# first in this pair, then on average over all pairs.
# At the start these are words that the code has lost.
# **Drag the point** from the start to half way, and watch the averages.
# Which code *adds* most strange words (half way, less what it has at the start)?
# Which adds none, and why?

# %%
labs.every_code(after=half_way)

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and dragged.</summary>
#
# The ideal code adds most strange words, since it begins with none;
# the small networks begin with two to four, and half way all codes say more than three.
# (The vanilla VAE adds none: all along these walks it says one sentence.)
#
# So strange words between two sentences say nothing against a code.
# What one can ask of a walk is which words change *together*,
# and whether one latent changes one of them alone.
#
# </details>
#
# ## Predict: which numbers are heard?
#
# Of each latent: how far the codes of 5,000 sentences *spread* on it,
# the *noise* that was added while the network learned (both as standard deviations),
# and how many bits it tells of each factor.
# These bits are counted from codes without noise, in 21 bins.
# What differs within a bin is lost:
# in 100 bins latent 4 of beta-VAE would tell four bits of the name.
# And counting invents some: in shuffled codes it finds up to about an eighth of a bit, too
# (most for the name, which has most values).

# %%
labs.heard()

# %%
listens = labs.predict("17-heard")
listens

# %% [markdown]
# ## Why: one latent after the other, again
#
# The first row is the sentence that was read, the second what the network says when it hears
# nothing but its code; *goal* is the sentence at the other end.
# With a network a matrix stands beside it:
# hold the mouse over a row, and that latent's line of the path lights up.
#
# 1. Begin with the ideal code: **drag the point down the path**
#    (or click a row, or use the arrow keys).
#    Which latent changes which word?
# 2. Choose beta-VAE (0.2) and pair 3.
#    How many words does latent 4 change, and of how many kinds does its row of the matrix tell?
# 3. Choose the vanilla VAE, which always says one sentence: why does its matrix have bits?

# %%
labs.walk(after=(listens, half_way))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed and walked.</summary>
#
# 1. Each latent changes the word of its factor, and no other.
#    So four numbers can hold the four words; these networks did not learn to.
# 2. Latent 4 changes four words, though its row tells of one kind:
#    the decoder has to say *some* year, occupation and city, whatever it has heard.
#    (Its bits of occupation and city, less than 0.1, are no more than counting invents.)
# 3. It has *collapsed*: every orange stroke lies far beyond its blue bar.
#    The matrix reads codes without noise; the decoder has never heard them so,
#    and says one sentence for all of them.
#
# </details>
#
# ## Predict: what a latent tells, and what it changes

# %%
changes = labs.predict("17-changes")
changes

# %% [markdown]
# The second matrix says in how many of the 21 pairs each latent changes a word of each kind
# (one latent after the other; a word that only stands elsewhere has not changed).
# **Hold the mouse over a latent** and read its three rows.
#
# 1. Some latents of the roomy network tell something, and change no word in any pair: why?
# 2. Of one kind of word no latent of the roomy network tells much more than counting invents,
#    and yet some change it: which kind?
# 3. The autoencoder learned without noise:
#    of what do its latents tell, and what do they change?

# %%
labs.told_and_moved(after=(changes, listens))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed.</summary>
#
# 1. On latents 1, 2, 4 and 6 the noise was wider than the codes, and drowned them.
# 2. The name: the decoder has to say *some* name, whatever it has heard.
# 3. All four are heard, and each by itself tells the year, of the four words,
#    and next to nothing else (but the template, which the matrix does not ask for).
#    Yet they change the city and the name, too:
#    three other words have to be said, and hang on the same four numbers.
#
# So the matrix shows what a code *tells*, and not what the decoder *does* with it.
#
# </details>
#
# ## Try to break it
#
# Half way between two numbers lies a third: is there no code without strange words?
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
mine = [[1], [2], [3], [4], [5]]
lessons.check("17-exercise", mine)

# %%
lessons.hint("17-exercise")

# %%
lessons.solution("17-exercise")

# %% [markdown]
# ## What, then, does a latent do?
#
# A metric looks at what can be told from a code.
# A walk looks at what a decoder makes of it, and the two need not agree:
# a number may tell much that nobody hears,
# and change words of which it tells nothing by itself.
# Ask which you need, before you believe either.
#
# Every sentence of YNOC has all four factors.
# What becomes of a score when one is absent is for [[absent_factors]].
#
# ## Does the corpus come out as printed?
#
# The paper's count, made again:

# %%
reveal("ynoc-count")

# %% [markdown]
# ## Check yourself
#
# 1. A network says one sentence for every code.
#    Can a metric still find bits in its codes?
# 2. A latent tells only the year, and when it moves the city changes, too.
#    Is the code at fault, or the decoder?
#
# <details><summary>Answers</summary>
#
# 1. Yes: metrics read the codes, and never ask the decoder.
# 2. Either may be.
#    If no latent tells the city, the decoder has to make one up from whatever it hears,
#    as for the autoencoder.
#    If others do tell it, the decoder mixes this one in, as in the roomy network.
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
# `zhang2021`, section 3.1 (the corpus) and section 4.4 (*homotopy*, the walk from above; Table 6).
# One claim on walks stays open, since the authors' models are not published.
# It is on VAEs that learned the toy letters of [[toy_text]]:

# %%
reveal("zhang-table-7")

# %%
cite("zhang2021")
