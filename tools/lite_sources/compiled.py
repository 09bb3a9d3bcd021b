"""Inside Pyodide: the modules of a kernel and of its first pictures, compiled.

A browser keeps no compiled module: without these it would compile hundreds of files again at every start.
"""
import base64
import json
import site
import sys
import zipfile
from importlib import _bootstrap_external as machinery
from importlib import import_module
from importlib.util import source_hash

SITE, LIBRARY = site.getsitepackages()[0] + "/", "/lib/python312.zip/"
NEEDED = "pyodide_kernel piplite.piplite minigrad.viz minigrad.teach matplotlib.backends.backend_svg".split()


def run(packages, _):
    """{path: content, in base64} as JSON; what is in Python's own zip lies beside its source there."""
    with zipfile.ZipFile(packages) as archive:
        archive.extractall(SITE)
    for name in NEEDED:
        import_module(name)
    found = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        frozen = not hasattr(getattr(module, "__loader__", None), "get_data")  # a part of Pyodide itself
        if path.endswith(".py") and path.startswith((SITE, LIBRARY)) and not frozen:
            place = path + "c" if path.startswith(LIBRARY) else machinery.cache_from_source(path)
            found[place] = base64.b64encode(compiled(module, path)).decode()
    return json.dumps(found)


def compiled(module, path):
    """What Python keeps of a module; it does not ask whether the source has changed since."""
    source = module.__loader__.get_data(path)
    code = compile(source, path, "exec", dont_inherit=True)
    return machinery._code_to_hash_pyc(code, source_hash(source), False)
