# %% [markdown]
# # Same name, many numbers
#
# **In this chapter:** one code, one name, and numbers from 0.1 to 1.
# You walk from one library's number to another's, and learn what to report.
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
# A paper prints a low D.
# Another prints a high D for its own code.
# Is the second code better?
#
# You cannot know.
# Thirteen libraries were run on up to fifteen inputs for this chapter.
# One input is nearly clean: five factors, each copied by one latent, with some noise.

# %%
lowest = labs.predict("11-range")
lowest

# %%
labs.after(lowest, lambda: Printed("e_noise05"))

# %% [markdown]
# Each letter is a library; the text below the picture names it.
#
# ## Walk from one number to the other
#
# A **convention** is how a library sets the options of a metric: the bins, the predictor, the
# scaling, the samples it judges on.
# The first bar is D as one library has it.
# Each next bar changes *one* setting to what the other library does.
#
# **Click a step** to see the parts behind it.
# Then choose another input, metric or library.
# The picture uses 2,000 samples; *Run the full size* uses 10,000.

# %%
labs.same_name(after=lowest)

# %% [markdown] after="lowest"
# The predictor makes nearly all of the difference.
# A *forest* of classification trees grows until it tells its training samples apart.
# The noise of every latent helps with that, so importance spreads over all latents.
# A *lasso* fits one straight line, and its penalty sets small weights to 0.

# %% [markdown]
# Our trees that predict the value as a number have a D between:

# %%
noisy = case("e_noise05", 2_000)
asked_of = {"our forest": {}, "values as numbers": {"as_continuous": True}}
asked_of["lasso"] = {"convention": "ubisoft"}
judges = {"D": disentanglement, "I": informativeness}
rows = {w: {n: judge(noisy, **o).value for n, judge in judges.items()} for w, o in asked_of.items()}
pd.DataFrame(rows).T.round(2)

# %% [markdown]
# So D says how focused a *predictor* is.
# That is as much about the predictor as about the code, and D means little without the I beside it.
# Here is pure noise that knows no factor, read by the same lasso:

# %%
disentanglement(case("f_noise"), convention="ubisoft")

# %% [markdown]
# The lasso finds tiny weights for one factor and none for the others, so every latent is "focused"
# on that one.
# The score warns you, since no factor is predicted.
#
# ## The bins, and what one divides by

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
# With 20 bins a latent cannot tell 40 values apart, so even a perfect copy is capped.
# Divide by the entropy of the *latent*, and the cap is gone.
# But then MIG no longer asks whether the 40 values can be told apart.

# %% [markdown]
# ## The line
#
# We can reproduce the libraries' numbers with our own metrics; only the settings change.
# The exceptions are slips of their code, which we name and do not imitate.

# %%
names = ["disentanglement_lib", "ubisoft", "clarken92"]
again = {name: mig(case("e_noise05"), convention=name) for name in names}
theirs = {name: figure("e_noise05", "mig", name) for name in names}
pd.DataFrame({"theirs": theirs, "ours": {name: again[name].value for name in names}}).round(4)

# %% [markdown]
# Every score carries a **line** with its settings.
# Copy it into a paper, and somebody else can make the number again:

# %%
again["ubisoft"].summary_line

# %% [markdown]
# ## Which number should you report?
#
# A good convention keeps its *promises*: what should not change the score does not.
# How far do three changes move the score of the noisy copy?

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
# A **dead** latent never varies, so it mixes no factors.
# One library's modularity moves most.
# A latent of noise moves ours a little: modularity is a mean over latents, and noise is one of
# them.
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
# (Ours and *dent* move only because other samples are held out.)
#
# So report like this:
#
# * D together with I;
# * MIG with its bins, and with the most that a perfect copy could reach;
# * latents scaled before an SVM or a lasso;
# * scores measured on held-out samples;
# * the number of dead latents;
# * the **line** of every score.
#
# If you compare with a published table, use *its* convention, and give yours beside it:

# %%
scores = score_all(noisy, convention="ubisoft", seeds=1, progress=False)
print(*scores.line[:4], "...", sep="\n")

# %% [markdown]
# How much may two papers differ by convention alone, on the same 1,000 samples?
# `disentangle-edu compare FILE` answers for your own file.
# Here are six scores of the noisy copy, with one seed and without gradient boosting.
# Not every library has every metric.

# %%
six = ["mig", "modularity", "sap", "disentanglement", "completeness", "explicitness"]
spread(compare(few, metrics=six, seeds=1)).round(3)

# %% [markdown]
# ## Check yourself
#
# A paper prints a MIG of 0.9724 for the perfect copy and 0.3205 for the noisy one, with 2,000
# samples each and no settings.
# Which settings make both numbers?

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
# Where a library departs from the published formula by choice, such as what MIG is divided by, that
# is an option of our metrics.
# Two slips of libraries, and the first of the figures that are shipped, with commit and date:
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
