# %% [markdown]
# # Same name, many numbers
#
# **After this notebook you can** say which choices stand behind a published MIG, SAP or DCI,
# walk from one library's number to another's, and write down a number that others can make again.
# **Time:** 15 minutes.
# **Read before:** [[dci]], [[sap]], [[mig_and_dcimig]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import CONVENTIONS, METRICS, Representation, labs, score_all
from disentangle_edu import disentanglement, informativeness, mig, sap
from disentangle_edu.libraries.compare import Printed, Walk, compare, spread
from disentangle_edu.libraries.figures import case, figure, figures
from disentangle_edu.proof.promises import moved
from disentangle_edu.show.reading import cite, folded, said

# %% [markdown]
# ## The question
#
# A paper prints a MIG and a DCI.
# Which library made them?
# Which bins, which predictor?

# %%
said(
    "The code of {libraries} libraries was run on the same {cases} inputs.",
    libraries=figures().library.nunique(),
    cases=figures().case.nunique(),
)

# %% [markdown]
# The simplest input is a *perfect copy*:
# five factors of 3, 6, 40, 32 and 32 values, each copied by one latent.
# Everybody should say 1.
#
# ## Predict

# %%
libraries = labs.predict("07-two-libraries")
libraries

# %% [markdown]
# Here is what they say; each letter is a library, and the text below the picture names them.

# %%
labs.after(libraries, lambda: Printed("a_copy"))

# %% [markdown]
# With noise of half a standard deviation on every latent, the same libraries say:

# %%
Printed("e_noise05")

# %%
noisy = figures().query("case == 'e_noise05' and metric == 'disentanglement'").value
noisy = pd.to_numeric(noisy, errors="coerce").dropna()
said(
    "DCI's disentanglement of one and the same noisy copy: from {low:.2f} to {high:.2f}.",
    low=noisy.min(),
    high=noisy.max(),
)

# %% [markdown]
# ## What a convention is
#
# Nobody's code is needed to make these numbers.
# A *convention* is a set of options for our own metrics: how to cut latents and factors into bins,
# what to divide by, which predictor, what to scale, on which samples to judge,
# and what a dead latent counts.
# Here is how one library means MIG, SAP and the rest:

# %%
CONVENTIONS["disentanglement_lib"].metrics

# %%
names = ["disentanglement_lib", "ubisoft", "clarken92"]
again = {name: mig(case("e_noise05"), convention=name) for name in names}
theirs = {name: figure("e_noise05", "mig", name) for name in names}
pd.DataFrame({"theirs": theirs, "ours": {name: again[name].value for name in names}}).round(4)

# %% [markdown]
# Every score also carries a **line**:

# %%
again["ubisoft"].line

# %% [markdown]
# You can copy it into a paper:
# with it, somebody else can make the number again.
# The tests of this package compare every such pair.
#
# Some libraries depart from the published formula.
# Where the departure is a choice, such as what MIG is divided by, it is an option of our metrics,
# and you see it in the line above.
# Where it is a slip of the code, we describe it and do not imitate it:

# %%
said(
    "ubisoft, disentanglement: {one}.\n\nzhang2021, factor_vae: {other}.",
    one=CONVENTIONS["ubisoft"].errs["disentanglement"],
    other=CONVENTIONS["zhang2021"].errs["factor_vae"],
)

# %% [markdown]
# ## Move
#
# Choose an input, a metric and two libraries.
# The first bar is the score as the first library has it.
# Every following bar changes *one* setting to what the second library does.
# The last bar is the second library's score.
#
# The picture uses 2,000 samples; the button uses 10,000.
# Two libraries train gradient boosting for DCI, which takes minutes, so the lab refuses those.

# %%
labs.same_name(representation="e_noise05", metric="sap", end="zhang2021", after=libraries)

# %% [markdown]
# The two libraries of the question, at full size:

# %%
walk = lambda: Walk(case("a_copy"), "mig", "disentanglement_lib", "ubisoft")
labs.after(libraries, walk)

# %% [markdown]
# <details><summary>Open this once you have guessed.</summary>
#
# With 20 bins a latent cannot tell 40 values apart, so a perfect copy is capped.
# Divide by the entropy of the *latent* instead of the factor's, and the cap is gone.
# So is the question whether those 40 values are really told.
# Cutting the factors as coarsely as the latents removes the cap as well;
# it is changed last here, so there is little left for it to do.
# *Single steps depend on their order; the two ends do not.*
#
# </details>
#
# The cap itself, for a factor of 40 equally likely values and 20 bins:

# %%
cap = lambda: said("At most {most:.2f}.", most=np.log(20) / np.log(40))
labs.after(libraries, cap)

# %% [markdown]
# And DCI on the noisy copy, from the lowest figure to the highest
# (ten seconds on the site without a server):

# %%
Walk(case("e_noise05"), "disentanglement", "zhang2021", "qedr")

# %% [markdown]
# A forest of *classification* trees grows until it can tell its training samples apart.
# The noise of every latent helps with that, so importance spreads over all latents.
# A lasso fits one straight line, and its penalty silences whatever helps little.
# Our own convention grows classification trees too, and is as low;
# trees that predict the value as a *number* lie in between:

# %%
noisy = case("e_noise05", 2_000)
number = {"as_numbers": True}
asked_of = {"ours": {}, "ours, values as numbers": number, "lasso": {"convention": "ubisoft"}}
judges = {"D": disentanglement, "I": informativeness}
rows = {w: {n: judge(noisy, **o).value for n, judge in judges.items()} for w, o in asked_of.items()}
pd.DataFrame(rows).T.round(2)

# %% [markdown]
# D says how focused a *predictor* is, so it says as much about the predictor as about the code.
# That is why D means little without the I beside it.
# Here are latents of pure noise that knows no factor, under one convention:

# %%
disentanglement(case("f_noise"), convention="ubisoft")

# %%
disentanglement(case("f_noise"), convention="ubisoft").matrix

# %% [markdown]
# Perfectly disentangled noise: the lasso finds tiny weights for one factor and none for the others,
# so every latent is "focused" on that one.
# The score itself warns you, since none of the factors is predicted.
# With fewer samples the same lasso finds no weight at all, and D is 0:

# %%
sizes = {f"{n:,} samples": case("f_noise", n) for n in (2_000, 10_000)}
judged = {words: disentanglement(rep, convention="ubisoft") for words, rep in sizes.items()}
pd.DataFrame({"D": {words: score.value for words, score in judged.items()}}).round(3)

# %% [markdown]
# ## Why: how much of a number is convention?
#
# `compare` scores one representation under all conventions
# (the command `disentangle-edu compare FILE` does it with your file).
# Here is the noisy copy on 2,000 samples, with one seed each, without the conventions that train
# gradient boosting.
# (Mind informativeness: some libraries print an error under this name, others an accuracy.
# On the site without a server this takes a dozen seconds.)

# %%
table = compare(noisy, seeds=1)
spread(table).round(3)

# %% [markdown]
# If two papers differ by less than this spread and used different libraries,
# the difference may be convention alone.
#
# ## Which number should I report?
#
# Ask which *promises* a convention keeps: changes that should not change the score.
# How far does each of them move the score of the noisy copy (1,000 samples)?

# %%
few = case("e_noise05", 1_000)
promises = ("latents_on_another_scale", "a_dead_latent_more", "a_noise_latent_more")
asked = {
    "disentanglement": ("ours", "zhang2021", "clarken92"),
    "modularity": ("ours", "disentanglement_lib"),
}

# %%
far = pd.DataFrame(index=promises)
for name, conventions in asked.items():
    for convention in conventions:
        options = dict(seeds=2, convention=convention)
        steps = [moved(METRICS[name], promise, few, **options) for promise in promises]
        far[f"{name}, {convention}"] = steps
far.T.round(3)

# %% [markdown]
# Files are often sorted, and some libraries take the last third of the rows to judge on.
# Here is the perfect copy, sorted by its factors, under two conventions of SAP:

# %%
mixed = case("a_copy", 2_000)
order = np.lexsort(mixed.factors.T[::-1])
in_order = Representation(mixed.factors[order], mixed.latents[order])
files = {"as drawn": mixed, "sorted": in_order}
ours_and_theirs = ("ours", "disentanglement_lib")
rows = {c: {f: sap(rep, convention=c).value for f, rep in files.items()} for c in ours_and_theirs}
pd.DataFrame(rows).T.round(3)

# %% [markdown]
# A number that moves when a latent is measured in other units, or when the file is sorted,
# is a number about the file.
# So here is our recommendation, with the reason beside each choice:

# %%
why = CONVENTIONS["ours"].why.items()
said("{all}", all="\n".join(f"* {choice}: {reason}." for choice, reason in why))

# %% [markdown]
# In short:
#
# * report D together with I;
# * report MIG with the bins, and with the largest value that a perfect copy could reach;
# * scale latents before an SVM or a lasso;
# * judge on samples that were not used for learning;
# * say how many latents are dead;
# * and give the **line** that every score carries.
#
# If you compare with a published table, use *its* convention for the comparison,
# and yours beside it:

# %%
scores = score_all(noisy, convention="ubisoft", seeds=1, progress=False)
print(*scores.line, sep="\n")

# %% [markdown]
# ## Try to break it
#
# Run the cell: it says what is asked.
# Then change `mine` until it passes.

# %%
from disentangle_edu import lessons

mine = {"bins": 20}
lessons.check("07-exercise", mine)

# %%
lessons.hint("07-exercise")

# %%
lessons.solution("07-exercise")

# %% [markdown]
# ## Check yourself
#
# 1. A paper prints a MIG of exactly log 20 / log 40, with 20 bins, for 40 equally likely values.
#    How good can the code be?
# 2. A library prints NaN for modularity.
#    What does the representation most likely have?
# 3. Why does adding noise latents lower modularity, but not MIG?
#
# <details><summary>Answers</summary>
#
# 1. Perfect: it is the most that 20 bins can show.
# 2. A dead latent: 0 / 0.
# 3. Modularity is a mean over latents, and noise is judged like everybody else.
#    MIG asks about factors, and noise is never their best latent.
#
# </details>
#
# ## Where it stands in the paper
#
# No paper compares them like this; the review below compares metrics,
# and its own code is one of the conventions here.
# The figures of the libraries, with commit, variant and date, are shipped with the package:
# `disentangle_edu.libraries.figures.figures()`.
# The code that ran above:

# %%
folded(mig)

# %%
cite("chen2018", "kumar2017", "eastwood2018", "carbonneau2022")
