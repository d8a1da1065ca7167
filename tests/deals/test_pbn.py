"""PBN in and out: what other programs write, and what they get wrong."""

from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.pbn import PbnGame, PbnRow, Tag, read_pbn, read_table, table_tag, write_pbn
from clubscore.places import PROGRAM

LOOSE = """% PBN 2.1
%Content-type: text/x-pbn; charset=ISO-8859-2
[Event "##Wtorek"] [Site "\u0141\xf3d\u017a"]
[Board "1"]
{ a comment

over an empty line }
[ScoreTable "Rank\\2R;PairId_NS\\2R;Names_NS;Result\\2R"]
 1 "12" "Jan Kos;Ewa \\"Z\\" Lis" 10 ; seen twice
 2  3   Adam  -
[Board "2"]
[Site "#"]
[Note "1:one"]
[Note "2:two"]
"""


def words(name: str) -> list[str]:
    """Return what a file's problems say."""
    return [f"{each.where}: {each}" for each in read_pbn(name.encode()).problems]


def test_tags_sections_tables_and_comments_are_kept() -> None:
    file = read_pbn(LOOSE.encode("iso-8859-2"))
    first, second = file.games
    assert file.problems == ()
    assert file.escapes[0] == "PBN 2.1"
    assert [tag.name for tag in first.tags] == ["Event", "Site", "Board", "ScoreTable"]
    assert (first.value("Event"), first.value("site")) == ("Wtorek", "\u0141\xf3d\u017a")
    assert first.comments == ("a comment\n\nover an empty line", "seen twice")
    table = first.tag("ScoreTable")
    assert table is not None
    assert table.rows[0].cells == ("1", "12", 'Jan Kos;Ewa "Z" Lis', "10")
    assert read_table(table).rows[1] == {
        "Rank": "2", "PairId_NS": "3", "Names_NS": "Adam", "Result": "-",
    }  # fmt: skip
    # A board without an empty line before it; what it inherits; notes may stand more than once.
    assert [second.value(name) for name in ("Board", "Site", "Event")] == [
        "2", "\u0141\xf3d\u017a", "Wtorek",
    ]  # fmt: skip
    assert sum(tag.name == "Note" for tag in second.tags) == 2


def test_names_that_were_not_quoted_are_put_together() -> None:
    tag = Tag(
        "TotalScoreTable", "Rank;Names", (PbnRow(("1", "Ann", "Lee;Bob", "Ray")), PbnRow(("2",)))
    )
    table = read_table(tag)
    assert table.rows[0] == {"Rank": "1", "Names": "Ann Lee;Bob Ray"}
    assert "Cells in this row: 1; the table has 2 columns" in str(table.problems[0])
    assert read_table(Tag("ScoreTable", "Rank;;")).problems


def test_what_is_not_understood_is_named_with_its_line() -> None:
    text = 'stray\n[Board "1"\n[Deal "N:.."] [Dealer N]\n[Deal "x"]\n{ no end\n'
    said = words(text)
    assert said[0].startswith("line 1, column 1: A tag must be written")
    assert said[1].startswith("line 2, column 1: A tag must be written")
    assert "line 3, column 15" in said[2]
    assert said[3].startswith("line 5, column 1: A comment")
    assert [len(game.tags) for game in read_pbn(text.encode()).games] == [1, 1]


def test_a_tag_that_stands_twice_is_named() -> None:
    assert words('[Board "1"]\n[Scoring "MP"]\n[Scoring "IMP"]\n') == [
        "line 3, column 1: Scoring appears twice in one game; only the first is used."
    ]


def test_marks_of_any_encoding_are_taken() -> None:
    for coded in ("utf-8-sig", "utf-16", "cp1252"):
        game = read_pbn('[Event "Zoë"]\r[Site ""]'.encode(coded)).games[0]
        assert (game.value("Event"), len(game.tags)) == ("Zoë", 2)


def test_a_flood_is_cut() -> None:
    assert len(read_pbn(b"stray\n" * 5000).problems) == 101


def test_the_export_format_is_as_the_standard_says() -> None:
    table = table_tag("ScoreTable", ("Rank\\2R", "Names"), [(1, 'A "B" C'), (2, "")])
    written = write_pbn([PbnGame((Tag("Event", "Zoë's\nnight"), table), ("said",))])
    assert written.decode().split("\r\n") == [
        "% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=UTF-8",
        f"%Creator: {PROGRAM}",
        '[Event "Zoë\'s night"]', '[ScoreTable "Rank\\2R;Names"]', '1 "A \\"B\\" C"', '2 ""',
        "{said}", "", "",
    ]  # fmt: skip


printable = st.text(st.characters(exclude_categories="CZ", include_characters=" "), max_size=12)
values = printable.filter(lambda text: not text.startswith("#"))
rows = st.lists(
    st.lists(printable, min_size=1, max_size=3).map(lambda c: PbnRow(tuple(c))), max_size=3
)
tags = st.tuples(values, rows).map(lambda pair: Tag("ScoreTable", pair[0], tuple(pair[1])))
numbers = st.integers(1, 99).map(lambda number: Tag("Board", str(number)))


@given(st.lists(st.tuples(numbers, tags).map(PbnGame), max_size=4))
def test_what_is_written_is_read_back(games: list[PbnGame]) -> None:
    file = read_pbn(write_pbn(games))
    assert list(file.games) == games
    assert file.problems == ()


@given(st.binary(max_size=300) | st.text('[]"{};%#\\ Nn:\n', max_size=80).map(str.encode))
def test_nothing_that_comes_in_is_a_bug(content: bytes) -> None:
    read_pbn(content)
