"""Sets everything up in the folder .venv beside this file, then opens the notebooks or runs the tests.

    python3 suite.py lab [arguments for jupyter lab]   opens JupyterLab on the start page
    python3 suite.py lab --lang zh                     opens the Chinese edition; --lang en goes back
    python3 suite.py test [arguments for pytest]       runs every test
    python3 suite.py test 04 [arguments for pytest]    runs the tests of chapter 4 (04 05: of both)
    python3 suite.py check [04]                        says which of your exercises and definitions pass
    python3 suite.py mine [FOLDER]                     writes your own minigrad, with the definitions you have written
    python3 suite.py reset [04]                        brings a chapter back as delivered, and keeps yours beside it
    python3 suite.py unpack my_work.zip                puts notebooks written elsewhere, in a browser say, among these
    python3 suite.py slides [04]                       for teachers: writes slides of the chapters into build/slides
    python3 suite.py editions                          for teachers: writes a student, a solution and an nbgrader
                                                       edition of the chapters into build/editions
    python3 suite.py book                              makes a book to read, with search, in build/book
    python3 suite.py lite                              makes an edition that runs in a browser, in build/lite

`--help` after a command shows more. The options of JupyterLab and of pytest are shown, after the set-up, by
`.venv/bin/python -m jupyterlab --help` and `.venv/bin/python -m pytest --help` (Windows: .venv/Scripts/python).
A chapter's tests are its notebook, notebooks/04_*.ipynb, and what in tests/notebooks is about it: the known right and
wrong answers to its exercises and definitions, faults in its cells, its texts and minutes, its page for teachers. What
needs a browser or PyTorch runs with all tests only.
With CI=true in the environment, `test` also installs PyTorch, playwright, nbgrader, pyright, what makes the book, and
the libraries that benchmarks compare with, and a skipped test is a failure.

This file uses the standard library only, and no syntax that an old Python cannot read: it has to tell that it is old.
"""
from __future__ import print_function

import sys

OLDEST, NEWEST_TESTED = (3, 11), (3, 14)


def too_old(version):
    """What to tell a reader whose Python is too old; None if it is not."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return ("minigrad needs Python %d.%d or newer; this is Python %d.%d. " % (OLDEST + tuple(version[:2]))
            + "Install a newer one,\nor start one that you have by its full name, for example: python3.%d suite.py lab"
            % NEWEST_TESTED[1])


if too_old(sys.version_info):
    sys.exit(too_old(sys.version_info))

import argparse
import difflib
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
sys.path.insert(0, os.path.join(ROOT, "tools"))
from commands import DISK_IS_FULL, LANGUAGES, TOOLS, Trouble, about, chosen, in_words, language, options
from delivered import keep

LOCK, PYPROJECT = os.path.join(ROOT, "requirements.lock"), os.path.join(ROOT, "pyproject.toml")
OVERRIDES = os.path.join(VENV, "share", "jupyter", "lab", "settings", "overrides.json")
MARK = "made-by-suite.json"  # in .venv: says that this file made it, and (once it is complete) from what
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},  # pictures off screen are drawn too
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
}


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
    if found != "ready":
        probe = "%s.probe-%d" % (VENV, os.getpid())
        os.mkdir(probe)  # where this is not allowed, nothing is begun
        os.rmdir(probe)
        keep(ROOT)  # what a reader without git can change from now on can be brought back
    if found == "outdated":
        update()
    elif found != "ready":
        rebuild(found)


def update():
    print("Bringing the packages in .venv up to date:")
    mark = os.path.join(VENV, MARK)
    shutil.copyfile(mark, mark + ".before")
    try:
        write(mark, "{}")  # if this is interrupted, the next start makes a new .venv
        install_packages()
    except (Trouble, OSError):  # both installers download everything before they change anything
        os.replace(mark + ".before", mark)  # which a full disk allows, too
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
        step("Making a virtual environment", [outside(), "-m", "venv", VENV])
        install_packages()
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        if aside:
            os.rename(aside, VENV)
        raise
    for old in glob.glob(glob.escape(VENV) + ".old-*"):
        if mark_of(old) is not None:
            shutil.rmtree(old, ignore_errors=True)


def outside():
    """The Python that this one comes from: if this one lives in .venv, it has been moved aside by now."""
    return getattr(sys, "_base_executable", None) or sys.executable


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
        step("Installing uv, which is quick at installing", pip + [os.path.join(VENV, "uv.lock"), "--retries", "2"],
             with_index("pip", "PIP_INDEX_URL"))
        # compiled now, as pip does it: where Python may not write, every kernel would compile everything once more
        step("Installing %d packages" % count, [PYTHON, "-m", "uv", "pip", "install", "--quiet", "--compile-bytecode",
             "--require-hashes", "--python", PYTHON, "--requirement", LOCK], with_index("uv", "UV_DEFAULT_INDEX"))
    except Trouble:
        print("  That failed, so once more in another way:")
        step("Installing %d packages with pip" % count, pip + [os.path.join(VENV, "rest.lock")],
             with_index("pip", "PIP_INDEX_URL"))
    step("Finishing", [PYTHON, "-c", FINISH, ROOT])
    write(OVERRIDES, json.dumps(LAB_SETTINGS))
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


def indexes():
    """{"pip": (what sets it, address), "uv": ...} of the package index that the reader has chosen, a mirror, say.

    What is set for one of the two is meant for the other, too. {} if nothing is set.
    """
    settings = subprocess.run([PYTHON, "-m", "pip", "config", "list"], stdout=subprocess.PIPE, encoding="utf-8",
                              errors="replace", env=environment()).stdout
    found = dict(re.findall(r"^(global|install|:env:)\.index-url='(.+)'", settings, re.M))
    places = [(":env:", "PIP_INDEX_URL"), ("install", "pip's configuration"), ("global", "pip's configuration")]
    pip = [(name, found[place]) for place, name in places if place in found]  # the first wins, as in pip
    uv = [(name, re.sub(r"^[\w-]+=", "", os.environ[name])) for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL")
          if os.environ.get(name)]
    return {"pip": (pip + uv)[0], "uv": (uv + pip)[0]} if pip or uv else {}


def with_index(installer, variable):
    """The environment for one of the two installers; `variable` is where it looks for the index."""
    chosen = indexes().get(installer)
    return dict(environment(), **({variable: chosen[1]} if chosen else {}))


def why_offline(installer):
    """A sentence for an installer that reaches nobody; no user name or password of an index is shown."""
    chosen = indexes().get(installer)
    if not chosen:
        return "There seems to be no network. (Behind a proxy, set HTTPS_PROXY.)\n"
    return ("The package index %s, set by %s, does not answer. Is it the right one, and is there a network?\n"
            % (re.sub(r"//[^/@]*@", "//", chosen[1]), chosen[0]))


def step(what, command, env=None):
    """Run one step of the set-up, its output kept in .venv/suite.log; raise Trouble with its last words if it fails."""
    print("  " + what, end=" ...", flush=True)
    path = os.path.join(VENV, "suite.log")
    with open(path, "w", encoding="utf-8") as log:
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
                                       env=env or environment())
        except OSError as error:
            print(flush=True)
            raise Trouble("Set-up stopped at this step: %s.\nThe program %s cannot be started (%s).\nEverything is as "
                          "it was before. Type the same command again with a Python from outside of .venv:\n"
                          "    python3 suite.py lab" % (what, command[0], error.strerror))
        with process:
            while process.poll() is None:
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    print(".", end="", flush=True)
    print(flush=True)
    if process.returncode:
        with open(path, encoding="utf-8", errors="replace") as log:
            words = log.read().strip() or "(none)"  # a full disk takes no words either
        offline = re.search("dns error|error sending|NewConnection|Connect[a-z]*Timeout|ProxyError|Retrying", words)
        full = re.search("No space left|[Qq]uota exceeded", words) or shutil.disk_usage(VENV).free < 2**20
        raise Trouble("Set-up stopped at this step: %s.\n%sIts last words:\n    %s\n"
                      "Everything is as it was before. When this is mended, type the same command again."
                      % (what, DISK_IS_FULL + "\n" if full else
                         why_offline("uv" if "uv" in command else "pip") if offline else "",
                         "\n    ".join(line[:110] for line in words.splitlines()[-2:])))


# ---- the commands ----------------------------------------------------------------------------------------------------

def hand_over(command):
    """Become `command`, so that Ctrl-C and the exit code are its own."""
    os.chdir(ROOT)
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(command[0], command, environment())
    signal.signal(signal.SIGINT, lambda *_: None)  # Windows has no exec: wait, and leave Ctrl-C to the command
    sys.exit(subprocess.call(command, env=environment()))


def pytest_arguments(arguments):
    """pytest's arguments from those of `suite.py test`: chapters become tests; two processes, unless pytest is told."""
    numbers = []
    while arguments and re.fullmatch(r"\d\d?", arguments[0]):
        numbers, arguments = numbers + arguments[:1], arguments[1:]
    told = any(re.match("-n|--numprocesses|--pdb|--trace$", argument) for argument in arguments)
    return ([] if told else ["-n", "2"]) + (about(numbers, ROOT) if numbers else []) + arguments


def test(arguments):
    arguments = pytest_arguments(arguments)
    set_up()
    if os.environ.get("CI", "").lower() == "true":
        extras = tomllib.loads(read(PYPROJECT))["project"]["optional-dependencies"]
        names = ("compare", "browser", "grading", "editor", "peers", "book", "build", "zh")
        wanted = sum((extras[name] for name in names), [])
        step("CI: installing " + " ".join(wanted), [PYTHON, "-m", "pip", "install", "--quiet", "--no-input",
             "--no-compile"] + wanted, with_index("pip", "PIP_INDEX_URL"))
    hand_over([PYTHON, "-m", "pytest"] + arguments)


def spoken(arguments):
    """(what stands after --lang, the other arguments); None where there is no --lang."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--lang", nargs="?", const="")
    found, others = parser.parse_known_args(arguments)
    if found.lang is not None and found.lang not in LANGUAGES:
        raise Trouble("After --lang stands one of: %s." % ", ".join(LANGUAGES))
    return found.lang, others


def kept(lang):
    """The language for JupyterLab: this one, which is kept in .venv for the next time, or else the one kept there."""
    if lang:
        write(os.path.join(VENV, "language"), lang)
    lang = lang or language(ROOT)
    if lang == "en" and (os.environ.get("LC_ALL") or os.environ.get("LANG") or "").startswith("zh"):
        print("\u4e2d\u6587\u7248: python3 suite.py lab --lang zh")  # the Chinese edition, in Chinese
    return lang


def menus(lang):
    """Have JupyterLab's own menus in this language: Chinese ones come with a package of their own, if it can be had."""
    pack = tomllib.loads(read(PYPROJECT))["project"]["optional-dependencies"]["zh"]
    places = [os.path.join(glob.escape(VENV), lib, "site-packages", "jupyterlab_language_pack_zh_CN")
              for lib in ("Lib", os.path.join("lib", "python*"))]
    if lang == "zh" and not any(map(glob.glob, places)):
        try:
            step("Installing " + " ".join(pack), [PYTHON, "-m", "pip", "install", "--quiet", "--no-input", "--retries",
                 "1"] + pack, with_index("pip", "PIP_INDEX_URL"))  # without a network, at each start
        except Trouble as trouble:
            print("%s\n\nThe chapters are in Chinese all the same; JupyterLab's menus stay in English." % trouble)
            lang = "en"
    chosen_one = {"@jupyterlab/translation-extension:plugin": {"locale": "zh_CN"}} if lang == "zh" else {}
    write(OVERRIDES, json.dumps(dict(LAB_SETTINGS, **chosen_one)))


def lab(arguments):
    lang, arguments = spoken(arguments)
    set_up()
    lang = kept(lang)
    menus(lang)
    start = chosen(["00"], ROOT, lang)[0]
    port = free_port()
    settings = os.path.join(VENV, "lab.json")  # a file, because Jupyter refuses an argument that is given twice
    write(settings, json.dumps({
        "ServerApp": {"root_dir": ROOT, "ip": "127.0.0.1", "port": port, "allow_root": True, "log_level": "WARN"},
        "LabApp": {"default_url": "/lab/tree/" + start.relative_to(ROOT).as_posix()},
    }))
    trusted = [str(path) for path in dict.fromkeys(chosen([], ROOT, "en") + chosen([], ROOT, lang))]
    subprocess.call([PYTHON, "-m", "nbformat.sign"] + trusted, env=environment(), stdout=subprocess.DEVNULL)
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


def with_tool(name):
    """The command that hands its arguments to a tool: all but `reset` and `unpack` need the packages in .venv."""
    def command(arguments):
        options(name, arguments, ROOT)  # help, and what cannot be meant, before any set-up
        alone = name in ("reset", "unpack")
        if not alone:
            set_up()
        python = sys.executable if alone else PYTHON
        hand_over([python, os.path.join(ROOT, "tools", TOOLS[name] + ".py")] + arguments)
    return command


COMMANDS = dict({"lab": lab, "test": test}, **{name: with_tool(name) for name in TOOLS})


@in_words
def main(arguments):
    sys.stdout.reconfigure(errors="replace")
    name = (arguments or [""])[0]
    if name in ("", "-h", "--help", "help") or name in ("lab", "test") and {"-h", "--help"} & set(arguments):
        print(__doc__)
        return 0 if arguments else 2
    if name not in COMMANDS:
        alike = difflib.get_close_matches(name, COMMANDS, 1)
        print("%s\nThere is no command %s.%s" % (__doc__, name, " Did you mean %s?" % alike[0] if alike else ""))
        return 2
    try:
        return COMMANDS[name](arguments[1:])
    except KeyboardInterrupt:
        print("\nStopped. Type the same command to start again.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
