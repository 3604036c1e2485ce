// Put compiled code beside the sources in wheels, so that a browser need not compile them at every
// start.
//
//     node compile.mjs PYODIDE WHEEL...    PYODIDE: the folder with pyodide.mjs; WHEEL: below it
//
// The Python of the site itself does it. A second run gives the same bytes.
import { pathToFileURL } from "node:url";
import path from "node:path";

const [folder, ...wheels] = process.argv.slice(2).map((given) => path.resolve(given));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide();
pyodide.FS.mkdir("/wheels");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/wheels");
pyodide.globals.set("names", wheels.map((wheel) => path.relative(folder, wheel)));
pyodide.runPython(`
import copy, importlib.util, pathlib, py_compile, zipfile

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

def compiled(source):
    # In the memory of this Python, not on a disk.
    place, made = pathlib.Path("source.py"), pathlib.Path("source.pyc")
    place.write_bytes(source)
    py_compile.compile(place, made, doraise=True, invalidation_mode=UNCHECKED)
    return made.read_bytes()

for name in names:
    path = pathlib.Path("/wheels", name)
    with zipfile.ZipFile(path) as wheel:
        files = [(info, wheel.read(info)) for info in wheel.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for info, content in files:
            wheel.writestr(info, content)
            if info.filename.endswith(".py") and "/tests/" not in info.filename:
                info = copy.copy(info)
                info.filename = importlib.util.cache_from_source(info.filename)
                try:
                    wheel.writestr(info, compiled(content))
                except py_compile.PyCompileError:
                    pass  # templates that only look like Python
`);
