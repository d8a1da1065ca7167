"""The Python of a page of docs/, run as it stands there."""

from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"


def run_page(name: str) -> dict[str, Any]:
    """Run every Python snippet of a page, one after the other; return what they have made."""
    made: dict[str, Any] = {"__name__": f"docs.{name}"}
    outside, *fenced = (DOCS / f"{name}.md").read_text().split("```python\n")
    assert fenced, f"{name} has no snippet"
    line = outside.count("\n") + 1
    for part in fenced:
        code = part.split("```", 1)[0]
        exec(compile("\n" * line + code, str(DOCS / f"{name}.md"), "exec"), made)  # noqa: S102
        line += part.count("\n") + 1
    return made
