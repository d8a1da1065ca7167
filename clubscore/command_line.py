"""ClubScore's commands. `score` and its kin need no database nor settings, so they start first."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from clubscore.version import PROGRAM

# Commands that answer files, with the module of clubscore.exchange.commands that has them.
ANSWERS = {
    "score": "score",
    "seven": "seven",
    "score_event": "score_event",
    "movement": "movement",
    "par": "par",
    "contest": "contest",
}


def main() -> int:
    """Run what stands after `clubscore`; alone it opens the club. Returns the exit code."""
    return run("clubscore", sys.argv[1:] or ["serve"])


def run(called: str, words: Sequence[str]) -> int:
    """Run a command, called by a name that its help shows, and return its exit code."""
    if words[:1] == ["--version"]:
        print(PROGRAM)
        return 0
    if words and words[0] in ANSWERS:
        module = import_module(f"clubscore.exchange.commands.{ANSWERS[words[0]]}")
        code: int = module.main(words[1:])
        return code
    return _run_django([called, *words])


def _run_django(words: list[str]) -> int:
    """Run one of Django's or our own commands; say what is wrong in a sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if words[1:2] == ["serve"]:
            from clubscore.serving import prepare_environment

            if "--https" in words:
                os.environ["HTTPS"] = "1"
            prepare_environment()  # the settings need to know whether there is TLS
        execute_from_command_line(words)
    except ImproperlyConfigured as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
