"""Numbers of a model in a file, and back: `save(model.state_dict(), path)` and `load(path)`.

The file is one that `numpy.savez` writes: an array for each name, and nothing that could run. `numpy.load` reads it,
too: that is the way to PyTorch, `{name: torch.from_numpy(array) for name, array in numpy.load(path).items()}`.
What is no dict of tensors by name, as a checkpoint with the state of an optimizer, has numbered arrays, and beside them
a text, structure.json, that says where each stands.
"""

import errno
import os
from collections import OrderedDict
from collections.abc import Mapping

import numpy as np

from minigrad.core.tensors import Tensor
from minigrad.operations.leaves import make_leaf
from minigrad.exact.dtypes import DTYPES

MOST_NAMES = 100_000
STRUCTURE = "structure.json"


def save(obj, f) -> None:
    """Write tensors, numbers and text, in dicts, lists and tuples, into the file at the path `f`: whole, or not at all.

    The numbers go to a file beside it first, which then takes its place: what was there stays until then.
    Raises TypeError for objects of other classes, OSError where no file can be written.
    """
    structure, tensors = None, obj
    if not isinstance(obj, Mapping) or not all(
        [isinstance(name, str) and isinstance(tensor, Tensor) for name, tensor in obj.items()]
    ):
        tensors = {}
        structure = packed(obj, tensors)
        tensors = {str(place): tensor for place, tensor in tensors.values()}
    path = os.path.realpath(os.fsdecode(f))  # a link stays a link
    if os.path.exists(path) and not os.path.isfile(path):
        raise IsADirectoryError(errno.EISDIR, "It is a folder or a device, and no file", os.fsdecode(f))
    beside = os.path.join(os.path.dirname(path), f".{os.urandom(8).hex()}.new")
    try:
        with open(beside, "xb") as file:
            write(file, tensors, structure)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode)
        os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.remove(beside)


def packed(value, tensors):
    """A value as JSON can write it; for a tensor its number: `tensors`, {id: (number, tensor)}, grows."""
    if isinstance(value, Tensor):
        place, _ = tensors.setdefault(id(value), (len(tensors), value))
        return {"tensor": [place, value.requires_grad]}
    if type(value) in (dict, OrderedDict):
        pairs = [[packed(key, tensors), packed(part, tensors)] for key, part in value.items()]
        return {type(value).__name__: pairs}
    if type(value) in (list, tuple):
        return {type(value).__name__: [packed(part, tensors) for part in value]}
    if value is None or type(value) in (bool, int, float, str):
        return value
    raise TypeError(
        "minigrad saves tensors, numbers and text, in dicts, lists and tuples, such as model.state_dict(), "
        f"not {type(value).__name__}"
    )


def unpacked(part, tensors):
    """The value that `packed` has packed. Raises an error of one of many kinds for anything else."""
    if not isinstance(part, dict):
        return part
    ((kind, inner),) = part.items()
    if kind == "tensor":
        place, flag = inner
        return tensors[str(place)].requires_grad_(flag)
    if kind in ("dict", "OrderedDict"):
        made = OrderedDict if kind == "OrderedDict" else dict
        return made([(unpacked(key, tensors), unpacked(value, tensors)) for key, value in inner])
    return {"list": list, "tuple": tuple}[kind]([unpacked(value, tensors) for value in inner])


def write(file, tensors, structure):
    """The format of `numpy.savez`, which itself cannot take every name: it has arguments called `file` and so on."""
    import json  # late, as below: they take a tenth of the time in which the package loads
    import zipfile

    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        taken = set(tensors)
        for name, tensor in tensors.items():
            short = name.replace("\0", "_")  # an archive takes no zero byte: the whole name stands in a comment
            while short != name and short in taken:
                short += "_"
            taken.add(short)
            entry = zipfile.ZipInfo(f"{short}.npy")
            entry.comment = b"" if short == name else name.encode()
            with archive.open(entry, "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(tensor.array), allow_pickle=False)
        if structure is not None:
            archive.writestr(STRUCTURE, json.dumps(structure))


def load(f) -> dict[str, Tensor]:
    """What `save` wrote into the file at the path `f`; {name: tensor} from a file of `numpy.savez`.

    Nothing of the file is run, and no more memory is taken than the file is long. Raises RuntimeError, with the reason,
    for a file that is cut off, damaged, or of another kind.
    """
    with open(os.fsdecode(f), "rb") as file:
        try:
            return read(file, os.fstat(file.fileno()).st_size)
        except Exception as error:  # damaged bytes raise errors of any kind: zlib.error, tokenize.TokenError, ...
            name = os.path.basename(os.fsdecode(f))
            raise RuntimeError(f"{name} is not a file that minigrad.save wrote: {error}") from None


def read(file, length):
    """The tensors of an open file. Raises an error of one of many kinds where something is wrong."""
    import json
    import zipfile

    if not zipfile.is_zipfile(file):
        raise ValueError("it is no zip archive, or its end is missing")
    tensors = OrderedDict()
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if any(member.filename.endswith(".pkl") for member in members):
            raise ValueError("it holds a pickle, as PyTorch's own files do, and a pickle can run code")
        if sum(member.file_size for member in members) > length or len(members) > MOST_NAMES:
            compressed = any(member.compress_type != zipfile.ZIP_STORED for member in members)
            raise ValueError("it is compressed, which numpy.savez is not" if compressed else
                             "it claims to hold more than it can")
        for member in [member for member in members if member.filename != STRUCTURE]:
            name, ending = name_of(member), member.filename[-4:]
            if ending != ".npy" or name in tensors:
                raise ValueError(f"its part {member.filename!r} is no array, or comes twice")
            with archive.open(member) as part:
                tensors[name] = make_leaf(array_from(part, member), None, requires_grad=False)
        if len(tensors) < len(members):
            return unpacked(json.loads(archive.read(STRUCTURE)), tensors)
    return tensors


def name_of(member):
    """The name under which an array was saved: with a zero byte it is in the comment, and the file's name is short."""
    short, whole = member.filename[:-4], member.comment.decode(errors="replace")
    return whole if "\0" in whole and short.rstrip("_") == whole.replace("\0", "_").rstrip("_") else short


def array_from(part, member):
    """One array: its header says how many numbers there are, and has to tell the truth."""
    version = np.lib.format.read_magic(part)
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    try:
        shape, in_columns, dtype = header(part)
    except ValueError:  # NumPy's sentence would show its parser, or advise to trust the file
        raise ValueError(f"{member.filename!r} begins with no header of numpy.save") from None
    if dtype not in DTYPES:
        raise ValueError(f"the numbers of {member.filename!r} are of the kind {dtype}")
    numbers = part.read()
    array = np.frombuffer(numbers, dtype)
    if array.size != np.prod(shape, dtype=object) or min(shape, default=0) < 0:
        raise ValueError(f"{member.filename!r} holds {array.size} numbers, not {list(shape)}")
    return array.reshape(shape, order="F" if in_columns else "C").copy("C")
