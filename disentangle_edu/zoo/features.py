"""Sparse features of a hidden layer: many directions, of which each image uses a few.

A top-k autoencoder of 1,000 features reconstructs the first layer of a decoder at the shipped
codes. Only the eight largest features of an image may be active. These eight features of every
image are shipped for A and B. They were learned and evaluated on the same 3,000 images, once each.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..representation import Representation
from ..types import Floats, Progress
from . import pretrained
from .training import one_thread
from .training_state import Arrays, write_arrays

if TYPE_CHECKING:
    from torch import Tensor

FILE = "features.npz"
FEATURES, ACTIVE = 1000, 8
STEPS, BATCH, RATE = 3000, 256, 2e-3
SILENT, CALLED = 150, 32  # steps without activity; inactive features used on the residual


def hidden(name: str, folder: str | Path | None = None) -> Floats:
    """Layer activations: the first layer of a decoder at the shipped codes.

    Parameters
    ----------
    name : str
        Name of a model, such as "sprites-beta_vae-4-0".
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    activations : ndarray of shape (3000, n_neurons)
        Non-negative activations.

    Examples
    --------
    >>> from disentangle_edu.zoo import features, pretrained
    >>> features.hidden(pretrained.PAIR["A"]).shape[0]
    3000
    """
    weights, bias = pretrained.decoder(name, folder).weights[0]
    return np.maximum(pretrained.code(name, folder).latents @ weights + bias, 0)


def learn_features(
    neurons: Floats, *, steps: int = STEPS, seed: int = 0, progress: Progress | None = None
) -> tuple[NDArray[np.float32], float]:
    """Learn sparse features of a layer with a top-k autoencoder.

    Parameters
    ----------
    neurons : ndarray of shape (n_samples, n_neurons)
        Activations of the layer.
    steps : int, default=3000
        Number of training steps.
    seed : int, default=0
        Seed. The same seed gives the same features.
    progress : callable or None, default=None
        Function that wraps an iterable, as `tqdm.tqdm` does.

    Returns
    -------
    features : ndarray of shape (n_samples, 1000)
        Features, at most eight of which are above 0 in each row.
    left : float
        Share of the variance of the layer that the features do not reconstruct; 0 if they
        reconstruct it completely.

    Notes
    -----
    PyTorch runs in one thread. A feature that was inactive for 150 steps is trained on what the
    other features do not reconstruct, so that it can become active.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained, features
    >>> neurons = features.hidden(pretrained.PAIR["A"])
    >>> table, left = features.learn_features(neurons)  # doctest: +SKIP
    """
    with one_thread() as torch:
        return _learn_dictionary(torch, neurons, steps, seed, progress)


def _learn_dictionary(
    torch: Any, neurons: Floats, steps: int, seed: int, progress: Progress | None
) -> tuple[NDArray[np.float32], float]:
    away = neurons - neurons.mean(0)
    x = torch.tensor(away / np.sqrt((away**2).sum(1).mean()), dtype=torch.float32)
    draw = torch.Generator().manual_seed(seed)
    start = torch.randn(FEATURES, x.shape[1], generator=draw)
    start /= start.norm(dim=1, keepdim=True)
    reads, draws = start.T.clone().requires_grad_(), start.clone().requires_grad_()
    bias = torch.zeros(FEATURES, requires_grad=True)
    optimiser = torch.optim.Adam([reads, draws, bias], lr=RATE)
    silent = torch.zeros(FEATURES)
    for _ in progress(range(steps)) if progress else range(steps):
        rows = x[torch.randint(len(x), (BATCH,), generator=draw)]
        driven = torch.relu(rows @ reads + bias)
        active = _keep_largest(driven, ACTIVE)
        residual = rows - active @ draws
        loss = (residual**2).sum(1).mean()
        dead = silent > SILENT
        if dead.any():
            helped = _keep_largest(driven * dead, CALLED) @ draws
            loss = loss + ((residual.detach() - helped) ** 2).sum(1).mean() / CALLED
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            draws /= draws.norm(dim=1, keepdim=True)
            silent = torch.where((active > 0).any(0), 0.0, silent + 1)
    with torch.no_grad():
        final_active = _keep_largest(torch.relu(x @ reads + bias), ACTIVE)
        residual = x - final_active @ draws
    return final_active.numpy(), float((residual**2).sum() / (x**2).sum())


def _keep_largest(values: "Tensor", count: int) -> "Tensor":
    """Largest values of each row; 0 for the others."""
    top, where = values.topk(count, dim=1)
    return values.new_zeros(values.shape).scatter(1, where, top)


# --------------------------------------------------------------------------------------- shipped


def shelve_features(folder: Path, progress: Progress | None = None) -> None:
    """Learn the features of A and B and write them into a folder.

    Parameters
    ----------
    folder : Path
        Folder that holds the codes and decoders of A and B.
    progress : callable or None, default=None
        Function that wraps an iterable, as `tqdm.tqdm` does.

    Examples
    --------
    >>> from disentangle_edu.zoo import features
    >>> features.shelve_features(folder)  # doctest: +SKIP
    """
    arrays: Arrays = {}
    for name in pretrained.PAIR.values():
        table, unexplained = learn_features(hidden(name, folder), progress=progress)
        where = np.argsort(-table, axis=1, kind="stable")[:, :ACTIVE]
        arrays[f"which {name}"] = where.astype(np.uint16)
        arrays[f"how much {name}"] = np.take_along_axis(table, where, 1).astype(np.float16)
        arrays[f"left {name}"] = np.array(unexplained)
    write_arrays(folder / FILE, arrays)


def features(name: str, folder: str | Path | None = None) -> Representation:
    """Sparse features of 3,000 images under A or B, with the factors of these images.

    Parameters
    ----------
    name : str
        Name of a model in `pretrained.PAIR`, which are A and B.
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    rep : Representation
        Representation with 1,000 latents, which are the features.

    Raises
    ------
    ValueError
        If the model is neither A nor B.

    Examples
    --------
    >>> from disentangle_edu.zoo import features, pretrained
    >>> features.features(pretrained.PAIR["A"]).latents.shape
    (3000, 1000)
    """
    rep, arrays = pretrained.code(name, folder), _load_arrays(name, folder)
    table = np.zeros((len(rep), FEATURES))
    np.put_along_axis(table, arrays[f"which {name}"].astype(int), arrays[f"how much {name}"], 1)
    return Representation(
        rep.factors,
        table,
        factor_names=rep.factor_names,
        latent_names=[f"feature {j + 1}" for j in range(FEATURES)],
        latent_types="continuous",
        description=f"{name}: sparse features of a hidden layer at {len(rep):,} images",
    )


def left_over(name: str, folder: str | Path | None = None) -> float:
    """Share of the variance of the layer that the shipped features do not reconstruct.

    Parameters
    ----------
    name : str
        Name of a model in `pretrained.PAIR`, which are A and B.
    folder : str, Path or None, default=None
        Folder that `disentangle-edu zoo --train` has filled. With None, the shipped files are read.

    Returns
    -------
    share : float
        Share in [0, 1]; 0 if the features reconstruct the layer completely.

    Raises
    ------
    ValueError
        If the model is neither A nor B.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained, features
    >>> 0 < features.left_over(pretrained.PAIR["A"]) < 1
    True
    """
    return float(_load_arrays(name, folder)[f"left {name}"])


def _load_arrays(name: str, folder: str | Path | None) -> Mapping[str, NDArray]:
    pretrained.check_name("features", name, list(pretrained.PAIR.values()))
    return pretrained.arrays_of(pretrained.PAIR_FOLDER if folder is None else folder, FILE)
