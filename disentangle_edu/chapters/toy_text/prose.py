# %% [markdown]
# # Toy letters: why does a perfect code score so low?
#
# **In this chapter:** a code mixes nothing and loses nothing, yet three judges score it below 100.
# For each judge you find the setting that is to blame.
# **Time:** 30 minutes.
# **Read before:** [[dci]], [[sap]] and [[mig_and_dcimig]].
#
# A letter takes one of 20 values, and a code places each value somewhere on a latent.
# **Drag ball 10,** the last one on the right, to the edge at 1, and watch MIG.
# Did the code lose anything?

# %% hidden=true
import numpy as np
from disentangle_edu import labs, mig
from disentangle_edu.lessons import check, hint, solution
from disentangle_edu.viz.bibliography import cite
from disentangle_edu.viz.markdown import actions, folded
from disentangle_edu.worlds import letter_sentences

labs.values_in_bins()

# %% [markdown]
# MIG lays 20 bins of equal width over the latent, from its lowest value to its highest.
# Values in the same bin cannot be told apart, and MIG counts this as a loss.
# The bins grow with ball 10, and other values end up sharing a bin.
# The code is neither better nor worse, because all 20 values still lie at different places.
#
# These are the values of one letter in example 1 of zhang2021.
# Its sentences have four letters, such as "A3 B17 C1 D9", and each letter has its own latent.
# The code is perfect, and BetaVAE, modularity and FactorVAE give it 100 of 100.
# But MIG gives it 81, DCI's D 66, and SAP less than 5.
# In example 2 each value is a random point in the plane of *two* latents, and MIG is 5.73.
# There a low MIG is right, because two latents each determine the letter; only the bins keep it
# above 0.
#
# ## SAP: you read the letter
#
# SAP asks a linear SVM to read each letter from a single latent.
# Make your guess.
# **Drag the cut** and click a ball.
# Which balls can a cut separate from all the others?
# Then choose *in order, by hand*, let the SVM cut with the authors' *C* of 0.01 and with larger
# values, and let LDA cut.

# %%
recognised = labs.predict("16-recognised")
recognised

# %%
labs.cuts(after=recognised)

# %% [markdown] after="recognised"
# A cut separates a ball from all the rest only at the two ends, because every other ball has
# neighbours on both sides.
# With C = 0.01 the SVM recognises 2 of 20 values; a wrong latent recognises 1 of 20 by chance.
# The difference is 5 in 100, close to the 4.68 that the paper reports for SAP.
# With a larger C the nearly flat lines of the inner values tilt, so the SVM recognises a few more.
#
# The straight line is not to blame.
# Linear discriminant analysis fits one line per value, too, but all of them together, and it
# recognises all 20.
# The SVM is trained for *one value against the rest*, with a tiny C, and both do harm.

# %% [markdown]
# ## DCI: a forest that sees only some latents
#
# In the authors' code every split of the forest chooses between only two latents, drawn at random.
# If neither is the letter's own latent, the split has to use a wrong one.
# Make your guess.
# **Drag the point:** how many latents can a split choose from?
# Then take more sentences, and watch the pink importance.

# %%
opened = labs.predict("16-open")
opened

# %%
labs.blind_splits(after=opened)

# %% [markdown] after="opened"
# The importance of a latent adds up the gains that its splits appear to make.
# Among fewer than a hundred sentences, even a split on a wrong latent appears to help by chance.
# A fully grown tree makes many such small splits.
# More sentences make them weigh less, but more trees do not.
# So D depends on how many sentences the forest learns from.

# %% [markdown]
# ## What do the judges ask for?
#
# The paper says which of three properties each judge reflects: no latent follows two factors
# (*disentanglement*), no factor is spread over two latents (*completeness*), and nothing is lost
# (*informativeness*).
# We broke one property at a time.
# **Click a cell** to see how far the score falls: three of the eighteen answers are wrong, and two
# depend on how values are lost.
# Which three are wrong?

# %%
labs.criteria()

# %% [markdown]
# ## Check yourself
#
# 1. An SVM need not fail.
#    Place the 20 values of a letter in the plane of *two* latents, so that for each value some line
#    separates it from the rest.
# 2. Bins need not fail.
#    Drag the ten balls until MIG with ten bins is 0.99 or higher, with their numbers out of order.

# %%
mine = [(value / 10 - 1, 0) for value in range(20)]
check("16-exercise-1", mine)

# %%
actions(hint("16-exercise-1"), solution("16-exercise-1"))

# %%
places = np.random.default_rng(0).uniform(-1, 1, 10).round(4)
mine_too = labs.values_in_bins(places=places, bins=10)
mine_too

# %%
check("16-exercise-2", mine_too.values["places"])

# %%
actions(hint("16-exercise-2"), solution("16-exercise-2"))

# %% [markdown]
# **A low score may judge the ruler: the bins, the classifier or the forest.**
#
# Next: [[text_factors]].
# Which words does a latent change?
#
# <details><summary>In the papers: how the printed digits are reproduced.</summary>
#
# Section 2.2, Table 1 and the appendix of zhang2021.
# The printed MIG of 81 is an ordinary draw of random values; seven other draws of the code of
# example 2 give 3 to 9.
# Its 5.73 depends on a text file that changed the last bits of the codes.
# The appendix has two misprints, which the paper's own numbers reveal.
# [[claims]] has all verdicts, including those on the eighteen answers.
#
# </details>

# %%
actions(
    folded(
        letter_sentences.codes, letter_sentences.importances, letter_sentences.predictability, mig
    ),
    cite("zhang2021", "ridgeway2018"),
)
