# %% [markdown]
# # SAP: what can a straight line see?
#
# **In this chapter:** a judge who owns a ruler, and a perfect copy that he cannot read.
# **Time:** 25 minutes.
# **Read before:** [[start_here]].

# %%
import numpy as np

from disentangle_edu import labs, sap
from disentangle_edu.chapters.sap.quiz import line_by_hand
from disentangle_edu.claims.notebook import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import single_latent_scores
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded
from disentangle_edu.worlds.examples import r2_of_power

# %% [markdown]
# Imagine one knob of network B set to many values, and plotted against the place of the shape.
# Lay a straight ruler through the dots.
# How much of the place does the ruler tell?
#
# Try it with five samples of a factor, and a latent that is its third power.
# Each square shows what your line misses.
# **Turn the line by its end** until the squares are smallest.
# Then choose the ninth power.
# Which samples does even the best line miss?

# %%
labs.straight_line()

# %% [markdown]
# Nothing is lost in a ninth power: every value of the factor has its own value of the latent.
# The line cannot get at it.
#
# SAP lays such a line for every latent and every factor.
# For each factor it takes the best latent minus the second best.
# The score is the mean of these gaps over the factors.
#
# ## By hand: the best line
#
# The same five samples, twice as large.
# Sum the squared misses, and divide by the summed squared distances from the mean.
# **R²** is 1 minus that.

# %%
line_by_hand([-2, -1, 0, 1, 2], power=3)

# %% [markdown]
# ## Bend it further

# %%
power = labs.predict("04-power")
power

# %% [markdown]
# **Drag the mark on the curve.**
# Orange are the best line and what it misses.

# %%
lab = labs.sap_power(after=power)
lab

# %% [markdown] after="power"
# A high power sends most of the factor's range to nearly one value of the latent.
# Only samples near -1 and 1 get latents far from 0, and these few decide the line.
# (For a factor spread evenly from -1 to 1 and an odd power p, R² is 3 (2p+1) / (p+2)².)

# %% [markdown]
# ## Who needs no line?
#
# MIG, the next judge, measures the same gap in bits: it cuts everything into bins and counts.

# %%
bits = labs.predict("04-mig")
bits

# %% [markdown]
# **Drag the mark** to 15.
# How many bins of the factor does the fullest bin of the latent cover?
# Then choose bins of *equal counts*.

# %%
labs.bins_of_power(after=bits)

# %% [markdown] after="bits"
# Bins of equal width fail worse than a line: most samples of a high power fall into one bin.
# Bins of equal counts do not mind any power, since only the order counts.
# MIG still stays a little below 1, for the bins of latent and factor have other edges.
# How numbers are cut is part of a score.

# %% [markdown]
# ## A ruler for levels
#
# Factors with few values are read by a linear classifier instead, a support vector machine.
# It gives each level a line over the latent, and answers with the level whose line is highest.
# R² is replaced by the share of right answers.
# Give SAP perfect copies of factors with more and more levels.

# %%
levels = labs.predict("04-levels")
levels

# %% [markdown]
# **Drag the mark** from two levels upwards, and watch the dots.
# Then choose a large *C*, the price that the classifier pays for a mistake, or more samples.

# %%
labs.sap_levels(after=levels)

# %% [markdown] after="levels"
# All of these are perfect copies.
# Two things go wrong:
#
# * With two levels, even the second latent guesses half of them right.
#   Half of the gap is gone.
# * With many levels, a level in the middle has others on both sides.
#   Its line is nearly flat, and
#   the steeper lines of its neighbours pass above it.
#
# A larger C steepens mostly the two outermost lines.
# With C of 1 or more and six levels or more, the second level from each end wins, too.
# The price is paid for each sample, so more samples at the same C act like a larger C.

# %% [markdown]
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# The factors of A and B are levels: three shapes, six sizes, sixteen places each way.
# Most factors of the handwriting are measured, and read by R².

# %%
verdict = labs.predict("04-verdict")
verdict

# %% [markdown]
# ## Check yourself
#
# Can a few samples fool the ruler?
# Write a function of a factor v, from -1 to 1, that leaves v as it is from -0.95 to 0.95.
# You may bend what lies outside, all of it or some.
# SAP must fall below 0.1 for a code that bends two factors with it.
# The function must rise all the way: no two values may meet or change places.


# %%
def my_bend(v):
    return np.where(np.abs(v) <= 0.95, v, 2 * v)


check("04-exercise", my_bend)

# %%
hint("04-exercise")

# %%
solution("04-exercise")

# %% [markdown]
# Next: [[mig_and_dcimig]], two judges who count bits.
#
# <details><summary>In the papers: z to the 15th, and a hidden sum.</summary>
#
# SAP is by Kumar and others (2017); section 3.2.1 of sepliarskaia2019 defines it.
# Fact 6: some codes that keep Characteristic 2 get a low SAP.
# The first card prints 0.32, and it holds.
#
# Fact 8: some codes that break Characteristic 2 get a high SAP.
# The case is a third latent, the sum of two 25th powers.
# The paper leaves open how SAP was computed, so the second card tries every
# reading that we know of.
# With a 25th power SAP is 0.895, not 0.98.
# With a 201st it is 0.985: the row *witness* of that card.
# So such a code can have a SAP of 0.9 or more, and the *conclusion* holds.
# It holds for lines.
# Cut into classes, the same code gets a low score.
#
# </details>

# %%
labs.after(power, lambda: reveal("sap-0.32"))

# %%
hidden = labs.predict("04-hidden-sum")
hidden

# %% [markdown] after="hidden"
# **Drag the mark** down to 1 and back.
# The dashed curve is the best *curve* in place of the best line.
# At 25 it tells more than three times what the line tells of factor 1.

# %%
labs.sap_hidden_sum(after=hidden)

# %%
labs.after(hidden, lambda: reveal("sap-0.98"))

# %%
folded(sap, single_latent_scores, r2_of_power)

# %%
cite("kumar2017", "sepliarskaia2019")
