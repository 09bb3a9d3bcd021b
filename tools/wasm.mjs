// Runs a notebook in Pyodide, CPython for browsers, under node:
//   node wasm.mjs FOLDER PACKAGES NOTEBOOK CELLS ANSWER
// FOLDER has Pyodide's files and graphviz.mjs, PACKAGES is a zip of what is to be imported besides, CELLS a Python file
// with `run`. What the cells answer is written to ANSWER.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, packages, notebook, cells, answer] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { Graphviz } = await import(pathToFileURL(`${folder}/graphviz.mjs`));

const graphviz = await Graphviz.load();
globalThis.layOutGraph = (source) => graphviz.layout(source, "svg", "dot");

const pyodide = await loadPyodide({ indexURL: `${folder}/`, env: { TQDM_DISABLE: "1" } });
await pyodide.loadPackage(["numpy", "matplotlib", "ipython"], { messageCallback: () => {} });
const place = `/drive/${basename(dirname(notebook))}`;  // the folder says the language
pyodide.FS.mkdirTree(place);
pyodide.FS.writeFile("/drive/packages.zip", readFileSync(packages));
pyodide.FS.writeFile(`${place}/chapter.ipynb`, readFileSync(notebook));
pyodide.runPython(readFileSync(cells, "utf8"));
writeFileSync(answer, pyodide.globals.get("run")("/drive/packages.zip", `${place}/chapter.ipynb`));
