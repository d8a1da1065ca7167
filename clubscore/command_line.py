"""ClubScore's commands. `score` and its kin need no database nor settings, so they start first."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from clubscore.places import PROGRAM, of_extras, write_for_owner

# Commands that answer files, with the module that has them.
ANSWERS = {
    "score": "clubscore.files.commands.score",
    "seven": "clubscore.files.commands.seven",
    "score_event": "clubscore.files.commands.score_event",
    "movement": "clubscore.files.commands.movement",
    "par": "clubscore.files.commands.par",
}


def main() -> None:
    """Run what stands after `clubscore`; alone it opens the club. Ends with the exit code."""
    run_to_the_end("clubscore", sys.argv[1:] or ["serve"])


def run_to_the_end(called: str, words: Sequence[str]) -> None:
    """Run a command as all that this process does, and end it with the exit code.

    A command that answers files has nothing to put away, so it is gone at once. Python would take
    apart first, piece by piece, whatever is loaded: a twentieth of the time that one score takes.
    """
    code = run(called, words)
    if words and _answers(words[0]) and _all_is_written():
        os._exit(code)
    sys.exit(code)


def run(called: str, words: Sequence[str]) -> int:
    """Run a command, called by a name that its help shows, and return its exit code."""
    if words[:1] == ["--version"]:
        print(PROGRAM)
        return 0
    if words and (module := _answers(words[0])):
        code: int = _loaded(module).main(words[1:])
        return code
    return _run_django([called, *words])


def _answers(word: str) -> str:
    """Return the module of a command that answers files, ours or an extra's; nothing for others."""
    if word in ANSWERS or not word.isidentifier():
        return ANSWERS.get(word, "")
    return next(iter(of_extras(f"commands/{word}").values()), "")


def _loaded(name: str) -> ModuleType:
    """The module of a command, with all that it needs.

    What is loaded stays until the end, so Python need not look through it for what nothing uses any
    more: neither while it is loaded nor ever after. What is read and answered later it does look
    through, or a long file would take all memory.
    """
    gc.disable()
    module = import_module(name)
    gc.freeze()
    gc.enable()
    return module


def _all_is_written() -> bool:
    """Whether all that was said has left the process; if it cannot, Python says so at its end."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # whoever called may have closed it
                stream.flush()
    except OSError:
        return False
    return True


def _run_django(words: list[str]) -> int:
    """Run one of Django's or our own commands; say what is wrong in a sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    write_for_owner()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if words[1:2] == ["serve"]:
            from clubscore.environment import prepare_environment

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
