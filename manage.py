#!/usr/bin/env python
"""ClubScore's commands. `score` and its kin need no database nor settings, so they start first."""

import os
import sys
from importlib import import_module

# Commands that answer files, with the module of clubscore.exchange.commands that has them.
ANSWERS = {
    "score": "score",
    "seven": "seven",
    "score_event": "score_event",
    "movement": "movement",
    "par": "par",
}


def main() -> int:
    """Run a command and return its exit code."""
    if len(sys.argv) > 1 and sys.argv[1] in ANSWERS:
        module = import_module(f"clubscore.exchange.commands.{ANSWERS[sys.argv[1]]}")
        code: int = module.main(sys.argv[2:])
        return code
    if sys.argv[1:] == ["--version"]:
        from clubscore.version import PROGRAM

        print(PROGRAM)
        return 0
    if len(sys.argv) > 1 and sys.argv[1] == "serve":
        # Starts from nothing: makes the environment that the rest of the program needs.
        from tools.setup import Trouble, enter

        try:
            enter()
        except Trouble as trouble:
            print(trouble, file=sys.stderr)
            return 1
    return run_django()


def run_django() -> int:
    """Run one of Django's or our own commands; say what is wrong in a sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if sys.argv[1:2] == ["serve"]:
            from clubscore.serving import prepare_environment

            prepare_environment()  # the settings need to know whether there is TLS
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
