"""Put the notebooks of my_work.zip among these: what you wrote in a browser, or on a server that forgets, goes on here.

    python3 suite.py unpack my_work.zip

`my_work()` in a notebook makes the file. A chapter takes the place of the one that lies here. If you have changed that
one, a copy of it is kept beside, as 04_engine-mine.ipynb; `suite.py reset 04` brings the delivered one back. Notebooks
of your own come beside the chapters, and Chinese ones into notebooks/zh. A file in which anything cannot be read is
refused, and nothing is changed.
"""

import json
import re
import sys
import zipfile
import zlib
from pathlib import Path

from commands import LANGUAGES, ROOT, Trouble, in_words, options
from delivered import bring_back, delivered

NAME = re.compile(rf"(?:(?:{'|'.join(LANGUAGES[1:])})/)?[^/\\:]+\.ipynb")
LARGEST = 50 * 2**20  # bytes of a notebook: the largest chapter has half a million


def notebooks(archive):
    """{"notebooks/04_engine.ipynb": bytes} of a file that `my_work` has made. Raises Trouble for any other."""
    try:
        with zipfile.ZipFile(archive) as packed:
            found = {}
            for entry in packed.infolist():
                if not NAME.fullmatch(entry.filename):
                    raise Trouble(f"{archive} holds {entry.filename}, which is no notebook. Nothing was changed.")
                if entry.file_size > LARGEST:
                    raise Trouble(f"{entry.filename} in {archive} is too large for a notebook. Nothing was changed.")
                content = packed.read(entry)
                if not isinstance(json.loads(content).get("cells"), list):
                    raise ValueError(entry.filename)
                found[f"notebooks/{entry.filename}"] = content
    except FileNotFoundError:
        raise Trouble(f"There is no file {archive}.") from None
    except (zipfile.BadZipFile, zlib.error, ValueError, AttributeError, EOFError, RuntimeError):  # locked, for example
        raise Trouble(f"{archive} cannot be read as a file of my_work(). Nothing was changed.") from None
    if not found:
        raise Trouble(f"There is no notebook in {archive}.")
    return found


def unpack(archive, root=ROOT):
    """The command: see the top of this file."""
    files, known = notebooks(archive), delivered(root)
    there = {name: Path(root, name).read_bytes() for name in files if Path(root, name).exists()}
    names = sorted(name for name in files if files[name] != there.get(name))
    if not names:
        print("Every notebook of it lies here already.")
        return
    changed = [name for name in names if name in there and (known is None or there[name] != known.files.get(name))]
    bring_back(root, names, {name: files[name] for name in names}, f"is the one of {Path(archive).name}", changed)
    print("If one of them is open in JupyterLab, choose File > Reload Notebook from Disk there; do not save first.")


@in_words
def main(arguments=None):
    unpack(options("unpack", arguments).archive)
    return 0


if __name__ == "__main__":
    sys.exit(main())
