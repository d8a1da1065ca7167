"""The benches of pages see what weighs too much, and what is painted too late."""

from pathlib import Path

import pytest

from tests.bench.bench_page_weight import FIRST, LATER, LETTERS, Loaded, beyond, letters
from tests.bench.bench_paint import is_soon


def test_what_is_beyond_its_limit_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    first = Loaded("/", {"/": 3_000, "/static/letters.woff2": FIRST - 3_000})
    weights = [("first", first.whole, FIRST), ("later", LATER + 1, LATER)]
    assert beyond(weights) == ["later"]
    said = capsys.readouterr().out
    assert "1.00\n" in said and "1.00  BEYOND" in said


def test_further_letters_are_weighed_one_by_one(tmp_path: Path) -> None:
    fonts, sheets = tmp_path / "fonts", tmp_path / "css"
    fonts.mkdir()
    sheets.mkdir()
    (fonts / "greek.woff2").write_bytes(b"x" * (LETTERS + 1))
    (sheets / "one.css").write_text('@font-face { src: url("../fonts/greek.woff2"); }')
    assert beyond(letters(fonts)) == ["letters: greek.woff2"]


def test_a_key_that_is_painted_late_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert is_soon("a key", [20.0, 90.0, 400.0])
    assert not is_soon("a key", [20.0, 101.0, 400.0])
    assert "1.01  BEYOND" in capsys.readouterr().out
