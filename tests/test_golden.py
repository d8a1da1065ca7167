"""Golden answers: all that the program says is as it is kept, and what changes is seen.

`make golden ARGS=--write` renews them. See tests/golden.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.golden.file_text import read_file
from tests.golden.page_text import PageText, read_page, usual_frame
from tools import golden

KEPT = {"demo/a.txt": "Ann owes Bob 5s\n", "demo/b.txt": "All is well\n"}
FORM = (
    '<main><h1>Pay</h1><form method="post" action="paid/"><label>Amount'
    ' <input name="amount" required></label><input type="hidden" name="payer" value="3">'
    '<select name="coin"><option value="LSD" selected>£ s d</option><option>EUR</option></select>'
    '<button name="all" value="1">Paid</button></form><a href="../book/">Accounts</a></main>'
)


@pytest.mark.gate
@pytest.mark.long(60)
@pytest.mark.parametrize("rooms", golden.TOGETHER, ids=lambda rooms: rooms[0])
def test_all_is_said_as_it_is_kept(rooms: tuple[str, ...]) -> None:
    floors = {room: golden.FLOORS[room] for room in rooms}
    # Built again: what services did when a club was kept is not what they do now.
    made = golden.made_in(rooms, anew=True)
    said, is_same = golden.report(golden.kept_in(rooms), made, floors)
    assert is_same, said


def said_of(kept: dict[str, str], made: dict[str, str], least: int = 2) -> str:
    """Return what is reported of answers of which something has changed."""
    said, is_same = golden.report(kept, made, {"demo": least})
    assert not is_same
    return said


def test_the_same_words_broken_otherwise_are_the_same() -> None:
    said, is_same = golden.report(KEPT, KEPT | {"demo/b.txt": "All\n  is well\n"}, {"demo": 2})
    assert (said, is_same) == ("demo: 2 answers compared", True)


def test_a_changed_word_is_seen_and_shown() -> None:
    said = said_of(KEPT, KEPT | {"demo/a.txt": "Ann owes Bob 6s\n"})
    assert "-Ann owes Bob 5s\n+Ann owes Bob 6s\n" in said and "1 answers differ" in said


def test_only_what_changed_is_shown_where_lines_break_otherwise() -> None:
    old = "Ann owes Bob\nfive shillings\nsince Friday\n"
    said = said_of({"demo/a.txt": old}, {"demo/a.txt": "Ann owes Bob five pounds since Friday"}, 1)
    assert " Ann owes Bob\n-five shillings\n+five pounds\n since Friday" in said


def test_an_answer_that_is_missing_or_new_is_seen() -> None:
    assert "- demo/b.txt: missing" in said_of(KEPT, {"demo/a.txt": KEPT["demo/a.txt"]}, 1)
    said = said_of(KEPT, KEPT | {"demo/c.txt": "Here I am\n"})
    assert "+ demo/c.txt: new, 1 lines\n    Here I am" in said


def test_fewer_answers_than_there_must_be_are_seen() -> None:
    assert "2 answers compared, and there must be 3" in said_of(KEPT, KEPT, 3)


def test_of_many_differences_some_are_shown_and_the_rest_counted() -> None:
    kept = {f"demo/director/{number:02}.txt": "yes" for number in range(30)}
    said = said_of(kept, dict.fromkeys(kept, "no"), 30)
    assert said.count("+++ now") == golden.SHOWN
    assert f"and {30 - golden.SHOWN} more in demo/director" in said


def test_writing_renews_adds_and_removes(tmp_path: Path) -> None:
    golden.write({}, KEPT, tmp_path)
    made = {"demo/a.txt": "Nobody owes anything\n", "demo/c.txt": "new\n"}
    assert golden.write(golden.kept_in(["demo"], tmp_path), made, tmp_path) == 3
    assert golden.kept_in(["demo"], tmp_path) == made


def text_of(html: str) -> str:
    return "\n".join(read_page(html, "/table/1/slip/").main)


def test_a_page_says_its_words_links_fields_and_keys_in_their_order() -> None:
    assert text_of(FORM).splitlines() == [
        "Pay",
        "form POST /table/1/slip/paid/",
        'Amount (amount: text required) (payer: hidden "3") (coin: select *£ s d=LSD | EUR)'
        ' [Paid: all="1"]',
        "/form",
        "{Accounts -> /table/1/book/}",
    ]


def test_markup_alone_changes_nothing() -> None:
    other = FORM.replace("<h1>Pay</h1>", '<div class="head"><p><strong>Pay</strong></p></div>')
    assert other != FORM and text_of(other).split() == text_of(FORM).split()


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("Pay<", "Play<"),
        (' <input name="amount" required>', ""),
        ('name="amount" required', 'name="amount"'),
        ('type="hidden" name="payer"', 'type="text" name="payer"'),
        ("<option>EUR</option>", ""),
        ('action="paid/"', 'action="part-paid/"'),
        ('method="post"', 'method="get"'),
        (">Paid<", ">Save<"),
        ("../book/", "../look/"),
    ],
)
def test_what_a_page_says_or_asks_otherwise_is_seen(there: str, instead: str) -> None:
    assert there in FORM
    assert text_of(FORM.replace(there, instead)).split() != text_of(FORM).split()


def test_the_frame_is_said_once_and_what_a_page_lacks_or_adds_with_the_page() -> None:
    pages = [PageText("T", ["Menu", "Log out"], [f"page {n}"]) for n in range(3)]
    other = PageText("T", ["Menu", "Unwritable!"], ["page 3"])
    usual = usual_frame([*pages, other])
    assert list(usual) == ["Menu", "Log out"]
    assert pages[0].told(usual) == "T\n\npage 0\n"
    assert other.told(usual) == "T\nUnwritable!\nwithout: Log out\n\npage 3\n"


def test_what_is_another_each_time_is_not_said() -> None:
    one, other = "a1" * 16, "b2" * 16
    html = '<main><a href="/t/{}/">Open</a><input type="hidden" name="key" value="{}"></main>'
    assert text_of(html.format(one, "Abcdefghij0123456789_-")) == text_of(
        html.format(other, "Zbcdefghij0123456789_-")
    )


def paper(tmp_path: Path, right: float) -> str:
    file = tmp_path / "paper.pdf"
    canvas = Canvas(str(file), pagesize=(300, 200))
    canvas.drawString(20, 150, "Ann & Bob")
    canvas.drawRightString(right, 150, "62.50")
    canvas.save()
    return read_file(file.read_bytes(), "paper.pdf")


def test_a_moved_figure_on_a_paper_is_seen_beyond_rounding(tmp_path: Path) -> None:
    whole = "page 1: 300 x 200\n50 20  Ann & Bob\n50 {}  62.50\n"
    assert paper(tmp_path, 200) == whole.format(170)
    assert paper(tmp_path, 200.1) == whole.format(170)
    assert paper(tmp_path, 202) == whole.format(172)


def test_a_lost_column_of_a_file_is_seen() -> None:
    rows = [["place", "names", "total"], ["1", "Ann & Bob", "62.50"]]
    made = {
        count: read_file("\n".join(",".join(row[:count]) for row in rows).encode(), "a.csv")
        for count in (2, 3)
    }
    said = said_of({"demo/a.txt": made[3]}, {"demo/a.txt": made[2]}, 1)
    assert "-1,Ann & Bob,62.50\n" in said and "\n+1,Ann & Bob\n" in said


def test_json_is_told_a_thing_a_line() -> None:
    thing: Any = {"deals": [{"bid": "4S", "tricks": 10}, {"bid": "1H", "why": "x" * 90}]}
    assert read_file(json.dumps(thing).encode(), "a.json").splitlines() == [
        '"deals":',
        '  - {"bid": "4S", "tricks": 10}',
        '  - "bid": "1H"',
        f'    "why": "{"x" * 90}"',
    ]
