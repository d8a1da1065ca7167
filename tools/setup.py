"""Make the project's own Python environment, and bring it up to date when its pins changed.

Plain Python without any package, so that it is the first thing that can run on a fresh machine:

    python3 tools/setup.py          what the program needs
    python3 tools/setup.py tests    and what its tests need besides
    python3 tools/setup.py deploy   or what a server with many workers and PostgreSQL needs
    python3 tools/setup.py s3       or what backups at a store that speaks S3 need

Old Pythons must be able to read this file as far as the sentence that asks for a newer one.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
OLDEST = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python")
# Chromium without windows draws the same pages with half of the processor.
WITHOUT_WINDOWS = "chromium-headless-shell"
BROWSERS = (WITHOUT_WINDOWS, "chromium", "chromium-browser", "google-chrome")
# Which version of html-validate looks through our pages, with all that it needs.
LIGHTHOUSE = ROOT / "tools" / "lighthouse"
HTML_CHECKER = ROOT / "tools" / "html"
# A page and a store outside a browser, for the tests of a phone's scripts.
PAGES_IN_NODE = ROOT / "tools" / "js"
# Whoever has no wheel of these goes on without: what is then said of each. They are installed
# without what they ask for besides, which for endplay, of which we use one file, would be 170 MB
# of pictures and numbers; uharfbuzz and wasmtime ask for nothing.
ALONE = {
    "endplay": "This machine has no double dummy: par is not worked out, all else is as usual.",
    "uharfbuzz": "This machine shapes no letters: Hindi, Thai and the like are printed letter by"
    " letter, Arabic joined simply; all else is as usual.",
    "wasmtime": "This machine does not solve nullos: par leaves them out, all else is as usual.",
}
RUN = "requirements.txt"
# What stands alone, with its checksums; tools/locks.py writes all locks.
LOCK_ALONE = "requirements-alone.lock"
BESIDES = {
    "tests": "tests/requirements.txt",
    "deploy": "deploy/requirements.txt",
    "s3": "deploy/s3-requirements.txt",
}

# What goes to clubs is installed to the last package by its lock, with checksums; so is RUN.
LOCKED = (BESIDES["deploy"], BESIDES["s3"])


class Trouble(Exception):
    """Something that the person at the keyboard can put right; its text says how."""


def own_python() -> Path:
    """Return where the environment keeps its Python."""
    return ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def version_of(python: str) -> tuple:
    """Return the version of a Python, or () if it does not run."""
    script = "import sys; print(*sys.version_info[:2])"
    try:
        said = subprocess.run(
            [python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(int(part) for part in said.stdout.split())


def find_python() -> str:
    """Return a Python that is new enough: this one, else the newest that the machine knows."""
    if sys.version_info[:2] >= OLDEST:
        return sys.executable
    for name in NEWER_NAMES:
        found = shutil.which(name)
        if found and version_of(found) >= OLDEST:
            return found
    raise Trouble("ClubScore needs Python 3.11 or newer: https://www.python.org/downloads/")


def install_packages(*packages: str) -> bool:
    """Install Debian packages as root; otherwise print the one line that does.

    Returns whether they are there now.
    """
    line = "apt-get install -y " + " ".join(packages)
    if not shutil.which("apt-get"):
        print(f"Missing on this machine: {' '.join(packages)}. Install it with the system's tools.")
        return False
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        print(f"Missing on this machine. This line installs it:\n    sudo {line}")
        return False
    print(f"Installing: {' '.join(packages)}", flush=True)
    quiet = {
        "stdout": subprocess.DEVNULL,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    subprocess.run(["apt-get", "update", "-q"], **quiet)
    return subprocess.run(line.split(), **quiet).returncode == 0


def make_environment() -> None:
    """Make the environment unless a good one stands there."""
    if version_of(str(own_python())) >= OLDEST:
        return
    python = find_python()
    has_pip = [python, "-c", "import ensurepip, venv"]
    if subprocess.run(has_pip, stderr=subprocess.DEVNULL).returncode:
        major, minor = version_of(python)
        if not install_packages(f"python{major}.{minor}-venv"):
            raise Trouble("Python's venv is missing; install it as said above and start again.")
    made = subprocess.run([python, "-m", "venv", "--clear", str(ENVIRONMENT)])
    if made.returncode:
        raise Trouble(f"The environment {ENVIRONMENT} could not be made; Python says why above.")


def lock_of(requirements: str) -> str:
    """Return where the lock of a file of pins stands."""
    return requirements[: -len(".txt")] + ".lock"


def stands_alone(pin: str) -> bool:
    """Whether a package is installed without what it asks for."""
    return pin.startswith(tuple(ALONE))


def fingerprint(requirements: str) -> str:
    """Return what tells one set of pins and locks from another, those of included files too."""
    text = (ROOT / requirements).read_bytes()
    if requirements != RUN:
        text += (ROOT / RUN).read_bytes()
    locks = [lock_of(each) for each in (RUN, requirements) if each in (RUN, *LOCKED)]
    for lock in (*locks, LOCK_ALONE):
        text += (ROOT / lock).read_bytes()
    return hashlib.sha256(text).hexdigest()


def locked_alone() -> dict:
    """Return the entries of the lock of what stands alone, by package: a pin and its checksums."""
    entries = {}
    for line in (ROOT / LOCK_ALONE).read_text().splitlines():
        if line and not line.startswith((" ", "#")):
            package = line.partition("==")[0]
            entries[package] = ""
        if not line.startswith("#"):
            entries[package] += line + "\n"
    return entries


def pins_of(requirements: str) -> list:
    """Return the pinned packages of a file and of those that it includes."""
    pins = []
    for line in (ROOT / requirements).read_text().splitlines():
        if line.startswith("-r "):
            pins += pins_of(str((Path(requirements).parent / line[3:]).as_posix()))
        elif line and not line.startswith("#"):
            pins.append(line)
    return pins


def install(requirements: str) -> None:
    """Install pinned packages, only when the pins are others than last time."""
    stamp = ENVIRONMENT / ("installed-" + requirements.replace("/", "-"))
    wanted = fingerprint(requirements)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Fetching the packages of {requirements}; this takes a minute, once.", flush=True)
    pip = [str(own_python()), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    pins = pins_of(requirements)
    by_checksum = [*pip, "--require-hashes", "-r"]
    if requirements in (RUN, *LOCKED):
        fetch = [*by_checksum, str(ROOT / lock_of(requirements))]
    else:
        fetch = pip + [pin for pin in pins if not stands_alone(pin)]
    if subprocess.run(fetch).returncode:
        raise Trouble("The packages could not be fetched: this once, the network is needed.")
    only_built = [*by_checksum[:-1], "--no-deps", "--only-binary", ":all:", "-r"]
    with tempfile.TemporaryDirectory() as folder:
        for pin in filter(stands_alone, pins):
            package = pin.partition("==")[0]
            entry = Path(folder) / (package + ".lock")
            entry.write_text(locked_alone()[package])
            if subprocess.run([*only_built, str(entry)]).returncode:
                print(ALONE[package])
    stamp.write_text(wanted)


def prepare(*requirements: str) -> None:
    """Make the environment and install what is asked for."""
    make_environment()
    for each in requirements:
        install(each)


def enter() -> None:
    """Go on inside the project's environment: start this very command again there if need be.

    Whoever started us from an environment of their own has chosen, and is left alone.
    """
    inside_ours = Path(sys.prefix).resolve() == ENVIRONMENT.resolve()
    if sys.prefix != sys.base_prefix and not inside_ours:
        return
    prepare(RUN)
    if inside_ours and sys.version_info[:2] >= OLDEST:
        return
    command = [str(own_python()), *sys.argv]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606
    # Windows cannot replace a running program; Ctrl-C reaches the inner one by itself.
    running = subprocess.Popen(command)
    while True:
        try:
            sys.exit(running.wait())
        except KeyboardInterrupt:
            continue


def is_packaged(package: str) -> bool:
    """Say whether the system's tools know a package, as far as they looked last."""
    if not shutil.which("apt-cache"):
        return False
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run(["apt-cache", "show", package], **quiet).returncode == 0


def need_browser() -> None:
    """See that the tests find a Chromium, best one without windows; without any they say so."""
    if shutil.which(WITHOUT_WINDOWS):
        return
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if as_root and is_packaged(WITHOUT_WINDOWS) and install_packages(WITHOUT_WINDOWS):
        return
    if not any(shutil.which(name) for name in BROWSERS):
        install_packages("chromium")


def kept_for_account() -> Path:
    """Return the folder of this account for what can be fetched again."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(named) if named else Path.home() / ".cache") / "clubscore"


def html_checker() -> list:
    """Return the command that looks through HTML; empty where the machine cannot have it."""
    return node_tool(HTML_CHECKER, "html-validate/bin/html-validate.mjs")


def pages_in_node() -> list:
    """Return node, and the package that gives it pages; empty where the machine cannot have it."""
    return node_tool(PAGES_IN_NODE, "jsdom/lib/api.js")


def lighthouse() -> list:
    """Return the command that measures a page; empty where the machine cannot have it."""
    return node_tool(LIGHTHOUSE, "lighthouse/cli/index.js")


def node_tool(pinned: Path, entry: str) -> list:
    """Return the command of a tool of node's, installed beforehand if need be.

    Empty where the machine has no node, or its packages could not be fetched; it is said why.
    """
    pins = [pinned / name for name in ("package.json", "package-lock.json")]
    tool = entry.partition("/")[0]
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print(f"{tool} CANNOT RUN HERE: it needs node and npm (nodejs.org).")
        return []
    mark = hashlib.sha256(b"".join(file.read_bytes() for file in pins)).hexdigest()[:16]
    folder = kept_for_account() / f"{pinned.name}-{mark}"
    command = [node, str(folder / "node_modules" / entry)]
    if folder.exists():
        return command
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=str(folder.parent)) as made:
        whole = Path(made) / "whole"
        whole.mkdir()
        for file in pins:
            shutil.copy(str(file), str(whole))
        # Nothing that a package brings along may run when it is installed.
        install = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(install, cwd=str(whole)).returncode:
            print(f"{tool} CANNOT RUN HERE: npm could not fetch it.")
            return []
        try:
            whole.rename(folder)
        except OSError:
            # Another process was quicker; what it installed is the same.
            if not folder.exists():
                raise
    return command


def main() -> int:
    """Prepare what the command line asks for."""
    wanted = sys.argv[1:]
    unknown = [each for each in wanted if each not in BESIDES]
    if unknown:
        print(f"{unknown[0]} is nothing to prepare; {', '.join(BESIDES)} are.")
        return 1
    try:
        prepare(RUN, *(BESIDES[each] for each in wanted))
        if "tests" in wanted:
            need_browser()
            html_checker()
            pages_in_node()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
