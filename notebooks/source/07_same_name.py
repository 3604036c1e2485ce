# %% [markdown]
# # Same name, fifteen numbers
#
# **After this notebook you can** say which choices stand behind a published MIG, SAP or DCI, walk from one library's number to another's, and write down a number that others can
# make again. **Time:** 15 minutes. **Read before:** `01_dci`, `04_sap`, `05_mig_and_dcimig`.

# %%
import pandas as pd
from disentangle_edu import CONVENTIONS, METRICS, disentanglement, labs, mig, score_all
from disentangle_edu.libraries.compare import Printed, Walk, compare, spread
from disentangle_edu.libraries.figures import case, figure
from disentangle_edu.proof.promises import moved
from disentangle_edu.show.reading import cite

# %% [markdown]
# ## The question
#
# A paper prints "MIG 0.90, DCI 0.49". Which library? Which bins, which predictor? Some fifteen libraries compute scores of these names. The code of thirteen of them was run on the same eight
# inputs. The simplest input is a *perfect copy*: five factors of 3, 6, 40, 32 and 32 values, each copied by one latent. Everybody should say 1. Here is what they say; each letter is a library,
# and the text below names them.

# %%
Printed("a_copy")

# %% [markdown]
# With noise of half a standard deviation on every latent, the same libraries say:

# %%
Printed("e_noise05")

# %% [markdown]
# DCI's disentanglement of one and the same noisy copy lies anywhere between 0.09 and 1.
#
# ## What a convention is
#
# Nobody's code is needed to make these numbers. A *convention* is a set of options for our own metrics: how to cut latents and factors into bins, what to divide by, which predictor, what to scale, on which
# samples to judge, what a dead latent counts. Here is how one library means MIG, SAP and the rest:

# %%
CONVENTIONS["disentanglement_lib"].metrics

# %%
for convention in ("disentanglement_lib", "ubisoft", "clarken92"):
    print(
        f"theirs {figure('a_copy', 'mig', convention):.4f}   ours {mig(case('a_copy'), convention=convention).line}"
    )

# %% [markdown]
# The last part is a line you can copy into a paper: with it, somebody else can make the number again. The tests of this package hold all such pairs together: counted figures agree within 0.002,
# sampled ones within 0.02. Where a library makes a mistake that is no option of the formula, we describe it and do not imitate it:

# %%
for convention in ("ubisoft", "zhang2021"):
    for metric, words in CONVENTIONS[convention].errs.items():
        print(f"{convention}, {metric}: {words}.")

# %% [markdown]
# ## Predict
#
# One library cuts latents into 20 bins and leaves a factor of 40 values as it is; another cuts both into 10 bins. On a *perfect copy*, which of the two has the higher MIG? By how much?

# %%
my_guess = {"20 bins on latents only": None, "10 bins on both": None}  # two numbers from 0 to 1

# %% [markdown]
# ## Move
#
# Choose an input, a metric and two libraries. The first bar is the score as the first library has it; every following bar changes *one* setting to what the second one does; the last bar is the second
# library's score. The picture uses 2,000 samples; the button uses 10,000.

# %%
lab = labs.same_name()
lab

# %%
for change in (
    {},
    {
        "representation": "e_noise05",
        "metric": "disentanglement",
        "start": "zhang2021",
        "end": "qedr",
    },
    {"metric": "sap"},
    {"metric": "modularity", "representation": "a_copy_dead", "end": "ours"},
):
    print(change or "as it starts", lab.at(**change))

# %% [markdown]
# ## Reveal
#
# At full size, the walk from 0.90 to 0.998:

# %%
Walk(case("a_copy"), "mig", "disentanglement_lib", "ubisoft")

# %% [markdown]
# With 20 bins a latent cannot tell 40 values apart, so a perfect copy is capped. Divide by the entropy of the *latent* instead of the factor's, and the cap is gone, together with the question whether those 40
# values are really told. Cutting the factors as coarsely as the latents removes it as well; it is changed last here, so there is little left for it to do. *Single steps depend on their order; the two ends do not.*
#
# And DCI's 0.09 against 1.00 on the noisy copy:

# %%
Walk(case("e_noise05"), "disentanglement", "zhang2021", "qedr")

# %% [markdown]
# A forest of *classification* trees grows until it can tell its training samples apart, and the noise of every latent helps with that: importance spreads. A lasso fits one straight line, and its penalty silences whatever helps
# little. D says how focused a *predictor* is, so it says as much about the predictor as about the code. That is why D means nothing without the I beside it. Here are latents of pure noise that knows no factor:

# %%
disentanglement(case("f_noise"), convention="ubisoft")

# %% [markdown]
# Perfectly disentangled noise: the lasso finds tiny weights for one factor and none for the others, so every latent is "focused" on that one. The score itself warns you, since hardly any of the factors is predicted.
#
# ## Why: how much of a number is convention?
#
# `compare` scores one representation under all conventions (the command `disentangle-edu compare FILE` does it with your file). The noisy copy, on 2,000 samples, without the two conventions that train gradient boosting for minutes:

# %%
table = compare(case("e_noise05", 2_000))
spread(table).round(3)

# %% [markdown]
# If two papers differ by less than this spread and used different libraries, the difference may be convention alone.
#
# ## Which number should I report?
#
# Ask which *promises* a convention keeps: changes of the representation that should not change the score. How far does each of them move the score of the noisy copy (1,000 samples)?

# %%
rep, promises = (
    case("e_noise05", 1_000),
    (
        "latents_on_another_scale",
        "samples_in_another_order",
        "a_dead_latent_more",
        "a_noise_latent_more",
    ),
)
asked = {
    "sap": ("ours", "disentanglement_lib", "latte"),
    "disentanglement": ("ours", "zhang2021", "clarken92"),
    "modularity": ("ours", "disentanglement_lib"),
}
far = {
    (metric, convention): [
        round(moved(METRICS[metric], promise, rep, seeds=2, convention=convention), 3)
        for promise in promises
    ]
    for metric, conventions in asked.items()
    for convention in conventions
}
pd.DataFrame(far, index=promises)

# %% [markdown]
# A number that moves when a latent is measured in other units, or when the file is sorted differently, is a number about the file. So our recommendation, with the reasons written beside each choice:

# %%
for choice, reason in CONVENTIONS["ours"].why.items():
    print(f"* {choice}: {reason}.")

# %% [markdown]
# In short: **report D together with I; report MIG with the bins and with the largest value a perfect copy could reach; scale latents before an SVM or a lasso; judge on samples that were not used for
# learning; say how many latents are dead; and give the line** that every score carries. If you compare with a published table, use *its* convention for the comparison, and yours beside it:

# %%
print(
    *score_all(case("e_noise05", 2_000), convention="ubisoft", seeds=1, progress=False).line,
    sep="\n",
)

# %% [markdown]
# ## Try to break it
#
# `labs.same_name(representation="f_noise", metric="disentanglement", start="ours", end="ubisoft")` takes noise from 0 to 1 by changing settings alone. Can you find a metric, an input and two conventions with a larger step than that? Is there a
# metric for which all conventions agree on every input?
#
# ## Check yourself
#
# 1. A paper reports MIG 0.81 with 20 bins for a factor of 40 equally likely values. How good can the code be?
# 2. A library prints NaN for modularity. What does the representation most likely have?
# 3. Why does adding five noise latents lower modularity, but not MIG?
#
# <details><summary>Answers</summary>
#
# 1. Perfect: log 20 / log 40 = 0.81 is the most that 20 bins can show.
# 2. A dead latent: 0 / 0.
# 3. Modularity is a mean over latents, and noise is judged like everybody else. MIG asks about factors, and noise is never their best latent.
#
# </details>
#
# ## Where it stands in the paper
#
# No paper compares them like this; the review below compares metrics, and its own code is one of the conventions here. The figures of the libraries are in `disentangle_edu/figures.csv` with commit, variant and date.

# %%
cite("chen2018", "kumar2017", "eastwood2018", "carbonneau2022")
