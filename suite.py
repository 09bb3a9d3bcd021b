"""Sets everything up in the folder .venv beside this file, then opens the notebooks or runs the tests.

    python3 suite.py lab [arguments for jupyter lab]   opens JupyterLab on the start page
    python3 suite.py test [arguments for pytest]       runs every test
    python3 suite.py test 04 [arguments for pytest]    runs the tests of chapter 4 (04 05: of both)
    python3 suite.py check [04]                        says which of your exercises pass; changes nothing
    python3 suite.py reset [04]                        brings a chapter back as delivered, and keeps yours beside it
    python3 suite.py slides [04]                       for teachers: writes slides of the chapters into build/slides
    python3 suite.py editions                          for teachers: writes a student, a solution and an nbgrader
                                                       edition of the chapters into build/editions

A chapter's tests are its notebook, notebooks/04_*.ipynb, and the files test_ch04*.py anywhere in the folder tests.
With CI=true in the environment, `test` also installs PyTorch, playwright and nbgrader, and a skipped test is a failure.

This file uses the standard library only, and no syntax that an old Python cannot read: it has to tell that it is old.
"""
from __future__ import print_function

import sys

OLDEST, NEWEST_TESTED = (3, 11), (3, 13)


def too_old(version):
    """What to tell a reader whose Python is too old; None if it is not."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return ("minigrad needs Python %d.%d or newer; this is Python %d.%d. " % (OLDEST + tuple(version[:2]))
            + "Install a newer one,\nor start one that you have by its full name, for example: python3.%d suite.py lab"
            % NEWEST_TESTED[1])


if too_old(sys.version_info):
    sys.exit(too_old(sys.version_info))

import glob
import hashlib
import importlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tomllib

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, *(["Scripts", "python.exe"] if os.name == "nt" else ["bin", "python"]))
LOCK, PYPROJECT = os.path.join(ROOT, "requirements.lock"), os.path.join(ROOT, "pyproject.toml")
MARK = "made-by-suite.json"  # in .venv: says that this file made it, and (once it is complete) from what
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},  # pictures off screen are drawn too
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
}


class Trouble(Exception):
    """Something that the reader has to know, in words for the reader."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def environment():
    """The environment for everything started from here: what could change a result is the same for every reader."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "MPLBACKEND")}
    for name in ("OPENBLAS", "OMP", "MKL", "VECLIB_MAXIMUM"):
        env.setdefault(name + "_NUM_THREADS", "1")  # on matrices this small a second BLAS thread only gets in the way
    env.setdefault("UV_SYSTEM_CERTS", "1")  # uv trusts whom this machine trusts, as pip does
    return dict(env, PYTHONUTF8="1", MPLCONFIGDIR=os.path.join(VENV, "matplotlib"), JUPYTER_PREFER_ENV_PATH="1",
                PIP_DISABLE_PIP_VERSION_CHECK="1")


# ---- set-up ----------------------------------------------------------------------------------------------------------

def stamp():
    """What a complete .venv was made from: other `sources` ask for an update, anything else for a new .venv.

    Paths are read as UTF-8: Python itself reads them in another way where LANG or PYTHONUTF8 says so.
    """
    sources = read(LOCK) + read(PYPROJECT) + json.dumps(LAB_SETTINGS)
    base, root = [os.fsencode(path).decode("utf-8", "surrogateescape") for path in (sys.base_prefix, ROOT)]
    return {"python": "%d.%d" % sys.version_info[:2], "base": base, "root": root,
            "sources": hashlib.sha256(sources.encode()).hexdigest()}


def mark_of(venv):
    """The stamp in the folder `venv`; {} while it is unfinished; None if this file did not make it."""
    path = os.path.join(venv, MARK)
    if not os.path.exists(path):
        return None
    try:
        return dict(json.loads(read(path)))
    except ValueError:
        return {}


def state():
    """'absent', 'foreign' (not made here), 'broken' (half-made, moved, of another Python), 'outdated' or 'ready'."""
    if not os.path.lexists(VENV):
        return "absent"
    mark, wanted = mark_of(VENV), stamp()
    if mark is None:
        return "foreign"
    try:
        starts = subprocess.call([PYTHON, "-c", ""], env=environment()) == 0
    except OSError:
        starts = False
    if not starts or dict(mark, sources="") != dict(wanted, sources=""):
        return "broken"
    return "ready" if mark == wanted else "outdated"


def set_up():
    """Leave a complete .venv behind; or everything as it was, and raise Trouble."""
    found = state()
    if found != "ready":  # what a reader without git can change from now on can be brought back
        subprocess.call([sys.executable, tool("delivered"), "keep"], env=environment())
    if found == "outdated":
        update()
    elif found != "ready":
        rebuild(found)


def update():
    print("Bringing the packages in .venv up to date:")
    before = read(os.path.join(VENV, MARK))
    write(os.path.join(VENV, MARK), "{}")  # if this is interrupted, the next start makes a new .venv
    try:
        install_packages()
    except Trouble:  # both installers download everything before they change anything
        write(os.path.join(VENV, MARK), before)
        raise


def rebuild(found):
    check_venv_module()
    aside = None if found == "absent" else move_aside()
    if found == "foreign":
        print("The .venv here was not made by suite.py: it is now called %s." % os.path.basename(aside))
    print("Setting up in .venv, which takes about a minute:" if found != "broken" else
          "The .venv here is unfinished, was moved or belongs to another Python. Making it anew:")
    if sys.version_info[:2] > NEWEST_TESTED:
        print("(minigrad is tested on Python %d.%d to %d.%d; this one is newer.)" % (OLDEST + NEWEST_TESTED))
    try:
        write(os.path.join(VENV, MARK), "{}")
        step("Making a virtual environment", [sys.executable, "-m", "venv", VENV])
        install_packages()
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        if aside:
            os.rename(aside, VENV)
        raise
    for old in glob.glob(glob.escape(VENV) + ".old-*"):
        if mark_of(old) is not None:
            shutil.rmtree(old, ignore_errors=True)


def check_venv_module():
    try:
        importlib.import_module("venv")
        importlib.import_module("ensurepip")
    except ImportError:
        raise Trouble("This Python came without its module 'venv', which set-up needs. On Debian or Ubuntu type\n"
                      "    sudo apt install python%d.%d-venv\nand then the same command again." % sys.version_info[:2])


def move_aside():
    """Rename .venv to the first free .venv.old-N, and return the new path."""
    number = 1
    while os.path.lexists("%s.old-%d" % (VENV, number)):
        number += 1
    aside = "%s.old-%d" % (VENV, number)
    try:
        os.rename(VENV, aside)
    except OSError as error:
        raise Trouble("The folder .venv has to be replaced but cannot be renamed (%s).\nClose JupyterLab and every "
                      "terminal that uses it, then type the same command again." % error.strerror)
    return aside


def install_packages():
    """Fill .venv from requirements.lock, and mark it complete."""
    lock = read(LOCK)
    uv = re.search(r"^uv==.*(\n +--hash.*)*\n", lock, re.M).group()
    write(os.path.join(VENV, "uv.lock"), uv)
    write(os.path.join(VENV, "rest.lock"), lock.replace(uv, ""))
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-input", "--require-hashes", "--requirement"]
    count = len(re.findall(r"^\w.*==", lock, re.M))
    try:
        step("Installing uv, which is quick at installing", pip + [os.path.join(VENV, "uv.lock"), "--retries", "2"])
        # compiled now, as pip does it: where Python may not write, every kernel would compile everything once more
        step("Installing %d packages" % count, [PYTHON, "-m", "uv", "pip", "install", "--quiet", "--compile-bytecode",
             "--require-hashes", "--python", PYTHON, "--requirement", LOCK], dict(environment(), **index_for_uv()))
    except Trouble:
        print("  That failed, so once more in another way:")
        step("Installing %d packages with pip" % count, pip + [os.path.join(VENV, "rest.lock")])
    step("Finishing", [PYTHON, "-c", FINISH, ROOT])
    write(os.path.join(VENV, "share", "jupyter", "lab", "settings", "overrides.json"), json.dumps(LAB_SETTINGS))
    write(os.path.join(VENV, MARK), json.dumps(stamp(), indent=4))


# Puts this folder on the import path, as a relative path, which is plain ASCII wherever the folder is. Then lets
# matplotlib look for its fonts now, because it writes a warning if that happens in the middle of a chapter.
FINISH = """
import os, sys, sysconfig
site = sysconfig.get_path("purelib")
with open(os.path.join(site, "minigrad.pth"), "w") as file:
    file.write(os.path.relpath(sys.argv[1], site) + "\\n")
import jupyterlab, matplotlib.font_manager, numpy, pytest
"""


def index_for_uv():
    """The package index that the reader has set for pip (a mirror near by, say) is meant for uv too."""
    settings = subprocess.run([PYTHON, "-m", "pip", "config", "list"], stdout=subprocess.PIPE, encoding="utf-8",
                              errors="replace", env=environment()).stdout
    found = re.findall(r"^(?:global|install|:env:)\.index-url='(.+)'", settings, re.M)
    return {"UV_DEFAULT_INDEX": found[-1]} if found and "UV_DEFAULT_INDEX" not in os.environ else {}


def step(what, command, env=None):
    """Run one step of the set-up, its output kept in .venv/suite.log; raise Trouble with its last words if it fails."""
    print("  " + what, end=" ...", flush=True)
    path = os.path.join(VENV, "suite.log")
    with open(path, "w", encoding="utf-8") as log:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                              env=env or environment()) as process:
            while process.poll() is None:
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    print(".", end="", flush=True)
    print(flush=True)
    if process.returncode:
        with open(path, encoding="utf-8", errors="replace") as log:
            words = log.read()
        offline = re.search("dns error|error sending|NewConnection|Connect[a-z]*Timeout|ProxyError|Retrying", words)
        raise Trouble("Set-up stopped at this step: %s.\n%sIts last words:\n    %s\n"
                      "Everything is as it was before. When this is mended, type the same command again."
                      % (what, "There seems to be no network. (Behind a proxy, set HTTPS_PROXY.)\n" if offline else "",
                         "\n    ".join(line[:110] for line in words.strip().splitlines()[-2:])))


# ---- the commands ----------------------------------------------------------------------------------------------------

def hand_over(command):
    """Become `command`, so that Ctrl-C and the exit code are its own."""
    os.chdir(ROOT)
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, environment())
    signal.signal(signal.SIGINT, lambda *_: None)  # Windows has no exec: wait, and leave Ctrl-C to the command
    sys.exit(subprocess.call(command, env=environment()))


def chapter_files(number):
    """The notebook and the test files of chapter `number` ('04'), as paths from this folder."""
    found = [os.path.join("notebooks", name) for name in glob.glob("*.ipynb", root_dir=os.path.join(ROOT, "notebooks"))
             if re.fullmatch(number + r"_\w+\.ipynb", name)]  # not a copy that JupyterLab made, 04_engine-Copy1.ipynb
    return found + sorted(glob.glob("tests/**/test_ch%s*.py" % number, root_dir=ROOT, recursive=True))


def pytest_arguments(arguments):
    """pytest's arguments from those of `suite.py test`: chapters become files; two processes, unless pytest is told."""
    files = []
    while arguments and re.fullmatch(r"\d\d?", arguments[0]):
        found = chapter_files(arguments[0].zfill(2))
        if not found:
            raise Trouble("There is no chapter %s in the folder notebooks." % arguments[0])
        files, arguments = files + found, arguments[1:]
    told = any(re.match("-n|--numprocesses|--pdb|--trace$", argument) for argument in arguments)
    return ([] if told else ["-n", "2"]) + files + arguments


def test(arguments):
    arguments = pytest_arguments(arguments)
    set_up()
    if os.environ.get("CI", "").lower() == "true":
        extras = tomllib.loads(read(PYPROJECT))["project"]["optional-dependencies"]
        wanted = extras["compare"] + extras["browser"] + extras["grading"]
        step("CI: installing " + " ".join(wanted), [PYTHON, "-m", "pip", "install", "--quiet", "--no-input"] + wanted)
    hand_over([PYTHON, "-m", "pytest"] + arguments)


def lab(arguments):
    set_up()
    chapters = glob.glob(os.path.join(glob.escape(ROOT), "notebooks", "[0-9][0-9]_*.ipynb"))
    subprocess.call([PYTHON, "-m", "nbformat.sign"] + chapters, env=environment(), stdout=subprocess.DEVNULL)  # trust
    port = free_port()
    settings = os.path.join(VENV, "lab.json")  # a file, because Jupyter refuses an argument that is given twice
    write(settings, json.dumps({
        "ServerApp": {"root_dir": ROOT, "ip": "127.0.0.1", "port": port, "allow_root": True, "log_level": "WARN"},
        "LabApp": {"default_url": "/lab/tree/notebooks/00_start_here.ipynb"},
    }))
    if port != 8888:
        print("Port 8888 is busy (another JupyterLab, perhaps), so this one uses port %d." % port)
    print("JupyterLab opens in your browser; if it does not, copy the address below. Ctrl-C, twice, stops it.")
    hand_over([PYTHON, "-m", "jupyterlab", "--config=" + settings] + arguments)


def free_port():
    """8888, or else the next port on which nobody answers."""
    for port in range(8888, 8988):
        with socket.socket() as probe:
            probe.settimeout(0.3)
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise Trouble("All ports from 8888 to 8987 are busy.")


def tool(name):
    return os.path.join(ROOT, "tools", name + ".py")


def with_tool(name):
    """The command that hands its arguments to a tool, which needs the packages in .venv."""
    def command(arguments):
        set_up()
        hand_over([PYTHON, tool(name)] + arguments)
    return command


def reset(arguments):
    hand_over([sys.executable, tool("delivered"), "reset"] + arguments)  # it works when .venv does not


COMMANDS = {"lab": lab, "test": test, "check": with_tool("progress"), "reset": reset, "slides": with_tool("slides"),
            "editions": with_tool("editions")}


def main(arguments):
    sys.stdout.reconfigure(errors="replace")
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print("\n%s" % trouble)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Type the same command to start again.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
