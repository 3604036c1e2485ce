# %% [markdown]
# # Every claim on trial
#
# **In this chapter:** do not take our word.
# We measure every checkable sentence of four papers, a fifth paper's abstract and a course page,
# unless something is missing.
# **Time:** 15 minutes, or a reading group's evening.
# **Read before:** [[start_here]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import labs, lessons
from disentangle_edu.claims.coverage import count_states, list_sentences
from disentangle_edu.claims.registry import CLAIMS, VERDICTS, WORDS
from disentangle_edu.claims.views import recorded, reveal
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import source

# %% [markdown]
# A paper reports a score to four digits.
# Does it hold?
# Papers leave things open: is a shared value drawn for each pair, or once for a batch?
# Each way of understanding such a sentence is a **reading**.

# %%
which = labs.predict("18-which-hold")
which

# %% [markdown]
# ## Take one apart
#
# The squares are the sentences of a paper, in order, coloured by verdict.
# **Click a square or a line:** its claim opens and is measured, here and now.
# Every dot is one run, and the shaded band shows what counts as close enough.
# You can search for a word, or show only one verdict or metric.

# %%
labs.ClaimsLab(claim="sap-0.98", after=which)

# %% [markdown]
# A **claim** is a function that measures a sentence, once for each reading and seed.
# Its **verdict** is computed:
#
# * *holds*: every reading meets the printed figure, within half of its last digit plus three
#   standard deviations of single runs;
# * *holds under a reading*: only some readings do, or only the one that the paper itself names;
# * *figure differs* or *argument fails, conclusion holds*: the conclusion is true, with another
#   figure or for another reason;
# * *misprint, what is meant holds*;
# * *fails*: neither the sentence nor its conclusion holds;
# * *undecided*: the first half of the seeds gives a different verdict from all seeds together;
# * *open*: something is missing to decide it;
# * *not testable*: no measurement could decide it.
#
# Here is one claim as it appears in the package:

# %%
source(CLAIMS["dci-0.957"].experiment)

# %% [markdown]
# When a paper uses a word and no number, we use one number for all papers:

# %%
pd.DataFrame(WORDS, index=["taken for", "number"]).T

# %% [markdown]
# ## All verdicts
#
# These tables show recorded verdicts, which are not measured here.
# The tests of this package measure every claim that is not open, and fail when a verdict changes.
# The first table counts sentences, and the second claims, because one sentence may need several
# claims.

# %%
labs.after(which, lambda: count_states(list_sentences()))

# %%
found = pd.DataFrame([(claim.verdict, claim.paper) for claim in CLAIMS.values()])
counts = pd.crosstab(found[0], found[1], margins=True, margins_name="all").rename_axis(None)
order = [*(verdict for verdict in VERDICTS if verdict in counts.index), "all"]
labs.after(which, lambda: counts.reindex(order).rename_axis(None, axis=1))

# %% [markdown]
# These claims fail:

# %%
with_verdict = lambda verdict: [one for one in CLAIMS.values() if one.verdict == verdict]
labs.after(which, lambda: recorded(with_verdict("fails")))

# %% [markdown] after="which"
# Some of them are about *every* code, and a single witness refutes them.
# Others say what a score notices or misses, and a measurement contradicts them.
# Two are about models of sentences on POS, of which we have only one run per model.

# %% [markdown]
# Quote claims that hold *under a reading* with care.
# Here are those of sepliarskaia2019, and one of them, measured now:

# %%
careful = with_verdict("holds under a reading")
labs.after(which, lambda: recorded(one for one in careful if one.paper == "sepliarskaia2019"))

# %%
# what was measured
labs.after(which, lambda: reveal("fact-7"))

# %% [markdown]
# ## How many seeds are enough?
#
# Here are the verdicts on a few quick claims, from one seed and on record:

# %%
quick = ["sap-0.32", "sap-0.98", "fact-1-factor", "course-mig-bins", "beta-0.9967"]
one = {id: CLAIMS[id].check(seeds=1).verdict for id in quick}
record = {id: CLAIMS[id].verdict for id in quick}
labs.after(which, lambda: pd.DataFrame({"one seed": one, "on record": record}))

# %% [markdown]
# A single run has no spread, so it must match the figure to its last digit.
# No reading of Fact 3 (0.9967) does that with its first run.
# A large spread lets many figures pass, which the exercise uses.
#
# ## Check yourself
#
# A paper reports 0.60.
# Write three runs, no more than a tenth apart, for which the ledger says *holds*.
# None of them rounds to 0.60, and neither does their mean.

# %%
mine = [0.60, 0.60, 0.60]
lessons.check("18-exercise", mine)

# %%
lessons.hint("18-exercise")

# %%
lessons.solution("18-exercise")

# %% [markdown]
# Every claim names its section.
# Sentences are in our words, with a few of the paper's so that you can find them.

# %%
cite(*sorted({claim.paper for claim in CLAIMS.values()}))
