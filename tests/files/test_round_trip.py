"""A sitting written and read again is the same sitting, whatever was dealt."""

import json

from hypothesis import given
from hypothesis import strategies as st

from clubscore.files.commands.score import answers, written
from clubscore.files.score_file import ScoreFile, answer, read_score_file
from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import must_be_told
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.settlement import read_stakes
from tests.laws.test_properties import PROFILE, Facts, Sitting, sittings, stakes


def is_told(game: Game, deal: DealReport) -> bool:
    """Whether a file may bring a deal: not one in which the dummy must have revoked."""
    try:
        must_be_told(game, deal)
    except RuleError:
        return False
    return True


@PROFILE
@given(sittings(), stakes(), st.dictionaries(st.sampled_from("NESW"), st.text(max_size=5)))
def test_export_then_import_gives_the_same(
    sitting: Sitting, raw: Facts | None, names: dict[str, str]
) -> None:
    game, rules, dealt = sitting
    deals = [deal for deal in dealt if is_told(game, deal)]
    players = {seat: name for seat, name in names.items() if seat in game.seats}
    chosen = {"preset": rules.preset.key, **rules}
    out = ScoreFile(game, rules, tuple(deals), chosen, players, {}, read_stakes(raw), {"part": 1})
    text = json.dumps(out.to_dict())
    back = read_score_file(json.loads(text))
    assert back == out
    assert back.to_dict() == out.to_dict()
    assert answer(back) == answer(out)
    (line,) = answers(text)
    assert json.loads(written(line)) == answer(out)
