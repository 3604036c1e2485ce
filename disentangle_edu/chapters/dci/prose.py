# %% [markdown]
# # DCI: is each latent important for one factor only?
#
# **After this notebook you can** compute a row's part of disentanglement with pencil and paper,
# and name three ways in which DCI misleads.
# **Time:** 35 minutes.
# **Read before:** [[start_here]].

# %%
import pandas as pd
from disentangle_edu import InformativenessMatrix, completeness, disentanglement, examples, labs
from disentangle_edu.bench.tables import Scores
from disentangle_edu.chapters.dci.asked import digits_by_forest
from disentangle_edu.chapters.shelf.matrices import focus_by_hand
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import prediction
from disentangle_edu.metrics import focus
from disentangle_edu.show.reading import cite, folded

# %% [markdown]
# ## The question
#
# Train one predictor per factor on all latents, and ask it how important each latent was.
# What is an importance?
# Of a forest: what share of the error that its splits take away went with splits by this latent.
# Of a linear model: the size of the latent's coefficient, when all latents have one scale.
#
# That gives a matrix of importances: a row per latent, a column per factor.
# DCI asks two things of it, and a third of the predictors:
#
# * **D**isentanglement: does each *row* lie in one place?
# * **C**ompleteness: does each *column* lie in one place?
# * **I**nformativeness: did the prediction work at all?
#
# ## By hand
#
# One row, three numbers.
# Divide it by its sum, and you have shares.
# Their **entropy** says how evenly they are spread: 0 if all is in one place, 1 if all are equal.
# What is left of 1 is the row's **part** (Dᵢ in the literature).

# %%
focus_by_hand([8, 1, 1])

# %% [markdown]
# (The entropy is divided by log 3, the most that three shares can have.)
#
# What do `[1, 1, 1]`, `[5, 5]` and `[5, 5, 0]` give?
# Write down three numbers; then put each row in, and run the cell again.
#
# <details><summary>What to make of it?</summary>
#
# `[1, 1, 1]` and `[5, 5]` fill all their places alike: more even they cannot be, so the part is 0.
# `[5, 5, 0]` leaves the third of its places empty, so it is less even than it could be: 0.369.
# So it matters how many places there are, also those that stay empty.
#
# </details>
#
# Disentanglement is the mean of the parts; a row counts as much as it weighs (its sum).
#
# ## Predict: a rest in many places
#
# The **rest** of a row is all of it but its largest share.

# %%
even = labs.predict("01-even-rest")
even

# %% [markdown]
# ## Move
#
# One of the eleven rows (the ten others do the same, each with a factor of its own):
# the row itself, then its shares, and below them their entropy.
# The bands show what becomes of each share.
# Drag the round marks on bars 1 and 11 (the second moves ten bars together).
# Which of them moves disentanglement more?

# %%
lab = labs.dci_even_rest(after=even)
lab

# %% [markdown]
# <details><summary>Which one?</summary>
#
# The mark on bar 11: ten bars follow it,
# and a small push on any one of them alone would move D about four times as far as on bar 1,
# in the opposite direction.
# What is added to a small share costs much.
# Compare the bands: how much of the row is theirs, and how much of the entropy?
#
# </details>
#
# Then press *Reset to the start*, and move *factors*:
# the rest stays as large as it is, and goes to more or fewer others.
# Does the row's part grow with the number of factors, or shrink?
#
# <details><summary>Which?</summary>
#
# It grows: among three factors it is 0.418 (you had these shares by hand), among eleven 0.599.
# Two things happen: more shares raise the sum of all p·log(1/p), here from 0.64 to 0.96,
# and that sum is divided by log 11 in place of log 3.
# Here the log wins: the entropy falls from 0.58 to 0.40.
#
# </details>
#
# The case is from the paper by Sepliarskaia, Kiseleva and de Rijke (2019), its Fact 2.
# The card below puts its printed sentence to the test: what it says, what comes out here.

# %%
# what was measured
labs.after(even, lambda: reveal("dci-0.6"))

# %% [markdown]
# ## Predict: the same rest in one place

# %%
lumped = labs.predict("01-lumped-rest")
lumped

# %% [markdown]
# Drag the mark on bar 2 up: bit by bit it takes the rest from all other places.
# What does D do on the way?
# Which bands shrink, and which grows?

# %%
labs.dci_uneven_rest(after=lumped)

# %% [markdown]
# <details><summary>What, and which?</summary>
#
# It rises all the way, at first slowly, then faster:
# bar 2 must have about three quarters of the rest before D passes 0.7.
# The band of bar 2 grows, and the nine bands of the emptied places shrink by far more together.
#
# </details>
#
# ## Why
#
# <details><summary>Open this once you have guessed.</summary>
#
# There were eleven factors all the time, so the log stood still: only the places have changed.
# A share p takes p·log(1/p) of the entropy, and log(1/p) grows as p shrinks:
# ten tiny shares are ten bands that are wide for their size;
# one lump as large as all ten together is one band, and narrow for its size.
#
# </details>
#
# ## Rows against columns
#
# A column's part is counted in the same way: its shares, their entropy,
# divided by the log of the number of latents.
# C is the plain mean of these parts.

# %%
two_ways = labs.predict("01-two-ways")
two_ways

# %% [markdown]
# Another matrix.
# Each row has its part beside it (blue), each column its part below it (green).
# D weighs each row by its share of the whole matrix
# (and some libraries weigh columns, too).
# Below D stands what it would be *unweighted*, if every row that is not empty counted *alike*.
#
# Drag cells up or down until D is 1 and C is 0.9 or less:
# every row in one place, but not every column
# (or walk with the arrow keys, and press + or -, or Page Up and Page Down for larger steps).

# %%
labs.dci_two_ways(after=two_ways)

# %% [markdown]
# ## Predict: a light row

# %%
weight = labs.predict("01-weight")
weight

# %% [markdown]
# Row 2 has two marks: the upper one makes the row heavier or lighter,
# the lower one shares it between the factors.
# Leave the lower one at a half, and make row 2 as heavy as row 1: what is D, and why just that?
# Then move both: how can D be 0.95 or more, though row 2 is not pure?

# %%
labs.dci_weight(after=weight, share=0.5)

# %% [markdown]
# <details><summary>What is it, and why?</summary>
#
# A half.
# Shared by halves, row 2 is as impure as a row can be: its part is 0.
# So what is left of D is row 1's share of all weight, 1 / (1 + weight).
#
# And D is 0.95 or more if row 2 is light, or nearly pure, or a little of both.
# The paper prints such a case (Fact 5, in the card below):
# row 2 weighs a tenth of row 1, and gives nine tenths of that to one factor.
#
# </details>

# %%
# what was measured
labs.after(weight, lambda: reveal("dci-0.957"))

# %% [markdown]
# ## A real code
#
# The handwriting of [[start_here]], as ten principal components.
# A forest for each factor says how important each latent was to it
# (so each *column* sums to 1, but for rounding).

# %%
digits = labs.predict("01-digits")
digits

# %% [markdown]
# Which row is the purest, and which column the flattest?
# Then drag one cell of the purest row to 0 (and *Undo* it, and take another):
# which one raises the row's part most?

# %%
pca, values = examples.digits_pca(), digits_by_forest()
labs.dci_two_ways(values=values, names=list(pca.factor_names), after=digits)

# %% [markdown]
# <details><summary>Which, once you have guessed?</summary>
#
# Row 10 (0.32), with row 1 close behind.
# Without its runner-up, the stroke, row 10 would have 0.51.
# Rows that look uneven to the eye, such as the fifth, are nearly flat to an entropy.
# The stroke's column is the flattest (0.02): its smallest importance is a third of its largest.
#
# </details>
#
# But how well did the forest predict each factor?
# That is the third letter, **informativeness**.
# Here it stands beside each factor's part of C, measured on new images
# (the share of digits told rightly; of the others R², where 1 is perfect).

# %%
both = {"part of C": completeness(InformativenessMatrix(values)).parts}
both["predicted (I)"] = prediction(pca).values[0]
labs.after(digits, lambda: Scores(pd.DataFrame(both, pca.factor_names)))

# %% [markdown]
# <details><summary>And what does that say about the stroke?</summary>
#
# Of all six it is predicted worst, and its importances sum to 1 like those of the others:
# part of them may be importance for nothing.
# How bad can that get?
# That comes next.
#
# </details>
#
# ## Try to break it
#
# Importances can be had of a predictor that predicts nothing, too.
# What does D say of latents that are pure noise?

# %%
noise = labs.predict("01-noise")
noise

# %% [markdown]
# Each blue bar is the D of one draw, and the green one beside it the third letter of DCI:
# informativeness, how well the factors were predicted.
#
# 1. **Drag the point** from draw to draw, and look at what the two find important:
#    what makes D high, and what low?
# 2. Then let the latents know something:
#    choose above the picture how much of their variance is noise.
#    Which of the two bars tells you when not to believe the other?

# %%
labs.dci_on_noise(after=noise)

# %% [markdown]
# <details><summary>What, and which?</summary>
#
# * *The lasso* mostly keeps few entries of pure noise (two of nine on average; draw 10 has seven),
#   and D is 1 where no row has more than one of them: five draws of ten reach 0.9.
#   (Where it keeps none, there is nothing to judge, and D is set to 0.)
# * *With nine tenths of noise* every latent follows a factor of its own, if faintly,
#   and fewer draws than of pure noise reach 0.9, only one:
#   the lasso now keeps five entries on average, and in all other draws some share a row.
# * *The forest* finds some importance everywhere: its D stays low until little noise is left.
#   So a low D does not prove a mixture, either.
# * *The green bar* tells when not to believe D and C: near 0.
#   It rises as the noise goes.
#   (An R² below 0, worse than a constant, is shown as 0.)
#
# </details>
#
# ## Predict: idle latents
#
# Back to columns.

# %%
idle = labs.predict("01-idle")
idle

# %% [markdown]
# Here they are, rows 4 and 5.
# Drag a cell of an idle row up by very little: do D and C notice?

# %%
labs.dci_two_ways(values=[[1, 0], [1, 0], [0, 1], [0, 0], [0, 0]], after=idle)

# %% [markdown]
# <details><summary>Do they?</summary>
#
# C does: a 0.05 for factor 1 lets it fall from 0.785 to 0.754, for factor 2 even to 0.725.
# D does not, while the new row is pure.
# Before you dragged, the green bar below factor 1 stood at 0.57.
# What it lacked of 1 is the price of lying in two of five places.
# Without the two idle rows C was 0.685: nothing was added but zeros.
#
# </details>
#
# Before you go on: where would D or C have misled you?
# Name three ways, then open this.
#
# <details><summary>Three ways to be misled.</summary>
#
# * The same rest costs more in many places than in one: among eleven factors, a rest of a fifth
#   costs 0.401 where it is even, and 0.209 where it is lumped.
# * A light row is hardly heard, however impure.
# * Importances of predictors that predict nothing can look pure.
#
# And since each divides by the log of a number,
# D cannot be compared between data with different numbers of factors,
# nor completeness between codes with different numbers of latents
# (idle ones raise it, unless it is 1 already).
#
# </details>
#
# ## Check yourself
#
# Can most latents be pure, and D be low all the same?
# Change the matrix until its rows' parts (beside the rows) are 0.7 or more on plain average,
# and D is 0.2 or less;
# no row may be empty, and every factor must be known to some latent (an entry of 0.05 or more).
# Drag the cells of the lab, then run the cell below it.

# %%
mine = labs.dci_two_ways(values=[[0.6, 0.2, 0.2], [0.1, 0.6, 0.3], [0, 0.3, 0.7], [0.5, 0.5, 0]])
mine

# %%
check("01-exercise", mine.values["values"])

# %%
hint("01-exercise")

# %%
solution("01-exercise")

# %% [markdown]
# ## Keep your guesses
#
# Remove the `#` to write down each question, your guess and what came out.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Where it stands in the paper
#
# The definition is in 3.1.3 of Sepliarskaia, Kiseleva and de Rijke (2019).
# Fact 2 says that DCI gives some codes with Characteristic 1 a low score
# (the eleven latents of the first guess have it if a share of 0.02 counts as nothing),
# Fact 5 that it gives some codes without it a high one.
# The weighted sum is equation 3.
# The functions that ran above:

# %%
folded(disentanglement, completeness, focus)

# %%
cite("eastwood2018", "sepliarskaia2019")
