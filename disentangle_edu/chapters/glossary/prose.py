# %% [markdown]
# # Glossary
#
# This page explains every word that the chapters set in bold.
# One word stands for one idea.
# The course begins with [[start_here]].
#
# ## Codes
#
# ### code
# The list of numbers by which a network represents a sample.
# The papers call it a representation.
#
# ### latent
# One number of a code.
# The papers write z.
#
# ### factor
# One thing in the world that varies, such as shape, size or position.
# The papers write v or y.
#
# ### encoder
# The part of a network that turns a sample into a code.
#
# ### decoder
# The part of a network that turns a code back into a sample.
#
# ### disentangled
# A code is disentangled if each latent follows one factor.
#
# ### characteristic
# One of three requirements of a good code.
# Each latent follows at most one factor (1).
# Each factor moves at most one latent (2).
# Each factor has a latent that moves with it alone and determines it (3).
#
# ### axis
# The direction of one latent in the space of all latents.
#
# ### subspace
# The directions of a latent space that matter for one factor, with an importance for each.
#
# ### dead
# A dead latent never varies.
#
# ### mean code
# The code of a sample before noise is added.
# Most scores use mean codes.
#
# ### posterior collapse
# A network has learned to ignore its code.
# The noise on a latent is wider than its codes, so the decoder does not use the latent.
#
# ### sparse autoencoder
# A network that redraws a layer of neurons from many directions, using only a few of them at a
# time.
#
# ### feature
# One of these directions; it fires on a sample if it is used.
#
# ### splitting
# Several features share one value of a factor, each firing on part of its samples.
#
# ### shortcut
# A way to read a factor from something else that varies with it.
#
# ### nuisance
# Something that changes the data but is not a factor.
#
# ### identifiable
# Factors are identifiable if a theorem says that a network must find them.
# The theorem may leave open their order, their signs, or a bend of each.
#
# ### false alarm
# A low score for a code that is right.
#
# ### baseline
# The score of a code of the same size as yours that knows nothing.
#
# ## Judges
#
# ### judge
# A score that is supposed to measure how disentangled a code is.
# It is also called a metric.
#
# ### focus
# 1 minus the entropy of a row or column, divided by the largest possible entropy.
# It is 1 if everything is in one entry.
#
# ### rest
# Everything in a row except its largest share.
#
# ### weight
# How much a part of a score counts in the mean.
#
# ### importance
# How much a forest used a latent to predict a factor.
#
# ### vote
# One batch of FactorVAE gives one vote: the factor that stood still, and the latent that moved
# least.
#
# ### trace
# The little that a latent knows about a factor other than its own.
#
# ### probe
# A predictor that is trained only to find out what a code contains.
#
# ### modular
# Once its own factor is known, a modular latent carries no information about the other factors.
#
# ### compact
# Once its latent is known, the other latents carry no information about a compact factor.
#
# ### explicit
# A factor is explicit if the latents together contain all the information about it that the data
# contain.
#
# ### minimal
# A minimal latent carries no information except about its factor.
#
# ### sufficient
# A sufficient latent alone contains all the information about its factor that the data contain.
#
# ## Information
#
# ### bit
# The answer to one yes-or-no question.
#
# ### nat
# 1.44 bits; natural logarithms count in nats.
#
# ### entropy
# Everything there is to know about a factor, in bits.
# It is also written H.
#
# ### mutual information
# The bits that a latent and a factor share.
# It is also written I.
#
# ### parity
# Whether two coins differ.
# If you know the parity and nothing else, you know nothing about either coin.
#
# ### estimation bias
# The average error of an estimate.
# For example, counting from few samples finds bits that are not there.
#
# ## Trials
#
# ### witness
# A code that anyone can check by hand, and that refutes a claim.
#
# ### graded
# In a graded witness, latents follow two factors clearly.
#
# ### claim
# A sentence of a paper, as a function that measures it.
#
# ### reading
# One way to understand a sentence that leaves something open.
#
# ### verdict
# The result of measuring a claim; also, the score that a judge gives a code.
#
# ### convention
# The way in which a library sets the options of a metric.
#
# ### line
# A score with its settings in one line, to copy into a paper.
#
# ### recipe
# The objective and its strength with which models were trained.
# Models of one recipe differ only in their seed.
#
# ### bootstrap
# A new draw from your own runs, with repeats, made again and again to see how certain a result is.
