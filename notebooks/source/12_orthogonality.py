# %% [markdown]
# # Orthogonality: are axes the right thing to ask for?
#
# **After this notebook you can** turn a latent space by hand, say which scores notice, and read IWO and IWR from directions and their importances. **Time:** 15 minutes. **Read before:** `01_dci`, `05_mig_and_dcimig`.

# %%
import numpy as np
from disentangle_edu import Subspaces, iwo, iwr, labs
from disentangle_edu.claims.reveal import reveal
from disentangle_edu.show.reading import cite, source
from disentangle_edu.measures.subspaces import angle, learned_before, planted, subspaces

# %% [markdown]
# ## The question
#
# Most scores want every factor on an *axis*: one latent each. Turn the latent space by 45 degrees, and they collapse, although nothing is lost and every linear model does as well as before. The paper asks for something weaker: the **directions** that
# matter for one factor should be at right angles to those of another, wherever they point.
#
# Its noun is a **subspace** for each factor: orthonormal directions, from most to least important, and an importance for each, summing to 1.
#
# ## What the metrics are

# %%
source(iwo)

# %%
source(iwr)

# %% [markdown]
# Two factors in three latents, typed by hand: the first uses one direction; the second two, of which one is halfway towards the first factor's.

# %%
half = np.sqrt(0.5)
hand = Subspaces(
    [np.eye(3), [[half, half, 0], [0, 0, 1], [half, -half, 0]]], [[1, 0, 0], [0.8, 0.2, 0]]
)
print(iwo(hand), iwr(hand), sep="\n\n")

# %% [markdown]
# ## Predict
#
# Two factors on orthogonal directions, each on one axis. Which of these change when the whole space is turned by 45 degrees: IWO, IWR, D, MIG, SAP? And when instead the two directions come within 30 degrees of each other?

# %%
my_guess = {"turned": [], "brought together": []}

# %% [markdown]
# ## Move
#
# Four latents, two factors, each with two directions. *Turn the whole space*; reset; lower the *angle between the factors*. Then let a factor read *squares*, where SAP sees nothing at all, and share a direction.

# %%
lab = labs.orthogonality()
lab

# %%
for change in (
    {},
    {"rotation": 45},
    {"between": 30},
    {"between": 60, "reads": "squares"},
    {"reads": "squares", "rotation": 45},
    {"reads": "squares", "overlap": 1},
    {"share": 0.5, "reads": "squares"},
):
    print(change or "as it starts", lab.at(**change))

# %% [markdown]
# ## Reveal
#
# Turning leaves IWO and IWR where they are and takes D, MIG and SAP to 0. Bringing the factors together lowers IWO.

# %%
for id in ("geyer-rotation", "geyer-iwo-rotation", "geyer-sap-mig", "geyer-table-5-dci"):
    print(reveal(id), "\n")

# %% [markdown]
# And the two theorems, on random subspaces; and a place where the paper's appendix and its equation disagree:

# %%
for id in ("geyer-b1", "geyer-b2", "geyer-appendix-d"):
    print(reveal(id), "\n")

# %% [markdown]
# ## Why importances, and how are they found?
#
# Without importances a direction that tells next to nothing would count like any other.
# For factors that are straight lines over the latents, by exact linear regression: one direction, with R2 as its importance; what the line leaves unexplained is spread evenly over all directions.

# %%
rep, truth = planted(5, 5, 1, "linear", samples=5_000)
found = subspaces(rep)
print(
    "angle to the truth, degrees:",
    [round(angle(a, b), 2) for a, b in zip(found.bases, truth.bases)],
)
print(iwo(found).line, iwo(truth).line, sep="\n")

# %% [markdown]
# For factors that bend, they must be *learned*: a linear spine drops one dimension after the other, a small network on every level predicts the factor from what is left, and all are trained together (the paper's GCA). That needs PyTorch:
# `pip install "disentangle_edu[torch]"`, then `subspaces(rep, method="gca")`. What follows was learned once, with PyTorch 2.13.0, and is shipped with the package:

# %%
learned_before().round(3)

# %% [markdown]
# `iwo` and `iwr` are found, `true` is the exact truth of the world, `degrees` the largest angle between the found and the true subspaces.
# IWO comes out a little low everywhere, though the angles are right: the small loss that no network explains (factors are rounded) is spread over all directions, and under a root small importances count.
#
# ## Try to break it
#
# 1. Find a setting of the lab with D above 0.5 and IWO at 0.5 or lower.
# 2. Make IWR as low as it can be with two directions of four. What would it be with four?
#
# ## Check yourself
#
# 1. Can IWO be 1 for three factors in two latents?
# 2. A factor cannot be predicted at all. What are its importances, and what does that do to IWO?
#
# <details><summary>Answers</summary>
#
# 1. No: two dimensions have no room for three directions at right angles.
# 2. Even over all directions; so it overlaps with everybody, and IWO falls although nobody is to blame. The paper's rule makes noise lower IWO.
#
# </details>
#
# ## Where it stands in the paper
#
# `geyer2024`, sections 3 and 5, appendix B. What needs its 2,160 trained models is recorded as *open*.

# %%
cite("geyer2024")
