# %% [markdown]
# # SAP: what can a straight line see?
#
# **In this chapter:** a judge that fits straight lines, and a perfect copy that it cannot read.
# **Time:** 25 minutes.
# **Read before:** [[start_here]].

# %%
import numpy as np

from disentangle_edu import labs, sap
from disentangle_edu.chapters.sap.quiz import line_by_hand
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import single_latent_scores
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import folded
from disentangle_edu.worlds.examples import r2_of_power

# %% [markdown]
# Set one knob of network B to many values, and plot the place of the shape against the knob.
# How much of the place does a straight ruler through the dots explain?
#
# Try it with five samples of a factor and a latent that is the factor's third power.
# The side of each square is the distance by which your line misses a sample.
# **Turn the line by its end** until the squares are smallest, then choose the ninth power.
# Which samples does even the best line miss?

# %%
labs.straight_line()

# %% [markdown]
# Nothing is lost in a ninth power, because each value of the factor has its own latent value.
# A straight line just cannot recover the factor.
#
# SAP fits such a line for every latent and every factor.
# For each factor it subtracts what the second-best latent explains from what the best explains.
# The score is the mean of these gaps over the factors.
#
# ## By hand: the best line
#
# Here are the same five samples, twice as large.
# Sum the squared errors, and divide by the sum of squared distances from the mean.
# **R²**, the share that the line explains, is 1 minus this ratio.

# %%
line_by_hand([-2, -1, 0, 1, 2], power=3)

# %% [markdown]
# ## Bend it further

# %%
power = labs.predict("04-power")
power

# %% [markdown]
# **Drag the handle on the curve.**
# The best line and its errors are drawn in pink.

# %%
lab = labs.sap_power(after=power)
lab

# %% [markdown] after="power"
# A high power sends most of the factor's range to almost one value of the latent.
# Only samples near -1 and 1 get latents far from 0, and these few determine the line.
# (For a factor spread evenly from -1 to 1 and an odd power p, R² is 3 (2p+1) / (p+2)².)

# %% [markdown]
# ## Which judge needs no line?
#
# MIG, the judge of the next chapter, measures such a gap in bits: it cuts everything into bins and
# counts.

# %%
bits = labs.predict("04-mig")
bits

# %% [markdown]
# **Drag the handle** to 15.
# How many bins of the factor does the fullest bin of the latent cover?
# Then choose bins of *equal counts*.

# %%
labs.bins_of_power(after=bits)

# %% [markdown] after="bits"
# With bins of equal width, MIG is below SAP at powers 3 to 35, because one bin of the latent fills
# up: at 15 it holds about four fifths of the samples.
# Bins of equal counts are unaffected by an odd power, since only the order of the values matters.
# MIG still stays a little below 1, because the bins of the latent and those of the factor have
# different edges.
# How the numbers are binned is part of the score.

# %% [markdown]
# ## A line for each level
#
# For factors with few values, SAP uses a linear classifier instead, a support vector machine.
# The classifier fits one line per level, and predicts the level whose line is highest.
# The share of right predictions replaces R².

# %%
levels = labs.predict("04-levels")
levels

# %% [markdown]
# **Drag the handle** from two levels upwards, and watch the dots.
# Then choose more samples, or a larger *C*, the price of an error (most published code uses 0.01).

# %%
labs.sap_levels(after=levels)

# %% [markdown] after="levels"
# Two things go wrong with these perfect copies:
#
# * With two levels, even the second latent guesses half of the samples right, so half of the gap is
#   gone.
# * With many levels, a level in the middle has others on both sides.
#   Its line is nearly flat, so the steeper line of a level further out passes above it.
#
# A larger C steepens mostly the two outermost lines.
# With a C of 1 or more and at least six levels, the second level from each end is recognised, too.
# Each sample adds its own penalty, so more samples at the same C act like a larger C.

# %% [markdown]
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# The factors of A and B are levels: three shapes, six sizes, sixteen positions in each direction.

# %%
verdict = labs.predict("04-verdict")
verdict

# %% [markdown]
# ## Check yourself
#
# Can a few samples fool the line?
# Write a function of a factor v from -1 to 1 that leaves v unchanged between -0.95 and 0.95.
# You may bend some or all of the values outside, but the function must be strictly increasing.
# For a code that bends two factors with your function, SAP must fall below 0.1.


# %%
def my_bend(v):
    return np.where(np.abs(v) <= 0.95, v, 2 * v)


check("04-exercise", my_bend)

# %%
hint("04-exercise")

# %%
solution("04-exercise")

# %% [markdown]
# Next: [[mig_and_dcimig]], two judges that count bits.
#
# <details><summary>In the papers: z to the 15th, and a hidden sum.</summary>
#
# SAP is by Kumar and others (2017); section 3.2.1 of sepliarskaia2019 defines it.
# Fact 6: some codes with Characteristic 2 get a low SAP.
# The first card tests the printed figure, 0.32, and it holds.
#
# Fact 8: some codes without Characteristic 2, such as one with a sum of two 25th powers, get a high
# SAP.
# The paper leaves open how SAP was computed, so the second card tries each reading that we know of.
# With a 25th power and R², SAP is 0.895, not 0.98; with a 201st power it is 0.985 (the *witness*).
# So such a code can have a SAP of 0.9 or more, and the *conclusion* holds for straight lines.
# If the factors are cut into classes, the same code gets a low score.
#
# </details>

# %%
labs.after(power, lambda: reveal("sap-0.32"))

# %%
hidden = labs.predict("04-hidden-sum")
hidden

# %% [markdown] after="hidden"
# **Drag the handle** down to 1 and back.
# The dashed curve is the best *curve* instead of the best line.
# At 25 it explains more than three times as much of factor 1 as the line does.

# %%
labs.sap_hidden_sum(after=hidden)

# %%
labs.after(hidden, lambda: reveal("sap-0.98"))

# %%
folded(sap, single_latent_scores, r2_of_power)

# %%
cite("kumar2017", "sepliarskaia2019")
