"""Small images with sharp pixels, for use inside a picture."""

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.floating]


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def png(image: Image) -> str:
    """PNG of a small image, as a data address.

    Parameters
    ----------
    image : ndarray of shape (height, width) or (height, width, 3)
        Grey values or colours in [0, 1]. Other values are clipped.

    Returns
    -------
    address : str
        Data address that holds the image.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.viz.images import png
    >>> png(np.zeros((4, 4)))[:22]
    'data:image/png;base64,'
    """
    pixels = (np.clip(image, 0, 1) * 255).round().astype(np.uint8)
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)
    colours = 2 if pixels.ndim == 3 else 0
    size = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, colours, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", size)
    data += _chunk(b"IDAT", zlib.compress(raw, 1)) + _chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(data).decode()


def strip(images: Sequence[Image] | Image) -> Image:
    """Single image of several images side by side, with a grey line between them.

    Parameters
    ----------
    images : sequence of ndarray
        Images of equal shape.

    Returns
    -------
    image : ndarray of shape (height, width) or (height, width, 3)
        Images with columns of 0.5 between them.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.viz.images import strip
    >>> strip([np.zeros((1, 2)), np.ones((1, 2))])
    array([[0. , 0. , 0.5, 1. , 1. ]])
    """
    first, *others = np.asarray(images)
    line = np.full((first.shape[0], 1, *first.shape[2:]), 0.5)
    return np.concatenate([first, *(part for image in others for part in (line, image))], axis=1)
