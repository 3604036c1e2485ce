# %% [markdown]
# # Nine models of sentences: which one wins?
#
# **In this chapter:** six judges score nine trained models, five runs each, and you find out how
# certain such a table is about its winner.
# **Time:** 20 minutes.
# **Read before:** [[text_factors]].
#
# Each row is a model, each dot one of its five runs, and the stroke is their mean.
# **Drag the point along the runs:** how often does the frame jump to another model?

# %% hidden=true
import numpy as np
from disentangle_edu import labs
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions

labs.text_models()

# %% [markdown]
# zhang2021 trains these nine models on YNOC and asks which is best disentangled; we retrained them.
# The frame marks the model that is first by MIG, and a star each run that is first of nine.
# MIG is high if each factor is in one latent and in no other.
#
# The paper has five more metrics: BetaVAE, modularity, FactorVAE, DCI's D and SAP.
# Guess before you look at their winners.

# %%
agree = labs.predict("18-agree")
agree

# %%
labs.text_models(quantity="FactorVAE", after=agree)

# %% [markdown] after="agree"
# The bars on the right come from a **bootstrap**.
# We draw five runs of each model from its own five, again and again, and count how often each model
# is first.
# If all models were equal, the winner's bar would be at the dashed line on average, and in 95% of
# such tables below the dotted line.
#
# Choose the metrics one by one: on which winner would you bet?
# Only FactorVAE's winner has a bar past the dotted line, and it is first in only three of five
# runs.
# The winners by the other five metrics are uncertain.

# %% [markdown]
# ## How much does a winner keep?
#
# A low MIG may mean that factors are mixed, or that the code has lost them.
# So ask how much of a sentence each model keeps.
#
# To name one of YNOC's 720,000 equally likely sentences takes ln 720,000 **nats**; a nat is 1.44
# bits.
# **KL** limits what the code carries with its noise, and **Rec** is what the decoder still does not
# know.
# Their sum is at least the whole, and any excess is *wasted*.
# **Drag the point** from model to model: which models carry much, and which of them waste much?

# %%
labs.text_budget()

# %% [markdown]
# The autoencoder (AE) is trained to lower only Rec; the other models also pay for KL.
# A **VAE** pays the full price of KL, and a **beta-VAE** here a fraction of it.
# A **CCI-VAE** is held at a KL of C nats, and a **MAT-VAE** pays a fraction plus a penalty (lambda)
# on codes that are not sparse.
# The vanilla VAE has collapsed: its code carries almost nothing.
#
# The winner by MIG is beta-VAE (0.2), and its first run keeps most of one factor, the name, and the
# template of the sentence.
# MIG is the mean over four factors, so a code that keeps only one of them can reach 0.25 at most.
# [[text_factors]] shows one reason why this winner stays far below.
#
# ## Check yourself
#
# Be a careless author: report one run of each model, so that a poor model is first.
# **Click one dot in each row.**
# The frame must end below the dashed line.

# %%
mine = labs.one_run_each()
mine

# %%
check("18-exercise", mine.values["chosen"])

# %%
actions(hint("18-exercise"), solution("18-exercise"))

# %% [markdown] after="agree"
# ** Six metrics name four winners, and in six tries only FactorVAE's winner passes its 95% line.**
# Ask in return: best at *what*, measured on *which* codes, over *how many* runs?

# %% [markdown]
# Next: [[claims]].
# It puts every claim on trial.
#
# <details><summary>In the papers: the tables, two different figures, and your texts.</summary>
#
# Section 4.1, Tables 3 to 5 and Figures 1 to 4 of zhang2021.
# `zoo/sentences.py` in the package says what we chose where the paper does not specify the
# training.
# Two of 26 means in Table 3 are more than two deviations from ours: KL and Rec of beta-VAE (0.4).
# For POS we have only one run of each model, and without the paper's real texts Figure 4 stays
# open.
# For your own .csv with columns text and label,
# `disentangle-edu zoo --text --train DIR --classify FILE` does the same, with PyTorch.
#
# </details>

# %%
reveal("zhang-table-3", "zhang-table-4", "zhang-figure-1", "zhang-figure-2")

# %%
actions(cite("zhang2021"))
