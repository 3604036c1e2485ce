# %% [markdown]
# # Every claim on trial
#
# **After this notebook you can** look up any checkable sentence of the 2019 paper and of the course page: what is printed, what we measure, under which reading. **Time:** 10 minutes, or a reading
# group's evening. **Read before:** `00_start_here`.

# %%
from disentangle_edu import labs
from disentangle_edu.claims.ledger import CLAIMS, check_all
from disentangle_edu.claims.reveal import verdicts
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# Does 0.9967 hold, and under which reading? Papers leave things open: is the shared value drawn per pair or per batch? Is the classifier judged on new points? A **claim** is a function that measures a sentence, once per
# reading, over several seeds. Its **verdict** is computed:
#
# * *holds*: every reading meets the printed figure (to its last digit, give or take three spreads of a single run);
# * *holds under a reading*: some do;
# * *figure differs, conclusion holds*; *argument fails, conclusion holds*: what the paper concludes is true, but not for its reason;
# * *fails*; and *open*, where something is missing to decide it.
#
# This is a claim, as it stands in the package:

# %%
source(CLAIMS["dci-0.957"].experiment)

# %% [markdown]
# ## Predict
#
# The paper has eleven facts, a table and a few remarks; the course page a dozen sentences. How many of all these claims will fail outright?

# %%
my_guess = 5  # your prediction: change it

# %% [markdown]
# ## Move
#
# All claims are measured now, with few seeds so that it takes seconds (the command `disentangle-edu claims` takes each claim's full number). Filter, choose a claim, and see every run as a dot, the printed figure as a dashed line, and the lines that measured it.

# %%
findings = list(check_all(CLAIMS.values(), seeds=3))
lab = labs.ClaimsLab(findings)
lab.controls["claim"].value = "beta-0.9967"
lab

# %% [markdown]
# ## Reveal

# %%
verdicts([finding for finding in findings if finding.claim.paper == "sepliarskaia2019"])

# %%
verdicts([finding for finding in findings if finding.claim.paper == "course"])

# %%
failed = [finding.claim.id for finding in findings if finding.verdict == "fails"]
print(f"{len(failed)} of {len(findings)} fail: {', '.join(failed)}. You said {my_guess}.")

# %% [markdown]
# ## Why
#
# Most figures hold. What fails are sentences with *every* or *all* in them, and they fail for a reason: a sentence about all codes is refuted by one. Look at the claims that hold *under a reading*: they are the ones to quote with care.

# %%
for finding in findings:
    if finding.verdict == "holds under a reading":
        print(
            finding.claim.id,
            "|",
            "; ".join(f"{name}: {found.mean:.4f}" for name, found in finding.readings.items()),
        )

# %% [markdown]
# One of them deserves a look: *most metrics favour factors along single axes*. Turn a perfect code by an angle. Nothing is lost, and a linear classifier would not notice.

# %%
turned = labs.turned()
turned

# %%
for angle in (0, 15, 45, 90):
    print(f"{angle:2} degrees:", turned.at(angle=angle))

# %% [markdown]
# ## Try to break it
#
# Three seeds are few. Which verdicts would change with one? A single run has no spread, so a figure must then be met to its last digit.

# %%
again = list(check_all([finding.claim for finding in findings if finding.claim.by_chance], seeds=1))
print(
    [finding.claim.id for finding in again if finding.verdict != finding.claim.verdict]
    or "none changes"
)

# %% [markdown]
# ## Check yourself
#
# 1. Which reading of Fact 3 comes closest to the printed 0.9967?
# 2. Why is a refuted claim not an error of this package?
#
# <details><summary>Answers</summary>
#
# 1. Choose `beta-0.9967` above and compare the dots with the dashed line. Readings that meet it differ by less than their spread; the figure alone cannot tell which one was meant.
# 2. The ledger records what is true. Its tests turn red when a verdict *changes*, not when a paper is wrong.
#
# </details>
#
# ## Where it stands in the papers
#
# Every claim names its section. Sentences are paraphrased in our words.

# %%
cite("sepliarskaia2019", "course")
