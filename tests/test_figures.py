"""tools/figures.py counts what it says."""

from pathlib import Path

from tools import figures

FILES = {
    "clubscore/__init__.py": "",
    "clubscore/club/models.py": "class Act:\n    class Kind: ...\nclass Club:\n    class Kind: 1\n",
    "clubscore/club/migrations/0001.py": "class Migration: ...\n",
    "clubscore/laws/pad.py": "class Line:\n    def length(self): ...\n\ndef pad(): ...\n",
    "clubscore/extras/mail/letters.py": "class Line:\n    class Meta: ...\n",
    "clubscore/home/commands/backup.py": "class Command: ...\n",
    "clubscore/home/commands/restore.py": "class Command: ...\n",
    "docs/money.md": "one two\nthree\n",
    "docs/decisions/2026-11-29-a.md": "four\n",
    "README.md": "five six\n",
    "pyproject.toml": "[[tool.importlinter.contracts]]\nname = 1\n",
    "tests/test_ways.py": 'MOST = {\n    "a deal": 30,\n    "desk": 54,\n}\n',
}


def test_every_figure_counts_what_it_says(tmp_path: Path) -> None:
    for place, text in FILES.items():
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    tree = figures.Tree(tmp_path)
    assert {name: figure(tree) for name, figure in figures.FIGURES.items()} == {
        "modules, core / extras": "4 / 1",
        "lines, core / extras": "10 / 2",
        "functions / classes": "2 / 9",
        "names of two classes": "1 of 2 classes",
        "words of documents": "6",
        "pyproject: lines, contracts": "2, 1",
        "modules that a request passes": "a deal 30, desk 54",
    }
