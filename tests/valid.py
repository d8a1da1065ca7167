"""Pages that html-validate looks through: written to a folder, and looked at in one run.

The rules, and why some are off, stand in tools/html/rules.mjs; tools/setup.py installs the checker.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import cannot_run
from tests.soak.phones import Forms
from tools.setup import HTML_CHECKER, html_checker

# Around a part of a page that a script puts in place: its heading is the page's, and some of its
# names stand elsewhere in the page.
FRAME = (
    '<!doctype html><html lang="en"><head><title>A part</title></head><body>'
    "<!-- [html-validate-disable heading-level, no-missing-references] -->\n{}\n</body></html>"
)
# What a script writes into before it is shown; axe looks at it then.
FILLED_BY_SCRIPTS = re.compile(r"#(waits-count|away-title|away-next-board|away-next|away-back)")
EMPTY = {"empty-heading", "text-content"}
# What nobody would type, and a page must show again.
TYPED = "<i>&\"' 7"


class Pages:
    """Pages and parts of pages, each under the name by which a fault of it is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: list[str] = []
        self.parts = 0

    def keep_text(self, name: str, text: str) -> None:
        """Keep a page, or a part of one in a frame."""
        if not text.lstrip().lower().startswith("<!doctype"):
            self.parts += 1
            text = FRAME.format(text)
        (self.folder / f"{len(self.names)}.html").write_text(text)
        self.names.append(name)

    def wrong(self) -> list[str]:
        """Return what is wrong, each fault once with the first page that has it."""
        command = html_checker()
        if not command:
            cannot_run("html-validate needs node and npm")
        rules = str(HTML_CHECKER / "rules.mjs")
        asked = [*command, "--config", rules, "--formatter", "json=told.json", "*.html"]
        found = subprocess.run(asked, cwd=self.folder, capture_output=True, text=True)
        assert found.returncode in (0, 1), found.stdout + found.stderr
        told: dict[tuple[str, ...], str] = {}
        for page in json.loads((self.folder / "told.json").read_text()):
            file = Path(page["filePath"])
            name = self.names[int(file.stem)]
            lines = file.read_text().split("\n")
            for fault in filter(counts, page["messages"]):
                key = fault["ruleId"], fault["message"], fault.get("selector") or ""
                told.setdefault(key, f"{name}: {said(fault, lines)}")
        return [*told.values()]


def counts(fault: dict[str, Any]) -> bool:
    """Say whether something is a fault of a page as people see it."""
    is_filled = FILLED_BY_SCRIPTS.fullmatch(fault.get("selector") or "")
    return not (is_filled and fault["ruleId"] in EMPTY)


def said(fault: dict[str, Any], lines: list[str]) -> str:
    """Say a fault with the text that it stands in."""
    line, column = lines[fault["line"] - 1], fault["column"]
    around = line[max(0, column - 60) : column + 80]
    return f"{fault['ruleId']}: {fault['message']}: {around}"


def filled_in(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return where each form of a page goes and what it sends, filled in with what it cannot be."""
    found = []
    for told, fields in Forms(page).found:
        if told.get("method", "").lower() == "post":
            kept = ("csrfmiddlewaretoken", "key", "seen", "part", "position")
            sent = {name: value if name in kept else TYPED for name, value in fields.items()}
            found.append((told.get("action", ""), sent))
    return found
