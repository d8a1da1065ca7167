"""Sheets without a line across, to read."""

from clubscore.files.score_file import explain, read_score_file
from clubscore.laws.games import find_game


def explained(game: str) -> str:
    examples = find_game(game).about.examples
    deals = [deal for example in examples for deal in example.score_file["deals"]]
    return explain(read_score_file({"format": "clubscore-table/1", "game": game, "deals": deals}))


def test_stop_gap_has_one_sheet_and_counts_in_hundreds() -> None:
    said = explained("stop-gap")
    assert "Sheet 1---" in said
    assert "  A: 30, 3 odd tricks at no-trumps [our reading: Portland Club 1914" in said
    assert "  B: -10, less the other side's 10 [Auction Bridge Variations 1923, p. 151]" in said
    assert "The sheet\n  A: 306\n  B: 84\n  C: 84\nCounted as\n  A: 300\n  B: 100\n  C: 100" in said
    assert "rubber" not in said.lower()


def test_five_hundred_has_games() -> None:
    said = explained("five-hundred")
    assert "Game 1---" in said
    assert "  A: -200, set back: 7 tricks bid in hearts and not won" in said
    assert "Unfinished game\n  A: 50\n  B: 30\n  C: 280" in said
    assert "rubber" not in said.lower()
