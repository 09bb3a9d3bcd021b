"""All notebooks of a folder in one file: what a reader takes along from a browser, or from a server that forgets."""

import base64
import io
import json
import zipfile
from pathlib import Path

from minigrad.locale import LANGUAGES, say

NAME = "my_work.zip"
LINK = "data:application/zip;base64,"


class Work:
    """The notebooks of a folder as they were saved, in a file `my_work.zip`; a notebook shows a link to download it.

    Whichever language's folder it is, those of all languages are in it: 04_engine.ipynb, zh/04_engine.ipynb.
    """

    def __init__(self, folder):
        self.folder, memory = Path(folder).resolve(), io.BytesIO()
        english = self.folder.parent if self.folder.name in LANGUAGES else self.folder
        paths = sorted(path for place in ("", *LANGUAGES) for path in (english / place).glob("*.ipynb"))
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in paths:
                archive.writestr(path.relative_to(english).as_posix(), without_links(path.read_bytes()))
        self.count, self.content = len(paths), memory.getvalue()

    def __repr__(self):
        sentence = say("{name}: {count} notebooks, as you last saved them. Elsewhere: python3 suite.py unpack {name}")
        return sentence.format(name=NAME, count=self.count)

    def _repr_html_(self):
        address = LINK + base64.b64encode(self.content).decode()
        link = f'<a download="{NAME}" href="{address}"><b>{say("Download my work")}</b></a>'
        return say("{link}: {count} notebooks, as you last saved them. On a computer with the project, "
                   "<code>python3 suite.py unpack {name}</code> puts them among its chapters.").format(
            link=link, count=self.count, name=NAME)


def without_links(content):
    """A notebook without the links that `my_work` has shown in it: they would hold all the others once more."""
    try:
        notebook = json.loads(content)
        for cell in notebook["cells"]:
            if LINK in json.dumps(cell.get("outputs", "")):
                cell["outputs"] = []
        return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n" if LINK.encode() in content else content
    except (ValueError, KeyError, TypeError, AttributeError):
        return content  # it is no notebook, and is taken along as it is


def my_work(folder="."):
    """All notebooks of a folder, to take along: a file my_work.zip in it, where it can be written, and a link to it.

    In it is what was saved, also in the folders of other languages. Raises FileNotFoundError where there is no
    notebook.
    """
    work = Work(folder)
    if not work.count:
        sentence = say("There is no notebook in the folder {folder}.")
        raise FileNotFoundError(sentence.format(folder=work.folder))
    try:
        (work.folder / NAME).write_bytes(work.content)
    except OSError:
        pass  # the link holds all of it
    return work
