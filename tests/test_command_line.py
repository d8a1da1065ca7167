"""A command that answers files begins without a look for garbage, and goes when it has answered."""

import subprocess
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Whether Python looks for what nothing uses any more while an answer is written, and how many
# things are set aside, which it never looks through.
WATCHED = """
import gc, sys
from clubscore.command_line import run
from clubscore.files.commands import score

def watched(sitting):
    print(gc.isenabled(), gc.get_freeze_count(), file=sys.stderr)
    return written(sitting)

written, score.written = score.written, watched
sys.exit(run("manage.py", ["score", "-"]))
"""


def test_what_is_loaded_is_set_aside_and_what_is_read_is_not() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED],
        input="{}\n[]\n", capture_output=True, text=True, env={}, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
    (looks, aside), (still_looks, as_many) = map(str.split, done.stderr.splitlines())
    assert (looks, still_looks) == ("True", "True")
    assert int(aside) == int(as_many) > 5_000


def ended(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """A command run as a process of its own, to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        input=given, capture_output=True, text=True, env={}, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip


def test_all_is_written_before_the_process_is_gone() -> None:
    many = ended("score", "-", given="{}\n" * 5_000)
    assert (many.returncode, len(many.stdout.splitlines())) == (1, 5_000)
    usage = ended("score")
    assert (usage.returncode, usage.stdout) == (2, "")
    assert "usage: " in usage.stderr
    helped = ended("contest", "--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert "usage: " in helped.stdout


# A command that leaves what it says to the end.
SAYING = """
from clubscore import command_line
command_line.run = lambda called, words: print("said") or 0
command_line.run_to_the_end("manage.py", ["score"])
print("not gone")
"""


def test_what_cannot_be_written_is_no_success() -> None:
    call = partial(subprocess.run, [sys.executable, "-c", SAYING], env={}, cwd=ROOT, text=True)
    done = call(capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "said\n", "")
    with Path("/dev/full").open("w") as full:
        lost = call(stdout=full, stderr=subprocess.PIPE)
    assert lost.returncode == 120
    assert "No space left" in lost.stderr


def test_an_answer_needs_no_place_for_errors() -> None:
    shell = f"{sys.executable} manage.py score - 2>&-"
    done = subprocess.run(
        ["/bin/sh", "-c", shell],
        input="{}\n", stdout=subprocess.PIPE, text=True, env={}, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "missing" in done.stdout
