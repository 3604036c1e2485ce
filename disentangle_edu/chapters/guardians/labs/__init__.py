"""Labs on codes that theorems are about: two latents to turn and bend, and very many latents."""

from . import guarded, many_latents
