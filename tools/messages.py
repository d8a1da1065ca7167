"""Gather the texts for translators, those of data files too: `make messages`; needs GNU gettext.

A data file has no marks: which of its fields are texts for a reader says the module that reads it.
xgettext is given a Python file with each of these texts on the line on which it stands.
"""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from django.core.management.commands import makemessages

from clubscore.lawbook.irregularity import SHOWN

FIELD = re.compile(
    r'(?<![\w-])([a-z]+)[\w-]*\s*=\s*("""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*")', re.DOTALL
)


def shown_texts(toml: str) -> Iterator[tuple[int, str]]:
    """Yield each text of a data file that a reader sees, with its line from 0."""
    for found in FIELD.finditer(toml):
        if found[1] in SHOWN:
            yield toml.count("\n", 0, found.start()), tomllib.loads(f"text = {found[2]}")["text"]


def as_python(toml: str) -> str:
    """Return a module with the shown texts of a data file, each marked on its line."""
    lines = [""] * (toml.count("\n") + 1)
    for line, text in shown_texts(toml):
        lines[line] += f"gettext_noop({json.dumps(text, ensure_ascii=False)});"
    return "\n".join(lines)


class DataFile(makemessages.BuildFile):
    """A file as xgettext can read it."""

    def preprocess(self) -> None:
        """Put a module in the place of a data file."""
        if self.path.endswith(".toml"):
            text = Path(self.path).read_text("utf-8")
            Path(self.work_path).write_text(as_python(text), "utf-8")
        else:
            super().preprocess()


class Messages(makemessages.Command):
    """Django's own, for pages, code and data."""

    build_file_class = DataFile


def main() -> None:
    """Gather them for every language that there is, or for those that are named by `-l`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    words = sys.argv[1:] or ["--all"]
    more = ["--no-location", "--ignore=.venv", "--extension=html,txt,py,toml"]
    Messages().run_from_argv(["manage.py", "makemessages", *words, *more])


if __name__ == "__main__":
    main()
