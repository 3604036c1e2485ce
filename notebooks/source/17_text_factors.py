# %% [markdown]
# # What is a factor in a sentence?
#
# **After this notebook you can** say what becomes of a score when a factor is absent from some samples, and watch words change one latent at a time. **Time:** 15 minutes. **Read before:** `16_toy_text`.

# %%
import pandas as pd
from disentangle_edu import METRICS, Representation, labs, mig
from disentangle_edu.worlds import corpora
from disentangle_edu.measures import mutual_information
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite
from disentangle_edu.worlds.text import CODES

# %% [markdown]
# ## The question
#
# Pictures have a size and a place, always. A sentence has an adverb, or has none. The paper on text builds two corpora whose factors are known. In YNOC every sentence says a year, a name, an occupation and a city. In POS the factors are
# parts of speech; the value of a factor is the words of that kind, in their order, and many sentences lack some kinds.

# %%
pos, ynoc = corpora.pos(), corpora.ynoc()
print(ynoc, pos, sep="\n\n")

# %%
block = pos.sample(6, seed=3)
for sentence, codes in zip(pos.sentences(block), block.factors):
    print(
        sentence,
        {
            name: " ".join(pos.value_words(name, code)) or "absent"
            for name, code in zip(pos.factor_names, codes)
        },
        sep="\n   ",
    )

# %% [markdown]
# ## What happens when a factor is absent
#
# A factor is judged on the samples that have it: its entropy, what a latent tells about it, the training and the judging of a predictor, and the rows among which BetaVAE and FactorVAE hold it still. Here are 8,000 sentences under
# a code without any deep learning: how often each word occurs, reduced to eight components.

# %%
block = pos.sample(8_000, seed=0)
sentences = pos.sentences(block)
reps = {name: pos.representation(block, code(sentences)) for name, code in CODES.items()}
reps["word counts"]

# %%
mutual_information(reps["word counts"])

# %% [markdown]
# Now the trap. Call "absent" a *value* like any other, and factors depend on each other: a sentence with one kind of conjunction has not the other, and a long sentence has no room for everything. Take the ideal code, one latent
# for each factor, "absent" being a number like the others. Bits between factors, when "absent" counts as a value:

# %%
names, ideal = pos.factor_names, pd.DataFrame(block.factors, columns=pos.factor_names)
as_value = Representation(ideal, ideal, factor_kinds="levels", latent_kinds="levels")
left_out = pos.representation(block, ideal, latent_kinds="levels")
mutual_information(as_value)

# %%
print("absent is a value: ", mig(as_value).line)
print("absent is left out:", mig(left_out).line)

# %% [markdown]
# The two conjunctions know nearly a bit about each other, for no reason but their absence, and the ideal code loses for it. With absent factors left out, little of that remains (how *many* nouns a sentence has still goes with how many verbs).
#
# ## Predict
#
# Four codes: word counts, counts of words and pairs, independent components of the word counts, and averaged word vectors. Which has the highest MIG? Will any exceed 0.2?

# %%
my_guess = {"best code": None, "its MIG": None}

# %% [markdown]
# ## Move
#
# First something to look at. Two sentences that share no word; we move from one to the other, *one latent after the other*, and quote the sentence whose code is nearest (there are 5,000). With one latent per word, each latent changes one
# word. Choose another code: do single words change?

# %%
lab = labs.homotopy()
lab

# %%
{code: lab.at(code=code) for code in lab.controls["code"].options}

# %% [markdown]
# ## Reveal
#
# The four codes under several metrics (8,000 sentences, one seed):

# %%
names = (
    "mig",
    "modularity",
    "sap",
    "disentanglement",
    "completeness",
    "informativeness",
    "explicitness",
    "factor_vae",
    "active_units",
    "hoyer",
)
quick = {"factor_vae": dict(points=2_000, batch=64)}
pd.DataFrame(
    {
        code: {name: METRICS[name](rep, **quick.get(name, {})).value for name in names}
        for code, rep in reps.items()
    }
).round(3)

# %% [markdown]
# The components know a good deal (informativeness), and none of them is *about* one part of speech: the largest directions in which word counts vary mix them all. Turning them until they are independent does help little, since words that exclude each other are
# not independent. Active units and Hoyer, which need no factors, say nothing about any of this.
#
# ## Why are the counts what they are?
#
# The paper's counts, generated again:

# %%
for id in ("ynoc-count", "pos-table-2", "pos-structures", "pos-splits", "pos-frequency"):
    print(reveal(id), "\n")

# %% [markdown]
# ## Try to break it
#
# `disentangle-edu text pos --out pos.csv` writes all 2,872,800 sentences with split and factors (some seconds). Encode them with a model of your own, add the columns `latent:...`, and `disentangle-edu score` reads the file; empty factor
# cells mean "absent".
#
# ## Check yourself
#
# 1. Why may an end mark be a factor, but not the comma?
# 2. A code has one latent that says only *how long* the sentence is. Which factors does it tell something about?
#
# <details><summary>Answers</summary>
#
# 1. There are two end marks, and one comma: where it stands there is nothing to choose.
# 2. On the samples that have a factor, length still says something about how many words of a kind there are (two nouns or four), so about nouns and verbs; and if "absent" counts as a value, about nearly all of them.
#
# </details>
#
# ## Where it stands in the paper
#
# `zhang2021`, section 3 (the corpora) and section 4.4 (homotopy, its Table 6). What needs its trained models is recorded as *open*:

# %%
for id in ("zhang-table-3", "zhang-figure-1", "zhang-table-5", "zhang-table-7"):
    print(reveal(id), "\n")

# %%
cite("zhang2021")
