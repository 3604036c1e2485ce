// Put compiled code where a browser would compile sources at every start: into wheels, and into
// Python's own library.
//
//     node compile.mjs PYODIDE WHEEL...    PYODIDE: the folder with pyodide.mjs; WHEEL: below it
//
// Wheels of the folder itself keep their sources. Those of its folder compiled/ are for pages of
// the book, which have nobody who reads them: there compiled code takes the place of its source,
// and what is only for compilers and editors goes. compiled/python_stdlib.zip is Python's library
// with compiled code for what numpy and our own wheel import; the rest stays sources, which are
// smaller. The Python of the site itself does it. A second run gives the same bytes.
import { pathToFileURL } from "node:url";
import path from "node:path";

const [folder, ...wheels] = process.argv.slice(2).map((given) => path.resolve(given));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide();
pyodide.FS.mkdir("/wheels");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/wheels");
pyodide.globals.set("names", wheels.map((wheel) => path.relative(folder, wheel)));
pyodide.runPython(`
import ast, copy, importlib, importlib.util, pathlib, py_compile, sys, zipfile

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
UNUSED = (".a", ".c", ".h", ".pxd", ".pyi")
LIBRARY, PACKAGES = "/lib/python314.zip/", "/lib/python3.14/site-packages/"

def compiled(name, source, folder=PACKAGES):
    """Compiled code of a file, made in the memory of this Python; None where there is none."""
    if not name.endswith(".py") or "/tests/" in name:
        return None
    place, made = pathlib.Path("source.py"), pathlib.Path("source.pyc")
    place.write_bytes(source)
    try:
        py_compile.compile(place, made, folder + name, doraise=True, invalidation_mode=UNCHECKED)
    except py_compile.PyCompileError:
        return None  # templates that only look like Python
    return made.read_bytes()

def rewritten(path, files_for):
    """Write an archive anew, each of its files as what files_for makes of it."""
    with zipfile.ZipFile(path) as archive:
        files = [(info, archive.read(info)) for info in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, content in files:
            for name, made in files_for(info.filename, content):
                info = copy.copy(info)
                info.filename = name
                archive.writestr(info, made)

def beside(name, content):
    yield name, content
    if code := compiled(name, content):
        yield importlib.util.cache_from_source(name), code

def instead(name, content, folder=PACKAGES):
    if code := compiled(name, content, folder):
        yield f"{name}c", code
    elif not name.endswith(UNUSED):
        yield name, content

def loaded():
    """The files of Python's library that numpy and what is ours import."""
    for name in names:
        if pathlib.Path(name).name.startswith(("numpy-", "disentangle_edu-")):
            zipfile.ZipFile(f"/wheels/{name}").extractall(PACKAGES)
    importlib.invalidate_caches()
    wanted = {"numpy"}
    for path in pathlib.Path(PACKAGES, "disentangle_edu").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                wanted |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                wanted.add(node.module)
    for name in sorted(wanted):
        if name == "numpy" or name.split(".")[0] in sys.stdlib_module_names:
            try:
                importlib.import_module(name)
            except ImportError:
                pass  # not in a browser
    files = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
    return {file.removeprefix(LIBRARY) for file in files if file.startswith(LIBRARY)}

for name in names:
    rewritten(f"/wheels/{name}", instead if name.startswith("compiled/") else beside)
used = loaded()
rewritten(
    "/wheels/compiled/python_stdlib.zip",
    lambda name, content: instead(name, content, LIBRARY) if name in used else [(name, content)],
)
`);
