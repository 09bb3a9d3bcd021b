"""Write slides of the chapters: each one an HTML file that needs nothing else, into build/slides or another folder.

    python3 suite.py slides                 every chapter
    python3 suite.py slides 04              this one
    python3 suite.py slides 04 --to FOLDER  into that folder
    python3 suite.py slides 04 --lang zh    its Chinese edition
    python3 suite.py slides 04 --minutes 20 a talk of at most 20 minutes: the short version in the teacher's guide
    python3 suite.py slides class           the class of 90 minutes, notebooks/teacher/class_90_minutes.md

Open the file in a browser. The arrow keys move: right to the next section, down through a section; space goes on from
slide to slide, Esc shows all slides, F fills the screen. The stepper works as in the notebook. The solutions and the
teacher's box are left out. The slides are cut from the notebook by rule: a `## ` heading begins a section, and within
it a slide is a paragraph with the cells below it, as far as they fit.

In a talk and in the class, right arrow or space: next step, answer, slide. Left arrow: back. The speaker's notes stand
on a page beside the slides, ..._notes.html, for your own screen or the printer. N shows them on the same screen as the
slides; not while an exit ticket is being written, since its key is among them.
"""

import base64
import html
import io
import re
import sys
from pathlib import Path
from string import Template

from commands import LANGUAGES, in_words, options
from common import module_of, read, write
from editions import without_ours, without_teacher
from matplotlib.mathtext import math_to_image
from nbconvert.filters import markdown2html
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

HERE = Path(__file__).parent
FORMULA = re.compile(r"(?s)(```.*?```|`[^`\n]+`)|\$\$(.+?)\$\$|\$([^$\n]+)\$")
MATRIX = re.compile(r"\\begin\{pmatrix\}(.+?)\\end\{pmatrix\}")
SLIDE_LINES, PICTURE_LINES = 24, 12
FORMATTER = HtmlFormatter(nowrap=True)


# ---- cutting ---------------------------------------------------------------------------------------------------------

def height(cell):
    """About how many lines of a slide a cell fills."""
    if cell.cell_type == "markdown":
        text = re.sub(r"(?s)<details.*?</details>", "\n", cell.source)
        return sum(1 + len(line) // 95 for line in text.split("\n") if line) + PICTURE_LINES * text.count("![")
    lines = cell.source.count("\n") + 1
    for output in cell.outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        lines += PICTURE_LINES if is_picture(output) else text.count("\n") + 1
    return lines


def sections(notebook):
    """The cells to show, as [section: [slide: [cell]]]."""
    cut = []
    for cell in without_ours(without_teacher(notebook.cells)):
        is_prose = cell.cell_type == "markdown"
        if not cut or (is_prose and cell.source.startswith("## ")):
            cut.append([[cell]])
        elif (
            is_prose and (cell.source.startswith("### ") or cut[-1][-1][-1].cell_type == "code")
            or sum(map(height, [*cut[-1][-1], cell])) > SLIDE_LINES
        ):
            cut[-1].append([cell])
        else:
            cut[-1][-1].append(cell)
    return cut


# ---- cells as HTML ---------------------------------------------------------------------------------------------------

def data_uri(svg):
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


def formula(tex):
    """A formula as a picture in the line of text, since a browser without a network knows no TeX."""
    if matrix := MATRIX.fullmatch(tex.strip()):
        rows = [row.split("&") for row in matrix[1].split(r"\\")]
        table = "".join(f"<mtr>{''.join(f'<mtd><mn>{html.escape(n)}</mn></mtd>' for n in row)}</mtr>" for row in rows)
        return f"<math><mrow><mo>(</mo><mtable>{table}</mtable><mo>)</mo></mrow></math>"
    svg = io.BytesIO()
    simple = re.sub(r"\\frac(\d)(\d)", r"\\frac{\1}{\2}", tex)
    try:
        depth = math_to_image(f"${simple}$", svg, dpi=72, format="svg")
    except ValueError:  # a command that matplotlib does not know: better to be read than left out
        return f"<code>{html.escape(tex)}</code>"
    height = float(re.search(r'height="([\d.]+)pt"', svg.getvalue().decode())[1])
    style = f"height: {height / 10:.2f}em; vertical-align: -{depth / 10:.2f}em"  # its letters: 10 pt
    return f'<img class="math" alt="{html.escape(tex)}" style="{style}" src="{data_uri(svg.getvalue())}">'


def prose(source, folder):
    """Markdown as HTML: formulas and figures stand in it, links to chapters lead to their slides."""
    formulas = []

    def aside(match):
        if match[1]:
            return match[1]
        formulas.append(formula(match[2] or match[3]))
        return f"FORMULA{len(formulas) - 1}X"

    text = markdown2html(FORMULA.sub(aside, source))
    text = re.sub(r"FORMULA(\d+)X", lambda match: formulas[int(match[1])], text)
    text = re.sub(r'src="([^":]+\.svg)"', lambda match: f'src="{data_uri((folder / match[1]).read_bytes())}"', text)
    return '<div class="prose">' + re.sub(r'(href="\d\d_\w+)\.ipynb', r"\1.html", text) + "</div>"


def coloured(source, kind="code"):
    return f'<div class="{kind}"><pre class="highlight">{highlight(source, PythonLexer(), FORMATTER)}</pre></div>'


def code(cell):
    return coloured(cell.source, "code package" if module_of(cell) else "code")


def shown(output):
    """An output of a cell as HTML, the richest form of it."""
    if output.output_type == "stream":
        return f"<pre>{html.escape(output.text)}</pre>"
    if output.output_type == "error":
        return f'<pre class="error">{html.escape(f"{output.ename}: {output.evalue}")}</pre>'
    for kind in ("text/html", "image/svg+xml"):
        if kind in output.data:
            return output.data[kind]
    return f"<pre>{html.escape(output.data['text/plain'])}</pre>"


def is_picture(output):
    data = output.get("data", {})
    return "<img" in data.get("text/html", "") or "image/svg+xml" in data


def slide(cells, folder):
    """One slide: text, code and what it printed; pictures stand at its right, as high as the screen."""
    left, right = [], []
    for cell in cells:
        left.append(prose(cell.source, folder) if cell.cell_type == "markdown" else code(cell))
        for output in cell.get("outputs", []):
            (right if is_picture(output) else left).append(f'<div class="output">{shown(output)}</div>')
    if not right:
        return "".join(left)
    return f'<div class="columns"><div>{"".join(left)}</div><div>{"".join(right)}</div></div>'


# ---- pages -----------------------------------------------------------------------------------------------------------

def page(title, cut):
    """Slides, [section: [HTML of a slide]], as a page that needs no other file."""
    parts = ["\n".join(f"<section><div>{text}</div></section>" for text in section) for section in cut]
    template = Template((HERE / "slides.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=html.escape(title.lstrip("# ")),
        lang="zh-CN" if re.search(r"[\u3400-\u9fff]", title) else "en",
        slides="\n".join(f"<section>\n{inner}\n</section>" for inner in parts),
        highlighting=FORMATTER.get_style_defs(".highlight"),
        reveal_css=(HERE / "reveal" / "reveal.css").read_text(encoding="utf-8"),
        reveal_js=(HERE / "reveal" / "reveal.js").read_text(encoding="utf-8"),
    )


def whole(path):
    """(title, slides) of a chapter."""
    notebook = read(path)
    cut = [[slide(cells, path.parent) for cells in section] for section in sections(notebook)]
    return notebook.cells[0].source.partition("\n")[0], cut


def decks(wanted):
    """(name of a file, its HTML) of each deck that was asked for; with a talk come its notes."""
    import talk  # it stands on this module

    def spoken(name, title, found):
        yield name, page(title, talk.as_deck(found))
        yield f"{name}_notes", talk.notes_page(title, found)

    if wanted.lesson:
        yield from spoken("class_90_minutes", *talk.lesson())
    for path in wanted.chapters:
        if wanted.minutes is None:
            yield path.stem, page(*whole(path))
        elif path.parent.name in LANGUAGES:
            print(f"Left out: the talks are in English alone. Type: python3 suite.py slides {path.name[:2]} --minutes "
                  f"{wanted.minutes} --lang en")
        elif talk.has_talk(path):
            yield from spoken(f"{path.stem}_talk", *talk.talk(path, wanted.minutes))
        else:
            print(f"Left out: {path.name} has no teacher's box, and so no talk.")


@in_words
def main(arguments=None):
    wanted = options("slides", arguments)
    wanted.to.mkdir(parents=True, exist_ok=True)
    for name, text in decks(wanted):
        written = wanted.to / f"{name}.html"
        write(written, text)
        print(f"Written: {written}" + ", for your own screen or the printer" * name.endswith("_notes"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
