"""The checker of HTML finds what is wrong; what it looks through is crawled in tests/crawl."""

import subprocess
from pathlib import Path

import pytest

from tests.valid import Pages
from tools import setup

BROKEN = """<!doctype html><html lang="en"><head><title>Broken</title></head><body><h1>Broken</h1>
<p id="one">One</p><p id="one">Two</p><p>A block <div>in a paragraph</div></p><section><h2>Open</h2>
</body></html>"""


def test_broken_html_is_found(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    pages.keep_text("a broken page", BROKEN)
    pages.keep_text("a broken part", "<ul><p>No item</p></ul>")
    pages.keep_text("a part as it should be", "<ul><li>An item</li></ul>")
    wrong = "\n".join(pages.wrong())
    for each in (
        'a broken page: no-dup-id: Duplicate ID "one"',
        "a broken page: no-implicit-close: Element <p> is implicitly closed by adjacent <div>",
        "a broken page: close-order",
        "a broken part: element-permitted-content",
    ):
        assert each in wrong, wrong
    assert "as it should be" not in wrong


def test_pages_that_nobody_looks_through_are_no_clean_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without node the run says so, and fails where CI is set."""
    pages = Pages(tmp_path)
    pages.keep_text("a broken page", BROKEN)
    monkeypatch.setattr(setup.shutil, "which", lambda _name: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="CANNOT RUN HERE"):
        pages.wrong()
    assert "html-validate CANNOT RUN HERE" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="needs node"):
        pages.wrong()


def test_the_checker_is_installed_once_outside_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, len(called) == 1)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(setup.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    # What failed is tried again; what is there is left alone.
    assert setup.html_checker() == []
    assert setup.html_checker() == setup.html_checker() != []
    assert [command[:3] for command in called] == [["/usr/bin/npm", "ci", "--ignore-scripts"]] * 2
    assert [each.parent for each in tmp_path.glob("clubscore/html-*/package.json")] == [
        Path(setup.html_checker()[1]).parents[3]
    ]
