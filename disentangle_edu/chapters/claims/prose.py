# %% [markdown]
# # Every claim on trial: what holds?
#
# **In this chapter:** do not take our word.
# We measure every checkable sentence of four papers, of a fifth paper's abstract and of a course
# page, unless something is missing.
# Of the fifth paper, figures of all fifteen experiments are on trial, too.
# **Time:** 15 minutes, or a reading group's evening.
# **Read before:** [[start_here]].
#
# The squares are the sentences and figures of a paper, in order, coloured by verdict.
# **Click a square or a line:** its claim opens and is measured here and now, if it can be.
# Every dot is one run, and the shaded band shows what counts as close enough.

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.chapters.claims.data import numbers_of_words
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded

labs.ClaimsLab(claim="toy-chen-2")

# %% [markdown]
# Press *Run it with more seeds*, and watch the dots and the verdict.
# A single run has no spread, so it must match the figure to its last digit.
# A large spread lets many figures pass, which the exercise uses.
#
# ## How a verdict is computed
#
# Papers leave things open: is a shared value drawn for each pair, or once for a batch?
# Each way of understanding such a sentence is a **reading**.
# A **claim** is a function that measures a sentence, once for each reading and seed.
# Its **verdict** is computed:
#
# * *holds*: every reading meets the printed figure, usually within half a unit of its last digit
#   plus three standard deviations of single runs;
# * *holds under a reading*: only some readings do, or only the one that the paper itself names;
# * *figure differs* or *argument fails, conclusion holds*: the conclusion is true, with another
#   figure or for another reason;
# * *misprint, what is meant holds*;
# * *fails*: neither the sentence nor its conclusion holds;
# * *undecided*: the first half of the seeds gives a different verdict from all seeds together;
# * *open*: something is missing to decide it;
# * *not testable*: no measurement could decide it.
#
# When a paper uses a word and no number, we use one number for all papers.
# For example, *high* is at least 0.9, and *low* is at most 0.5; the last line unfolds the others.
#
# ## Sentences about every code
#
# Here are seven sentences of two papers and a course page, in our words.
# Each is about every code, or about a metric in general:
#
# * MIG depends on the number of bins.
# * Fact 1: two latents for a factor put FactorVAE below 1.
# * Fact 7: MIG is high for every code with Characteristic 2.
# * Fact 9: MIG is low for every code without Characteristic 2.
# * Fact 11: DCIMIG is low without Characteristic 3.
# * FactorVAE reflects completeness.
# * MIG does not reflect informativeness.

# %%
which = labs.predict("19-which-hold")
which

# %% [markdown] after="which"
# Here, from all papers, are the claims that fail.
# Some of them are about *every* code, and a single witness refutes them.
# Others say what a score notices or misses, and a measurement contradicts them.
# Two are about models of sentences on POS, of which we have only one run per model.
# One is a published MCC of 200 latents of noise: it repeats that of five, and we measure another.
#
# Then choose *holds under a reading*: quote such a claim only together with its reading.
# The tests of this package measure every claim that is not open, and fail when a verdict changes.

# %%
labs.ClaimsLab(paper="all", verdict="fails", after=which)

# %% [markdown]
# ## Check yourself
#
# A paper reports 0.60.
# Write three runs, no more than a tenth apart, for which the ledger says *holds*.
# None of them rounds to 0.60, and neither does their mean.

# %%
mine = [0.60, 0.60, 0.60]
check("19-exercise", mine)

# %%
actions(hint("19-exercise"), solution("19-exercise"))

# %% [markdown]
# **A printed figure holds under a reading and within a spread: ask for both.**
#
# Every claim names its section.
# Sentences are in our words, with a few of the paper's so that you can find them.

# %%
actions(
    numbers_of_words(),
    folded(CLAIMS["dci-0.957"].experiment),
    cite(*sorted({claim.paper for claim in CLAIMS.values()})),
)
