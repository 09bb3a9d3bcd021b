"""Train the network of chapter 16 and store its weights: minigrad/teach/data/writer.npz.

    python3 tools/writer.py             on minigrad, a quarter of an hour or more
    python3 tools/writer.py --torch     on PyTorch, about two

The classes are the chapter's own cells. The numbers are float32, so that another processor's differ in the last digits;
what the chapter prints with the stored ones is the same everywhere.
"""

import argparse
import importlib
import sys

import numpy as np
from common import ROOT, chapters, code_cells, read
from tqdm import tqdm

sys.path.insert(0, str(ROOT))

from minigrad.teach.data import WRITER, prose

STEPS, PIECES, RATE = 9000, 32, 0.003
CELLS = ("batch", "learn", "attention", "block", "gpt")


def trained(torch, steps=STEPS):
    """The chapter's GPT after training; the rate falls to 0 in the second half."""
    text = prose()
    letters = sorted(set(text))
    codes = torch.tensor([letters.index(letter) for letter in text])
    names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "letters": letters, "codes": codes}
    (path,) = [path for path in chapters(ROOT) if path.name.startswith("16_")]
    for cell in code_cells(read(path)):
        if cell.id in CELLS:
            exec(cell.source, names)
    torch.manual_seed(16)
    model = names["GPT"](len(letters))
    adam = torch.optim.Adam(model.parameters(), lr=RATE)
    for step in tqdm(range(steps)):
        adam.param_groups[0]["lr"] = RATE * min(1, 2 * (steps - step) / steps)
        names["learn"](model, adam, *names["batch"](PIECES))
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torch", action="store_true", help="train on PyTorch")
    torch = importlib.import_module("torch" if parser.parse_args().torch else "minigrad")
    state = trained(torch).state_dict()
    np.savez_compressed(WRITER, **{name: tensor.numpy() for name, tensor in state.items()})


if __name__ == "__main__":
    main()
