# %% [markdown]
# # Glossary
#
# Every word that the chapters set in bold, on one page.
# One word stands for one idea.
# [[start_here]] is where the course begins.
#
# ## Codes
#
# ### code
# What a network keeps of a sample: a list of numbers.
# The papers call it a representation.
#
# ### latent
# One number of a code.
# The papers write z.
#
# ### factor
# One thing in the world that varies: shape, size, place.
# The papers write v or y.
#
# ### encoder
# What turns a sample into a code.
#
# ### decoder
# What turns a code back into a sample.
#
# ### disentangled
# Said of a code in which each latent follows one factor.
#
# ### characteristic
# One of three things that a good code does: each latent follows at most one factor (1), each factor
# moves at most one latent (2), each factor has a latent that moves with it alone and determines it
# (3).
#
# ### axis
# The direction of one latent in the space of all latents.
#
# ### subspace
# The directions of a latent space that matter for one factor, with an importance for each.
#
# ### dead
# Said of a latent that never varies.
#
# ### mean code
# The code of a sample before noise is added.
# Most scores are of mean codes.
#
# ### posterior collapse
# A network has learned to ignore its code: the noise on a latent is wider than its codes, and the
# decoder does not hear it.
#
# ### sparse autoencoder
# It redraws a layer of neurons from many directions, of which it may use a few at a time.
#
# ### feature
# One of these directions; it fires on a sample if it is used.
#
# ### splitting
# Many features share one value of a factor, each with a part of its samples.
#
# ### absorption
# A general feature falls silent on some of its samples, and a special one speaks there.
#
# ### shortcut
# A way to read a factor off something else that comes along with it.
#
# ### nuisance
# Something that moves the data and is no factor.
#
# ### identifiable
# Said of factors that a network must find, by a theorem.
# It may leave their order, their signs or a bend of each open.
#
# ### false alarm
# A low score for a code that is right.
#
# ### baseline
# What a score says of a code that knows nothing, of the same size as yours.
#
# ## Judges
#
# ### judge
# A score that is supposed to say how disentangled a code is.
# Also called a metric.
#
# ### focus
# 1 minus the entropy of a row or column, as a share of the most that it could be: 1 if all of it
# stands in one place.
#
# ### rest
# Everything of a row but its largest share.
#
# ### weight
# How much a part of a score counts in the mean.
#
# ### importance
# How much a forest used a latent to predict a factor.
#
# ### vote
# What one batch of FactorVAE says: the factor that stood still, and the latent that moved least.
#
# ### trace
# The little that a latent knows about a factor beside its own.
#
# ### probe
# A predictor that is trained only to ask what a code holds.
#
# ### modular
# Once the latent's own factor is known, the latent says nothing about the others.
#
# ### compact
# Once its latent is known, the other latents say nothing about a factor.
#
# ### explicit
# All latents together tell everything that the data tell about a factor.
#
# ### minimal
# A latent tells nothing but its factor.
#
# ### sufficient
# A latent alone tells everything that the data tell about its factor.
#
# ## Information
#
# ### bit
# The answer to one yes-or-no question.
#
# ### nat
# 1.44 bits; what natural logarithms count.
#
# ### entropy
# Everything there is to know about a factor, in bits.
# Also written H.
#
# ### mutual information
# The bits that a latent gives you about a factor.
# Also written I.
#
# ### parity
# Whether two coins differ.
# It says nothing about either coin.
#
# ### estimation bias
# What an estimate is off by on average: counting from few samples finds bits that are not there.
#
# ## Trials
#
# ### witness
# A code that anybody can check by hand, and that refutes a claim.
#
# ### graded
# Said of a witness whose latents follow two factors clearly, and not by a hair.
#
# ### claim
# A sentence of a paper as a function that measures it.
#
# ### reading
# One way to understand a sentence that leaves something open.
#
# ### verdict
# What came out when a claim was measured, or what a judge says of a code.
#
# ### convention
# How a library sets the options of a metric.
#
# ### line
# A score with its settings in one line, to be copied into a paper.
#
# ### recipe
# An objective and its strength: what all models of one kind were trained with, but for the seed.
#
# ### bootstrap
# Draw again from your own runs, with repeats, to see how sure a result is.
