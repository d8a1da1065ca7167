"""Gather the texts for translators, those of data files too: `make messages`; needs GNU gettext.

A data file has no marks: which of its fields are texts for a reader says the module that reads it.
xgettext is given a Python file with each of these texts on the line on which it stands.
"""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django
from django.core.management.commands import makemessages

TEXT = r'(?:"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*")'


@cache
def shown_by_place() -> Mapping[str, frozenset[str]]:
    """Return where data with texts lie below clubscore/, and which of their fields are texts."""
    # Some of their readers know the database's models, for which Django has to be set up.
    from clubscore.club import countries
    from clubscore.events import help_text
    from clubscore.extras.source_hands import hand
    from clubscore.home import help_topics, search_index
    from clubscore.lawbook import irregularity
    from clubscore.laws import game_notes

    return {
        "club/countries.toml": countries.SHOWN,
        "events/help_text.toml": help_text.SHOWN,
        "extras/source_hands": hand.SHOWN,
        "home/help.toml": help_topics.SHOWN,
        "home/search_index.toml": search_index.SHOWN,
        "lawbook/irregularities": irregularity.SHOWN,
        "laws/games": game_notes.SHOWN,
    }


def shown_in(path: str) -> frozenset[str]:
    """Return which fields of a file of data are texts for a reader."""
    places = shown_by_place().items()
    return next((shown for place, shown in places if place in path), frozenset())


def shown_texts(toml: str, shown: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each text of a data file that a reader sees, with its line from 0."""
    if not shown:
        return
    some = rf"(?<![\w-])(?:{'|'.join(sorted(shown))})\s*=\s*({TEXT}|\[(?:\s|,|{TEXT})*\])"
    for field in re.finditer(some, toml, re.DOTALL):
        for found in re.finditer(TEXT, field[1], re.DOTALL):
            at = field.start(1) + found.start()
            yield toml.count("\n", 0, at), tomllib.loads(f"text = {found[0]}")["text"]


def as_python(toml: str, shown: Iterable[str]) -> str:
    """Return a module with the shown texts of a data file, each marked on its line."""
    lines = [""] * (toml.count("\n") + 1)
    for line, text in shown_texts(toml, shown):
        lines[line] += f"gettext_noop({json.dumps(text, ensure_ascii=False)});"
    return "\n".join(lines)


class DataFile(makemessages.BuildFile):
    """A file as xgettext can read it."""

    def preprocess(self) -> None:
        """Put a module in the place of a data file."""
        if self.path.endswith(".toml"):
            text = Path(self.path).read_text("utf-8")
            Path(self.work_path).write_text(as_python(text, shown_in(self.path)), "utf-8")
        else:
            super().preprocess()


class Messages(makemessages.Command):
    """Django's own, for pages, code and data."""

    build_file_class = DataFile


def main() -> None:
    """Gather them for every language that there is, or for those that are named by `-l`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    django.setup()
    words = sys.argv[1:] or ["--all"]
    more = ["--no-location", "--ignore=.venv", "--extension=html,txt,py,toml"]
    Messages().run_from_argv(["manage.py", "makemessages", *words, *more])


if __name__ == "__main__":
    main()
