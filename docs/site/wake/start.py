"""Before all else in the browser: libraries come when something imports them.

`worker.js` has unpacked numpy and our package; the module `page` holds what it knows, as JSON.
"""

import importlib.machinery
import io
import json
import sys
import zipfile
from pathlib import Path

import js
import page

PAGE = json.loads(page.told)


def tell(kind, **more):
    """Send a message to the page that started this worker."""
    js.postMessage(json.dumps({"kind": kind, **more}))


class Late:
    """Fetches what no first picture needs when something imports it."""

    def __init__(self, wheels):
        self.wheels, self.fetched = wheels, set()
        self.coming = False  # whether a wheel is being unpacked
        self.after_each = lambda: None  # called after each unpacked file

    def find_spec(self, name, path=None, target=None):
        if path is not None or name not in self.wheels or only_asked(name):
            return None
        for wheel in self.wheels.pop(name):
            if wheel not in self.fetched:
                self.fetched.add(wheel)
                tell("late", wheel=wheel)
                self.unpack(js.fetchedNow(wheel).to_bytes())
        importlib.invalidate_caches()
        return importlib.machinery.PathFinder.find_spec(name)

    def unpack(self, wheel):
        """Lay out a wheel's files among the libraries."""
        self.coming = True
        try:
            with zipfile.ZipFile(io.BytesIO(wheel)) as files:
                for file in files.infolist():
                    files.extract(file, PAGE["site"])
                    self.after_each()
        finally:
            self.coming = False


def only_asked(name):
    """Whether scikit-learn asks for pandas, only to know that it is there: three seconds."""
    asking = sys.modules.get("sklearn.utils.fixes")
    return name == "pandas" and asking is not None and asking.__spec__._initializing


def source(loader, _):
    """Source of one of our modules, fetched when it is shown: the page has compiled code alone."""
    path = Path(loader.path).relative_to(PAGE["site"]).with_suffix(".py")
    if path.parts[0] != "disentangle_edu":
        return None
    return js.fetchedNow(f"../../_static/wake/files/{path}").to_bytes().decode()


importlib.machinery.SourcelessFileLoader.get_source = source
LATE = Late(PAGE["late"])
LIBRARIES = {*LATE.wheels}  # names as they are imported
sys.meta_path.append(LATE)

from disentangle_edu import background, cache  # noqa: E402


def kept(name):
    """What is small came with the page; what is large comes as a file."""
    large = Path(background.__file__).parents[1] / "kept" / f"{name}.json"
    return json.loads(large.read_text()) if large.exists() else PAGE["kept"].get(name)


# Results computed when the book was built replace the cache of a reader's own results.
background.in_notebook_session = lambda: True
cache.JsonCache.get = lambda shelf, name: kept(f"{shelf.folder.name} {name}")
cache.JsonCache.put = lambda shelf, name, found: None
