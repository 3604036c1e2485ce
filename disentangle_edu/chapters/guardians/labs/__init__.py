"""Labs on codes that theorems are about: matching, two latents to bend, and very many latents."""

from . import matching, guarded, many_latents  # noqa: I001
