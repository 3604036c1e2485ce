# %% [markdown]
# # SAP: what can a straight line see?
#
# **In this chapter:** a judge that fits straight lines, and a perfect copy that it cannot read.
# **Time:** 25 minutes.
# **Read before:** [[start_here]].
#
# The side of each square is the distance by which your line misses a sample.
# **Turn the line by its end** until the squares are smallest, then choose the ninth power.
# Which samples does even the best line miss?

# %% hidden=true
import numpy as np

from disentangle_edu import labs, sap
from disentangle_edu.claims.views import reveal
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.measures import single_latent_scores
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded
from disentangle_edu.worlds.examples import r2_of_power

labs.straight_line()

# %% [markdown]
# Nothing is lost in a ninth power, because each value of the factor has its own latent value.
# A straight line just cannot recover the factor.
#
# **R²**, the share that a line explains, is 1 minus *missed* divided by *all* in the picture.
# SAP fits such a line for every latent and every factor.
# For each factor it subtracts what the second-best latent explains from what the best explains.
# The score is the mean of these gaps over the factors.
#
# ## Bend it further
#
# **Drag the handle** on the curve after your guess.
# The best line and its errors are drawn in pink.

# %%
power = labs.predict("04-power")
power

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
# **Drag the handle** to 15 after your guess, and look at the fullest bin of the latent.
# Then choose bins of *equal counts*.

# %%
bits = labs.predict("04-mig")
bits

# %%
labs.bins_of_power(after=bits)

# %% [markdown] after="bits"
# With bins of equal width, MIG is below SAP at powers 3 to 35, because one bin of the latent fills
# up: at 15 it holds about four fifths of the samples.
# Bins of equal counts are unaffected by an odd power, since only the order of the values matters.
# How the numbers are binned is part of the score.

# %% [markdown]
# ## A line for each level
#
# For factors with few values, SAP uses a linear classifier instead, a support vector machine.
# The classifier fits one line per level, and predicts the level whose line is highest.
# The share of right predictions replaces R².
#
# **Drag the handle** from two levels upwards after your guess, and watch the dots.
# Then choose more samples, or a larger *C*, the price of an error (most published code uses 0.01).

# %%
levels = labs.predict("04-levels")
levels

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
# Each sample adds its own penalty, so more samples at the same C act like a larger C.

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
actions(hint("04-exercise"), solution("04-exercise"))

# %% [markdown]
# **A low SAP need not mean that anything is lost, because a straight line cannot read every copy.**
#
# ## The verdict
#
# Back to A, B and the handwriting of [[start_here]].
# The factors of A and B are levels: three shapes, six sizes, sixteen positions in each direction.

# %%
verdict = labs.predict("04-verdict")
verdict

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
labs.after(power, lambda: reveal("sap-0.32", "sap-0.98"))

# %%
actions(folded(sap, single_latent_scores, r2_of_power), cite("kumar2017", "sepliarskaia2019"))
