"""Files of boards: PBN, LIN, DLM and DUP, in and out, whole and broken."""

from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals import any_file as any_kind
from clubscore.deals.any_file import (
    BOARDS_FORMATS,
    BoardsFormat,
    boards_formats,
    read_boards,
    write_boards,
)
from clubscore.deals.duplimate import RECORD
from clubscore.deals.hands import DealtBoard, Hands, read_deal, usual_board
from clubscore.deals.pbn import read_pbn, read_table
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.record import replace
from tests.deals.packs import TEXT, any_deal
from tests.walks import by_examples

PBN = '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n[Deal "N:J53.J86432.72.A7 AT4.9.AQJ94.JT93 '
PBN += 'Q2.A75.T85.Q8542 K9876.KQT.K63.K6"]\n'
# The example of a viewer's own page, East left out.
LIN = "md|1S2389JHTD3JC237KA,S7TH4QKD678TC4569,S456KAH25D25KACJQ,|rh||ah|Board 7|sv|b|mb|p|pc|SQ|"
DLM = "[Document]\r\nFrom board=1\r\nTo board=2\r\nBoard 01=fnbkmmincldklcfcofoiefnapm018\r\n"
DLM += "Board 02=aaaaaabffffffkkkkkklpppppp012\r\n"


def said(text: str) -> list[str]:
    """Return what a file's problems say, with their places."""
    return [f"{each.where}: {each}" for each in read_boards(text.encode()).problems]


def test_boards_of_pbn() -> None:
    (board,) = read_boards(PBN.encode()).boards
    assert (board.number, board.dealer, board.vulnerable) == (7, "S", "both")
    assert board.deal.pbn() == TEXT


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        ('"All"', '"Love"', "none"),
        ('"All"', '"N-S"', "NS"),
        ('"All"', '"?"', "both"),
        ("T85", "1085", "both"),
    ],
)
def test_what_other_programs_write_is_taken(old: str, new: str, seen: str) -> None:
    (board,) = read_boards(PBN.replace(old, new).encode()).boards
    assert (board.vulnerable, board.deal.pbn()) == (seen, TEXT)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"All"',
            '"Some"',
            "line 3, column 1: Vulnerability must be None, NS, EW or All, not 'Some'.",
        ),
        ('"S"', '"Q"', "line 2, column 1: The dealer of this board is N, E, S or W, not 'Q'."),
        ('"7"', '"x7"', "line 1, column 1: A board's number must be from 1 to 9999, not 'x7'."),
        ("T85", "T8", "line 4, column 1: South has 12 cards and needs 13. Missing: ♦5."),
    ],
)
def test_what_is_wrong_in_pbn_is_named(old: str, new: str, words: str) -> None:
    assert said(PBN.replace(old, new)) == [words]


def test_a_double_dummy_table_goes_out_short_and_long() -> None:
    board = read_boards(PBN.encode()).boards[0]
    tricks = {key: {"N": 10, "E": 3, "S": 9, "W": 4} for key in ("NT", "S", "H", "D", "C")}
    (game,) = read_pbn(write_boards("pbn", [board], "Eve", {7: tricks})).games
    assert game.value("DoubleDummyTricks") == "aaaaa" + "99999" + "33333" + "44444"
    tag = game.tag("OptimumResultTable")
    assert tag is not None
    rows = read_table(tag).rows
    assert len(rows) == 20
    assert rows[0] == {"Declarer": "N", "Denomination": "NT", "Result": "10"}


def test_the_same_board_of_many_tables_is_one_board() -> None:
    assert len(read_boards((PBN + "\n" + PBN).encode()).boards) == 1
    other = PBN + "\n" + PBN.replace('"S"', '"W"')
    assert "Board 7 appears twice" in said(other)[0]
    assert said(PBN + '\n[Board "8"]\n') == ["line 6: Board '8' has no cards in this file."]


@pytest.mark.parametrize(
    ("more", "said_so"),
    [
        ('[Room "Open"]\n[Room "Closed"]\n', "Room appears twice in one game"),
        ("\n" + PBN.replace('"7"', '"4-1"'), "A board's number must be"),
        ('\n[Board "9"]\n[Deal "N:AKQJ... - - -"]\n', "at least three hands"),
        ('\n[Board "9"]\n', "has no cards in this file"),
        ("\n[Deal N:AKQJ\n", "cannot be read"),
    ],
)
def test_what_is_odd_is_told_and_keeps_no_sound_board_out(more: str, said_so: str) -> None:
    found = read_boards((PBN + more).encode())
    assert [board.number for board in found.boards] == [7]
    assert found.problems and said_so in str(found.problems[0])
    assert not found.is_blocked


@pytest.mark.parametrize("text", [PBN + "\n" + PBN.replace('"S"', '"W"'), "[Deal\n" * 200, "[x\n"])
def test_where_nobody_can_say_what_is_meant_nothing_comes_in(text: str) -> None:
    assert read_boards(text.encode()).is_blocked


def test_boards_of_lin() -> None:
    (board,) = read_boards(LIN.encode()).boards
    assert (board.number, board.dealer, board.vulnerable) == (7, "S", "both")
    assert board.deal.hand("S") == ("J9832", "T", "J3", "AK732")


@pytest.mark.parametrize("packed", [
    lambda lin: f"https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin={quote(lin)}&v3b=1",
    lambda lin: f"http://example.org/viewer?lin={quote_plus(lin, safe='|,')}#end",
    lambda lin: f"https://example.org/?LIN={lin.replace(' ', '%20')}",
    quote,
    lambda lin: lin.replace(" ", "%20"),
])  # fmt: skip
def test_an_address_of_a_hand_viewer_is_read_as_one(packed: Callable[[str], str]) -> None:
    """People share a deal by such an address; "Board%203" was taken for board 203."""
    one = read_boards(LIN.encode()).boards[0]
    lin = write_boards("lin", [replace(one, number=3)]).decode().strip()
    lin = lin[lin.index("pn|") :]  # without its number in a match
    found = read_boards(packed(lin).encode())
    assert found.problems == () and [each.number for each in found.boards] == [3]
    assert found.boards[0].deal == one.deal


def test_both_rooms_of_a_match_play_one_board() -> None:
    cards = LIN.split("|")[1]
    room = f"|md|{cards}|sv|n|\n"
    found = read_boards(f"vg|final|\nqx|o3{room}qx|c3{room}qx|o4|md||\n".encode())
    assert [(board.number, board.where) for board in found.boards] == [(3, "line 2, column 10")]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("md|1", "md|7", "line 1, column 4: The dealer of a LIN deal must be 1 to 4"),
        ("sv|b", "sv|q", "line 1, column 78: Vulnerability in a LIN file must be o, n, e or b"),
        ("S2389J", "XS2389J", "line 1, column 5: A hand in a LIN deal must list S, H, D and C"),
        ("S2389J", "S2389", "line 1, column 5: South has 12 cards and needs 13."),
        ("pc|SQ|", "pc|SQ", "line 1, column 90: The LIN file is cut off"),
    ],
)
def test_what_is_wrong_in_lin_is_named(old: str, new: str, words: str) -> None:
    (found,) = said(LIN.replace(old, new))
    assert found.startswith(words)


def test_boards_of_a_dealing_machine() -> None:
    (board,) = read_boards(DLM.encode()).boards
    assert ".".join(board.deal.hand("N")) == "T53.AJ7.AT.AQ762"
    assert (board.dealer, board.vulnerable, board.where) == ("N", "none", "line 4, column 10")


def test_what_is_wrong_on_a_line_of_a_dealing_machine_has_its_column() -> None:
    line = next(each for each in DLM.splitlines() if each.startswith("Board"))
    (told,) = said(DLM.replace("018", "077"))
    assert told.startswith(f"line 4, column {line.index('018') + 1}: The check number of board 1")
    (told,) = said(DLM.replace("fnbk", "fnbz"))
    assert told.startswith(f"line 4, column {line.index('fnbk') + 4}: A board in a DLM file")
    (told,) = said(DLM.replace("018", "01x"))
    assert told.startswith(f"line 4, column {line.index('018') + 3}: A board in a DLM file")


def test_a_hand_of_lin_that_is_wrong_has_the_column_at_which_it_begins() -> None:
    cards = LIN.split("|")[1]
    south, west, north = cards[1:].split(",")[:3]
    (told,) = said(LIN.replace(north, north[:-1]))
    assert told.startswith(f"line 1, column {LIN.index(north) + 1}: North has 12 cards")
    (told,) = said("vg|x|\nst||" + LIN.replace(west, west[:-1]))
    assert told.startswith(f"line 2, column {4 + LIN.index(west) + 1}: West has 12 cards")
    assert LIN.index(south) == 4


def test_a_dup_file_is_as_the_machine_has_it() -> None:
    suits = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    (board,) = read_boards(PBN.replace(TEXT, suits).encode()).boards
    written = write_boards("dup", [board])
    assert len(written) == RECORD == 156
    assert written[:6] == b"010203"
    assert written[78:95] == b"\x06AKQJT98765432\x03\x04\x05"
    assert written[-10:] == b"YN7  1 7  "
    assert read_boards(written).boards[0].deal == board.deal
    with pytest.raises(RuleError, match="cut off"):
        read_boards(written + written[:78])


def test_a_broken_dup_board_is_named_by_its_place() -> None:
    boards = [usual_board(number, read_boards(PBN.encode()).boards[0].deal) for number in (1, 2)]
    written = write_boards("dup", boards)
    broken = written[:156] + b"99" + written[158:]
    found = read_boards(broken)
    assert [(str(each.where), str(each)) for each in found.problems] == [
        ("line 1, column 157", "The cards in a DUP file must be numbers from 01 to 52.")
    ]
    with pytest.raises(RuleError, match="without a gap"):
        write_boards("dup", [boards[0], boards[1]._replace(number=4)])


@pytest.mark.parametrize("content", [b"", b"hello", b"\0\1\2" * 99])
def test_what_is_no_file_of_boards_says_so(content: bytes) -> None:
    try:
        found = read_boards(content)
    except RuleError as error:
        assert error.code == "no-boards"
    else:
        assert found.problems


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(RuleError, match="larger than 4 MB"):
        read_boards(b" " * (4 * 1024 * 1024 + 1))
    with pytest.raises(RuleError, match="lines"):
        read_boards(b"\n" * 200_001)
    with pytest.raises(RuleError, match="characters"):
        read_boards(b"x" * 20_001)


def free_board(number: int, deal: Hands) -> st.SearchStrategy[DealtBoard]:
    """Return boards with any dealer and vulnerability."""
    return st.builds(
        DealtBoard,
        st.just(number),
        st.just(deal),
        st.sampled_from(COMPASS),
        st.sampled_from(("none", "NS", "EW", "both")),
    )


some_boards = st.lists(any_deal, min_size=1, max_size=3).flatmap(
    lambda deals: st.tuples(*(free_board(at, deal) for at, deal in enumerate(deals, 1)))
)


def test_a_format_more_is_one_value_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    pbn = BOARDS_FORMATS[0]
    new = BoardsFormat(
        "TOY",
        lambda content: content.startswith(b"toy "),
        lambda content: pbn.read(content.removeprefix(b"toy ")),
        lambda boards, name, tables: b"toy " + pbn.write(boards, name, tables),
    )
    board = DealtBoard(1, read_deal(TEXT), "N", "none")
    monkeypatch.setattr(any_kind, "BOARDS_FORMATS", (*BOARDS_FORMATS, new))
    content = write_boards("toy", [board])
    assert content.startswith(b"toy %")
    assert read_boards(content).boards[0].deal == board.deal
    with pytest.raises(RuleError, match="PBN, LIN, DLM, DUP or TOY file"):
        read_boards(b"% nothing")


@by_examples(30)
@given(some_boards, st.sampled_from(list(boards_formats())))
def test_what_is_written_is_read_back(boards: tuple[DealtBoard, ...], kind: str) -> None:
    found = read_boards(write_boards(kind, boards, "Zoë's\nnight"))
    assert found.problems == ()
    assert [(each.number, each.deal) for each in found.boards] == [
        (each.number, each.deal) for each in boards
    ]
    if kind in ("pbn", "lin"):
        assert [each[:4] for each in found.boards] == [each[:4] for each in boards]


@given(
    st.binary(max_size=400)
    | st.text('md|12SHDC,AKQ[]"{}:.\n=Board0aap', max_size=90).map(str.encode)
)
def test_nothing_that_comes_in_is_a_bug(content: bytes) -> None:
    try:
        read_boards(content)
    except RuleError as error:
        assert error.code in ("no-boards", "dup-form")
