"""Small images with sharp pixels, for use inside a picture."""

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .svg import GRID, rect

Image = NDArray[np.floating]


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

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    colours = 2 if pixels.ndim == 3 else 0
    size = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, colours, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size)
    data += chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(data).decode()


def image_at(
    x: float, y: float, width: float, image: Image, key: str, height: float | None = None
) -> str:
    """SVG of a small image with sharp pixels and a frame.

    Parameters
    ----------
    x : float
        Left edge in pixels.
    y : float
        Top edge in pixels.
    width : float
        Width in pixels.
    image : ndarray of shape (height, width) or (height, width, 3)
        Grey values or colours in [0, 1].
    key : str
        Key of the image, see `disentangle_edu.viz.svg`.
    height : float or None, default=None
        Height in pixels. With None, the width.

    Returns
    -------
    shape : str
        SVG of the image and its frame.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.viz.images import image_at
    >>> image_at(0, 0, 40, np.zeros((4, 4)), "i")[:40]
    '<image x="0.0" y="0.0" width="40.0" heig'
    """
    height = width if height is None else height
    geometry = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" data-key="{key}"'
    sharp = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
    return f'<image {geometry} {sharp} href="{png(image)}"/>' + rect(
        x, y, width, height, "none", GRID
    )


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
