"""Every text of the program that goes to a translator, as the makers of catalogues find them."""

import ast
import re
from pathlib import Path

from tools.messages import shown_in, shown_texts

ROOT = Path(__file__).resolve().parents[2]
# Which arguments are texts; the first of a `pgettext` is its context.
MARKERS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (0, 1)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (0, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1, 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (1, 3)),
}
TRANSLATE = re.compile(r"""{%\s*translate\s+(?:"([^"]*)"|'([^']*)')""")
ARGUMENT = re.compile(r"""_\((?:"([^"]*)"|'([^']*)')\)""")
BLOCK = re.compile(r"(?s){%\s*blocktranslate.*?%}(.*?){%\s*endblocktranslate\s*%}")
PLURAL = re.compile(r"{%\s*plural\s*%}")


def sources() -> list[Path]:
    """Return every module, data file and template, landed migrations aside."""
    modules = [
        file for file in (ROOT / "clubscore").rglob("*.py") if "migrations" not in file.parts
    ]
    data = [file for file in (ROOT / "clubscore").rglob("*.toml") if shown_in(file.as_posix())]
    return sorted([*modules, *data, *(ROOT / "templates").rglob("*.html")])


def marked_texts(file: Path) -> list[str]:
    """Return the texts of a file that go to a translator."""
    text = file.read_text()
    if file.suffix == ".toml":
        return [each for _line, each in shown_texts(text, shown_in(file.as_posix()))]
    return _in_template(text) if file.suffix == ".html" else _in_module(text)


def _in_template(text: str) -> list[str]:
    short = [one or other for one, other in (*TRANSLATE.findall(text), *ARGUMENT.findall(text))]
    blocks = [each for block in BLOCK.findall(text) for each in PLURAL.split(block)]
    return short + [" ".join(each.split()) for each in blocks]


def _in_module(text: str) -> list[str]:
    found = []
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
            first, last = MARKERS.get(name, (0, 0))
            found += [
                each.value
                for each in call.args[first:last]
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
    return found
