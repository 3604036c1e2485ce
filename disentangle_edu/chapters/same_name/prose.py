# %% [markdown]
# # Same name, many numbers
#
# **In this chapter:** one code, one name, and very different numbers.
# You go step by step from one library's number to another's, and learn what to report.
# **Time:** 20 minutes.
# **Read before:** [[dci]] and [[mig_and_dcimig]].

# %%
import numpy as np
import pandas as pd
from disentangle_edu import CONVENTIONS, METRICS, Representation, labs, lessons
from disentangle_edu import disentanglement, informativeness, mig, sap, score_all
from disentangle_edu.conventions.compare import Printed, Walk, compare, spread
from disentangle_edu.conventions.reported_scores import case, figure, figures
from disentangle_edu.theory.invariances import score_differences
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded, said

# %% [markdown]
# A paper reports a low D, and another paper a high D for its own code.
# Is the second code better?
# There is no way to know from these two numbers.
#
# For this chapter, thirteen libraries were run on up to fifteen inputs.
# The guess is about one of these inputs, a noisy copy.

# %%
lowest = labs.predict("11-range")
lowest

# %%
labs.after(lowest, lambda: Printed("e_noise05"))

# %% [markdown]
# Each letter is a library, which the text below the picture names.
#
# ## From one number to the other
#
# A **convention** is a library's choice of options for a metric: the bins, the predictor, the
# scaling, the samples it is judged on.
# The first bar is D as the first library computes it.
# Each further bar changes *one* setting to that of the other library.
#
# **Click a step** to see the parts of its score.
# Then swap the two libraries, or choose another input, metric or library.
# The picture uses 2,000 samples; *Run the full size* uses 10,000.

# %%
labs.same_name(after=lowest)

# %% [markdown] after="lowest"
# In this order, the step from a forest to a lasso makes nearly all of the difference.
# From *qedr* back to *zhang2021*, two settings share most of it, so no single setting is to blame.
#
# A *forest* of classification trees grows until it separates its training samples.
# The noise of every latent helps with that, so importance spreads over all latents.
# A *lasso* fits one straight line to a factor, and its penalty sets small weights to 0.

# %% [markdown]
# The table shows our forest, our trees that predict the value as a number, and a lasso:

# %%
noisy = case("e_noise05", 2_000)
asked_of = {"our forest": {}, "values as numbers": {"as_continuous": True}}
asked_of["lasso"] = {"convention": "ubisoft"}
judges = {"D": disentanglement, "I": informativeness}
rows = {w: {n: judge(noisy, **o).value for n, judge in judges.items()} for w, o in asked_of.items()}
pd.DataFrame(rows).T.round(2)

# %% [markdown]
# So D says as much about the predictor as about the code, and means little without I.
# Here is pure noise, which knows no factor, read by the same lasso:

# %%
disentanglement(case("f_noise"), convention="ubisoft")

# %% [markdown]
# The lasso finds tiny weights for one factor and none for the others, so every latent is "focused"
# on that factor.
# The score warns you that no factor is predicted.
#
# ## The bins and the divisor

# %%
libraries = labs.predict("11-two-libraries")
libraries

# %%
walk = lambda: Walk(case("a_copy"), "mig", "disentanglement_lib", "ubisoft")
labs.after(libraries, walk)

# %%
words = (
    "The factor of 40 values can reach {one:.2f} at most, and the mean of five factors {all:.2f}."
)
most = np.log(20) / np.log(np.array([20, 20, 40, 32, 32]))  # 3 and 6 values fit into 20 bins
cap = lambda: said(words, one=most.min(), all=most.mean())
labs.after(libraries, cap)

# %% [markdown] after="libraries"
# With 20 bins a latent cannot separate 40 values, so even a perfect copy is capped.
# Either change lifts the cap: dividing by the entropy of the *latent*, or cutting the factors too.
# But then MIG no longer asks whether the 40 values can be separated.

# %% [markdown]
# ## The settings line
#
# Our metrics reproduce a library's number when a convention has its settings.
# We name bugs in a library's code, but do not imitate them.

# %%
names = ["disentanglement_lib", "ubisoft", "clarken92"]
again = {name: mig(case("e_noise05"), convention=name) for name in names}
theirs = {name: figure("e_noise05", "mig", name) for name in names}
pd.DataFrame({"theirs": theirs, "ours": {name: again[name].value for name in names}}).round(4)

# %% [markdown]
# Every score has a settings **line**.
# Put it in your paper, and anyone can reproduce the number:

# %%
again["ubisoft"].summary_line

# %% [markdown]
# ## Which number should you report?
#
# A good convention keeps its *promises*: changes that should not affect the score do not affect it.
# How much do three changes affect the score of the noisy copy, averaged over two seeds?

# %%
few = case("e_noise05", 1_000)
promises = ("rescale_latents", "add_constant_latent", "add_noise_latent")
of = lambda name, by: [
    score_differences(METRICS[name], p, few, seeds=2, convention=by) for p in promises
]
far = {"D, ours": of("disentanglement", "ours"), "D, zhang2021": of("disentanglement", "zhang2021")}
far["modularity, ours"] = of("modularity", "ours")
far["modularity, disentanglement_lib"] = of("modularity", "disentanglement_lib")
pd.DataFrame(far, index=promises).T.round(3)

# %% [markdown]
# A **dead** latent never varies, so it cannot mix factors.
# It changes one library's modularity more than any other number in this table.
# A latent of noise changes ours a little, because modularity is a mean over latents.
#
# Files are often sorted.
# One of these libraries judges on the last third of the rows, and *dent* on rows that it draws at
# random:

# %%
mixed = case("a_copy", 2_000)
order = np.lexsort(mixed.factors.T[::-1])
files = {
    "as drawn": mixed,
    "sorted": Representation(mixed.factors[order], mixed.latents[order]),
}
ours_and_theirs = ("ours", "disentanglement_lib", "dent")
rows = {c: {f: sap(rep, convention=c).value for f, rep in files.items()} for c in ours_and_theirs}
pd.DataFrame(rows).T.round(3)

# %% [markdown]
# (Our SAP and that of *dent* change only because other samples are held out.)
#
# So report like this:
#
# * D together with I;
# * MIG with its bins, and with the maximum that a perfect copy could reach;
# * latents scaled before an SVM or a lasso;
# * scores measured on held-out samples;
# * the number of dead latents;
# * the settings **line** of every score.
#
# If you compare with a published table, use *its* convention, and give yours as well:

# %%
scores = score_all(noisy, convention="ubisoft", seeds=1, progress=False)
print(*scores.summary_line[:4], "...", sep="\n")

# %% [markdown]
# How much can two papers differ by convention alone, on the same 1,000 samples?
# `disentangle-edu compare FILE` answers this for your own file.
# Here are six scores of the noisy copy, with one seed and without gradient boosting:

# %%
six = ["mig", "modularity", "sap", "disentanglement", "completeness", "explicitness"]
spread(compare(few, metrics=six, seeds=1)).round(3)

# %% [markdown]
# ## Check yourself
#
# A paper reports a MIG of 0.9724 for the perfect copy and 0.3205 for the noisy one, each from 2,000
# samples, and gives no settings.
# Which settings reproduce both numbers?

# %%
mine = {"bins": 20}
lessons.check("11-exercise", mine)

# %%
lessons.hint("11-exercise")

# %%
lessons.solution("11-exercise")

# %% [markdown]
# Next: [[directions]].
# Are axes the right thing to ask for?
#
# <details><summary>In the papers: libraries that depart from the formula.</summary>
#
# carbonneau2022 compares metrics, and its code is one of the conventions here.
# If a library departs from the published formula on purpose, as in the divisor of MIG, that is an
# option of our metrics.
# Here are two bugs, and the first of the shipped figures, with commit and date:
#
# </details>

# %%
said(
    "ubisoft, disentanglement: {one}.\n\nzhang2021, factor_vae: {other}.",
    one=CONVENTIONS["ubisoft"].errs["disentanglement"],
    other=CONVENTIONS["zhang2021"].errs["factor_vae"],
)

# %%
figures().head(1).T

# %%
folded(mig)

# %%
cite("chen2018", "kumar2017", "eastwood2018", "carbonneau2022")
