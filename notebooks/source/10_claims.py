# %% [markdown]
# # Every claim on trial
#
# **After this notebook you can** look up any checkable sentence of the papers and of a course page:
# what is printed, what we measure, and under which reading.
# **Time:** 10 minutes, or a reading group's evening.
# **Read before:** `00_start_here`.

# %%
import pandas as pd
from disentangle_edu import labs
from disentangle_edu.claims.ledger import CLAIMS, VERDICTS, check_all
from disentangle_edu.claims.reveal import verdicts
from disentangle_edu.show.reading import cite, said, source

# %% [markdown]
# ## The question
#
# A paper prints a score, to four digits.
# Does it hold, and under which reading?
# Papers leave things open: is a shared value drawn per pair or per batch?
# Is the classifier judged on new points?
#
# A **claim** is a function that measures a sentence, once per reading, over several seeds.
# Its **verdict** is computed:
#
# * *holds*: every reading meets the printed figure
#   (to its last digit, give or take three spreads of a single run);
# * *holds under a reading*: some do;
# * *figure differs, conclusion holds*, and *argument fails, conclusion holds*:
#   what the paper concludes is true, but not by its figure, or not for its reason;
# * *fails*;
# * and *open*, where something is missing to decide it.
#
# This is a claim, as it stands in the package:

# %%
source(CLAIMS["dci-0.957"].experiment)

# %%
said(
    "The ledger has {claims} claims, from {sources} sources: {names}.",
    claims=len(CLAIMS),
    sources=len({claim.paper for claim in CLAIMS.values()}),
    names=sorted({claim.paper for claim in CLAIMS.values()}),
)

# %% [markdown]
# ## Predict

# %%
fails = labs.predict("10-fails")
fails

# %% [markdown]
# ## Move
#
# All claims are measured now, with few seeds so that it takes seconds.
# (The command `disentangle-edu claims` takes each claim's full number.)
# Filter, choose a claim, and see every run as a dot, the printed figure as a dashed line,
# and the lines that measured it.

# %%
findings = list(check_all(CLAIMS.values(), seeds=3))
lab = labs.ClaimsLab(findings, after=fails)
lab.controls["claim"].value = "beta-0.9967"
lab

# %% [markdown]
# ## The verdicts, counted

# %%
outcome = [(finding.claim.paper, finding.verdict) for finding in findings]
counts = pd.DataFrame(outcome, columns=["source", "verdict"])
counts = pd.crosstab(counts.verdict, counts.source, margins=True)
order = [*(verdict for verdict in VERDICTS if verdict in counts.index), "All"]
labs.after(fails, lambda: counts.reindex(order))

# %%
failed = [finding for finding in findings if finding.verdict == "fails"]
labs.after(fails, lambda: verdicts(failed))

# %% [markdown]
# The two sources that the first notebooks follow, claim by claim:

# %%
of = lambda paper: verdicts(finding for finding in findings if finding.claim.paper == paper)
labs.after(fails, lambda: of("sepliarskaia2019"))

# %%
labs.after(fails, lambda: of("course"))

# %% [markdown]
# ## Why
#
# <details><summary>Open this once you have guessed.</summary>
#
# Look at the sentences that fail.
# Some of them speak of *every* code, and are refuted by a single one: a witness.
# The others say that a score notices something, or that it does not,
# and a measurement says otherwise.
# Neither kind needs a careless author: a witness is easy to miss, and so is a setting.
#
# </details>
#
# The claims that hold *under a reading* are the ones to quote with care:

# %%
careful = [finding for finding in findings if finding.verdict == "holds under a reading"]
many = [(f.claim.id, name, found.mean) for f in careful for name, found in f.readings.items()]
table = pd.DataFrame(many, columns=["claim", "reading", "measured"])
labs.after(fails, lambda: table.set_index(["claim", "reading"]).round(4))

# %% [markdown]
# One of them deserves a look: *most metrics favour factors along single axes*.
# Turn a perfect code by an angle.
# Nothing is lost, and a linear classifier on all latents does not notice.

# %%
turned = labs.turned()
turned

# %%
turns = {f"{angle} degrees": turned.at(angle=angle) for angle in (0, 15, 45, 90)}
pd.DataFrame(turns).round(2)

# %% [markdown]
# ## Try to break it
#
# Three seeds are few.
# Which verdicts would change with one?
# A single run has no spread, so a figure must then be met to its last digit.

# %%
chancy = [finding.claim for finding in findings if finding.claim.by_chance]
changed = [one.claim.id for one in check_all(chancy, seeds=1) if one.verdict != one.claim.verdict]
labs.after(fails, lambda: said("Verdicts that one seed changes: {c}.", c=changed or "none"))

# %% [markdown]
# The other way round, a large spread lets much pass.
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
from disentangle_edu import lessons

mine = [0.60, 0.60, 0.60]
lessons.check("10-exercise", mine)

# %%
lessons.hint("10-exercise")

# %%
lessons.solution("10-exercise")

# %% [markdown]
# ## Check yourself
#
# 1. Which reading of Fact 3 comes closest to the printed 0.9967?
# 2. Why is a refuted claim not an error of this package?
#
# <details><summary>Answers</summary>
#
# 1. Choose `beta-0.9967` above and compare the dots with the dashed line.
#    Readings that meet it differ by less than their spread;
#    the figure alone cannot tell which one was meant.
# 2. The ledger records what is true.
#    Its tests turn red when a verdict *changes*, not when a paper is wrong.
#
# </details>
#
# ## Where it stands in the papers
#
# Every claim names its section.
# Sentences are paraphrased in our words.

# %%
cite(*sorted({claim.paper for claim in CLAIMS.values()}))
