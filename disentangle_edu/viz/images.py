"""Small images with sharp pixels inside a picture."""

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .svg import GRID, rect

Image = NDArray[np.floating]


def png(image: Image) -> str:
    """A small PNG of an image (height, width) or (height, width, 3), 0 to 1, as a data address."""
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
    """A small image with sharp pixels and a frame, as high as it is wide unless told otherwise."""
    height = width if height is None else height
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" data-key="{key}"'
    sharp = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
    return f'<image {at} {sharp} href="{png(image)}"/>' + rect(x, y, width, height, "none", GRID)


def strip(images: Sequence[Image] | Image) -> Image:
    """Images side by side in one, with a grey line between them."""
    first, *others = np.asarray(images)
    line = np.full((first.shape[0], 1, *first.shape[2:]), 0.5)
    return np.concatenate([first, *(part for one in others for part in (line, one))], axis=1)
