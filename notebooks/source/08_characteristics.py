# %% [markdown]
# # Characteristics, decided without a metric
#
# **After this notebook you can** decide for any small code whether it keeps Characteristics 1, 2 and 3, and compute every score of it exactly. **Time:** 10 minutes.
# **Read before:** `00_start_here`.

# %%
from disentangle_edu import METRICS, labs
from disentangle_edu.worlds import examples
from disentangle_edu.proof.exact import EXACT, characteristics, exact, satisfies
from disentangle_edu.proof.hunt import table_representation
from disentangle_edu.show.reading import cite, source

# %% [markdown]
# ## The question
#
# Before we ask whether a *metric* is right, we need to know the truth. For a small world we can: list every combination of factor levels, change one factor at a time, and look.
#
# * **Characteristic 1:** no latent changes with two factors.
# * **Characteristic 2:** no factor changes two latents.
# * **Characteristic 3:** every factor has a latent that changes with it alone, and that determines it.

# %%
characteristics(examples.rectangles("x, x², y, y³ (section 3.3)"))

# %% [markdown]
# ## How it is decided
#
# An entry of the table below is the probability that a latent changes when one factor is redrawn and all others stand still. Everything else follows by counting entries above zero.

# %%
source(satisfies)

# %% [markdown]
# ## Predict
#
# Two factors of three levels. Latent 1 is 1 where factor 1 is at its top level and 0 elsewhere; latent 2 copies factor 2. Nothing is mixed. Which of the three characteristics does this code keep?

# %%
my_guess = {"one": None, "two": None, "three": None}  # write True or False

# %% [markdown]
# ## Move
#
# The slider decides what leaks into latent 1: nothing, coin 2, or the parity of coins 2 and 3. The last column of the matrix is what latent 1 knows about both coins together.

# %%
lab = labs.leak()
lab

# %%
for leak in (0.0, 0.5, 1.0, 1.5, 2.0):
    print(f"leak {leak}:", lab.at(leak=leak))

# %% [markdown]
# ## Reveal

# %%
v = examples.grid(3, 3)
coarse = table_representation((3, 3), [[float(a == 2), b] for a, b in v])
characteristics(coarse)

# %% [markdown]
# Characteristics 1 and 2 are silent about what a code *leaves out*. Only the third asks for it.
#
# ## Why: every score, exactly
#
# On a finite world nothing has to be sampled. MIG and DCIMIG are counted anyway; SAP takes levels as numbers; BetaVAE and FactorVAE are taken in the limit of large batches;
# D and C are read from mutual information, since a forest has no exact form.

# %%
source(exact)

# %%
codes = {
    "copy": examples.perfect_copy(3, 3),
    "coarse": coarse,
    "twice": examples.duplicated_copy(),
    "parity leak": examples.parity_leak(),
}
for name, rep in codes.items():
    print(
        f"{name:12}",
        {
            metric: round(float(exact(judge, rep)), 3)
            for metric, judge in METRICS.items()
            if judge.measure in EXACT
        },
    )

# %% [markdown]
# ## Try to break it
#
# The parity leak breaks all three characteristics. Look at its row above: which scores notice?

# %%
characteristics(examples.parity_leak())

# %% [markdown]
# ## Check yourself
#
# Write a table for two coins (rows: 00, 01, 10, 11) that keeps Characteristic 2 and breaks Characteristic 1.

# %%
mine = table_representation((2, 2), [[0, 0], [0, 1], [1, 0], [1, 1]])
print(characteristics(mine))
one, two, three = characteristics(mine)
print("solved!" if two and not one else "not yet")

# %% [markdown]
# <details><summary>A solution</summary>
#
# `[[0], [1], [2], [3]]`: one latent for both coins. Each coin moves one latent; the latent follows two coins.
#
# </details>
#
# ## Where it stands in the paper
#
# Characteristics 1 and 2 in sections 3.1 and 3.2, Characteristic 3 in section 4. "Corresponds to one" is read here as "at most one".

# %%
cite("sepliarskaia2019")
