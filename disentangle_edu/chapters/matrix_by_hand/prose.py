# %% [markdown]
# # A matrix by hand: five scores, one table
#
# **After this notebook you can** say which entries of a matrix decide each of five scores,
# and make a matrix on which rows and columns, or gap and focus, disagree.
# **Time:** 20 minutes.
# **Read before:** [[dci]], [[sap]] and [[mig_and_dcimig]].

# %%
import numpy as np

from disentangle_edu import InformativenessMatrix, labs
from disentangle_edu import completeness, dcimig, disentanglement, mig, sap
from disentangle_edu.chapters.matrix_by_hand.asked import five_by_hand
from disentangle_edu.chapters.matrix_by_hand.labs import METRICS_BY_HAND, PRESETS, judge_by_hand
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.show.reading import cite, folded

# %% [markdown]
# ## The question
#
# MIG, DCIMIG, SAP, disentanglement and completeness read the *same kind of matrix*:
# a row per latent, a column per factor.
# They measure it differently, but suppose that we simply *write* it: which of them would like it?
#
# | form | judged per factor (column) | judged per latent (row) |
# |---|---|---|
# | gap: first minus second | MIG, SAP | DCIMIG (then each factor takes the best bid) |
# | focus: 1 - entropy / log n (n places) | completeness | disentanglement |
#
# Here every factor holds one bit, so that an entry of 1 means "knows everything".
#
# ## By hand

# %%
five_by_hand([[0.8, 0.1], [0.4, 0.3]])

# %% [markdown]
# Nobody bids for factor 2, so DCIMIG gives it nothing.

# %%
turned = labs.predict("06-turned")
turned

# %%
labs.after(turned, lambda: five_by_hand([[0.8, 0.1], [0.3, 0.4]]))

# %% [markdown]
# ## Predict

# %%
twice = labs.predict("06-twice")
twice

# %% [markdown]
# ## Predict again: which code is better?

# %%
order = labs.predict("06-order")
order

# %% [markdown]
# ## Move
#
# **Drag a cell up or down**, or walk to it with Tab and the arrow keys, and press + or -,
# or type a number and press Enter.
# **Click a score** to see which entries decide it.
# It starts from *every factor twice*; *start from* has other codes.
#
# 1. Raise MIG to 0.3 without changing disentanglement: which cells do it?
# 2. Now click *DCIMIG*, make it fall, and leave MIG as it is.
# 3. Start from *one latent for two factors*: which scores are content, and which are not?
#    Bring disentanglement to 1 with one cell: who pays?

# %%
lab = labs.matrix_by_hand(after=(twice, order), start="every factor twice")
lab

# %% [markdown]
# <details><summary>Which cells?</summary>
#
# 1. For instance lower latents 2, 4 and 6 to 0.7:
#    the gap of each column opens, and the rows stay pure.
# 2. Give latent 1 a second entry that is no runner-up of its column, such as 0.6 at factor 2:
#    its bid falls, and the better of the two is taken, its own or latent 2's.
#    If that is still as high as before, tear latent 2 as well.
#    No column's gap changes.
# 3. Each column has one winner, so MIG, SAP and completeness are content.
#    Row 1 is torn, so that it bids nothing, and disentanglement minds it, too.
#    Let factor 1 or 2 go, and disentanglement is 1.
#    But nobody knows that factor now: DCIMIG rises, while MIG, SAP and completeness pay.
#
# </details>
#
# ## Why
#
# MIG and SAP give the same number here: with one bit per factor they are one formula.
# On real data they differ in how the matrix is *measured*.
#
# Codes A and B of your guess (two of the presets)
# under all five.
# The last two rows are code A without its third latent, which does nothing, and with two of these:
# compare what completeness says of them, and who would win then.

# %% hidden=true
# the two codes
pair = {"A": "one winner per column, torn rows", "B": "pure rows, two winners per column"}
codes = {f"code {a}": InformativenessMatrix(PRESETS[b], factor_total=1) for a, b in pair.items()}
fewer = InformativenessMatrix(PRESETS[pair["A"]][:2], factor_total=1)
codes["code A, two latents"] = fewer
padded = np.vstack([PRESETS[pair["A"]], [[0, 0]]])
codes["code A, four latents"] = InformativenessMatrix(padded, factor_total=1)
labs.after(order, lambda: labs.side_by_side(codes, [metric.__name__ for metric in METRICS_BY_HAND]))

# %% [markdown]
# <details><summary>Who would, and why?</summary>
#
# Without the idle latent B wins, with one or two of them A.
# The entropy of A's columns is the same in all three rows, and less than that of B's:
# only the log of the number of latents changes, by which it is divided.
# So never compare completeness between codes with different numbers of latents:
# with four each, A wins.
#
# </details>
#
# ## Predict: two scores of the same columns

# %%
third = labs.predict("06-third")
third

# %% [markdown]
# ## Try to break it

# %%
scaled = labs.predict("06-scaled")
scaled

# %% hidden=true
# another matrix, in three sizes
leaky = np.array([[1, 0.4], [0.2, 0.9]])
sizes = {f"times {s:g}": InformativenessMatrix(s * leaky, factor_total=1) for s in (1, 0.5, 0.01)}
names = [metric.__name__ for metric in METRICS_BY_HAND]
labs.after(scaled, lambda: labs.side_by_side(sizes, names))

# %% [markdown]
# <details><summary>What to make of it, once you have guessed.</summary>
#
# The matrix of this table is not clean, and the same happens to it.
# Disentanglement and completeness look at shares only:
# a matrix that knows almost nothing is as good to them as one that knows all.
# That is why they come with informativeness.
# (One of the six goals below can be reached by size alone: which?)
#
# </details>
#
# ## Check yourself: six goals
#
# Choose a *goal* in the lab below and reach it; the strokes say where each score has to go.
# The fifth one is graded in the cell below that lab: run it before you turn to another goal.
#
# <details><summary>A hint for each of the others</summary>
#
# * **Goal 1:** Rows may be pure while a column has two winners, or three.
# * **Goal 2:** Each column needs one winner.
#   What if one row has to win them all?
# * **Goal 3:** Disentanglement asks for shares of a row, a bid for its size.
# * **Goal 4:** Begin with a pure row for each factor.
#   What can one row more do to *every* column, and what does it bid?
# * **Goal 6:** Each factor needs one latent; need it be one that has no other factor?
#   And need all entries be of one size?
#
# (Goal 5 has a hint of its own below the lab.)
#
# </details>

# %% hidden=true
# the lab of the goals
mine = labs.matrix_by_hand(
    after=(order, third, scaled), goal="5. MIG high, completeness low", shown=4
)
mine

# %%
check("06-exercise", mine.values["values"])

# %%
hint("06-exercise")

# %%
solution("06-exercise")

# %% [markdown]
# <details><summary>What each of the five sees: say it by heart, then open this.</summary>
#
# * **MIG** and **SAP**: the two largest entries of each column; whoever comes third is not seen.
# * **DCIMIG**: the two largest entries of each row, and of these gaps the best for each factor;
#   a row that is outbid may be as torn as it likes.
# * **disentanglement**: all entries, as shares of their row, and how many factors there are;
#   how much a row knows counts as its weight only, and all rows may be faint.
# * **completeness**: all entries, as shares of their column, and how many latents there are;
#   neither how much is known, nor which rows are torn.
#
# </details>
#
# ## Keep your guesses
#
# Remove the `#` to write down each question, your guess and what came out.

# %%
# labs.export_guesses("my_guesses.json")

# %% [markdown]
# ## Where it stands in the papers
#
# Sepliarskaia, Kiseleva and de Rijke (2019) have the formulas in sections 3 and 4.1,
# and pairs of matrices on which scores disagree in 5.2 and appendix A.2.
# (The matrices of A.2 cannot be recovered from the print, as [[mig_and_dcimig]] says.)
# Two presets are its cases: *Fact 5*, and *focused, even rest*, its Fact 2 with seven factors.
# The others are ours.
# The code that ran above:

# %%
folded(judge_by_hand, mig, sap, dcimig, disentanglement, completeness)

# %%
cite("sepliarskaia2019", "eastwood2018", "chen2018", "kumar2017")
