"""The par command: tables and par of an event file's boards, whatever game they are for."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from clubscore.deals.double_dummy import read
from clubscore.deals.hands import Hands
from clubscore.files.commands import par
from clubscore.files.commands.par import answer_par, main
from clubscore.laws.errors import RuleError

SPADES = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SACRIFICE = "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93"
TABLES = {SPADES: "58586666575775756666", SACRIFICE: "3a3a9494848439394848"}


@pytest.fixture(autouse=True)
def known_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """What DDS says of these deals, without asking it each time."""
    monkeypatch.setattr(par, "solve", lambda deals: [read(TABLES[deal.pbn()]) for deal in deals])


def event(*boards: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": "par",
        "contestants": [],
        "boards": list(boards),
        "results": [],
        **more,
    }


def test_each_board_with_a_deal_has_its_table_and_its_par() -> None:
    answer = answer_par(event({"number": 1, "deal": SPADES}, {"number": 2}))
    assert answer == {
        "boards": [
            {
                "board": 1,
                "tricks": {
                    "NT": {"N": 6, "E": 6, "S": 6, "W": 6},
                    "S": {"N": 5, "E": 8, "S": 5, "W": 8},
                    "H": {"N": 6, "E": 6, "S": 6, "W": 6},
                    "D": {"N": 5, "E": 7, "S": 5, "W": 7},
                    "C": {"N": 7, "E": 5, "S": 7, "W": 5},
                },
                "par": {"score": -110, "contracts": ["2S EW"]},
            }
        ]
    }


def test_dealer_vulnerability_rules_and_options_are_the_events() -> None:
    none = event({"number": 4, "vulnerable": "none", "dealer": "N", "deal": SACRIFICE})
    both = event({"number": 4, "deal": SACRIFICE})
    assert answer_par(none)["boards"][0]["par"]["score"] == -300
    assert answer_par(both)["boards"][0]["par"]["score"] == -500
    auction = event(
        {"number": 1, "deal": SACRIFICE},
        game="duplicate-auction",
        rules={"duplicate_game_bonus": 0},
        options={"bidding": "numerical"},
    )
    # Without a premium for game nobody bids on over four spades: 36 and five honours 45.
    assert answer_par(auction)["boards"][0]["par"] == {"score": -81, "contracts": ["4S EW"]}


def test_another_game_is_asked_for(capsysbinary: Any, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event({"number": 1, "deal": SACRIFICE})))
    assert main([str(file), "--game", "duplicate-auction"]) == 0
    answer = json.loads(capsysbinary.readouterr().out)
    assert answer["boards"][0]["par"] == {"score": -168, "contracts": ["5HX NS"]}
    assert main(["--game", "joker", str(file)]) == 1
    assert json.loads(capsysbinary.readouterr().out)["where"] == "game"
    assert main(["--game", "patience", str(file)]) == 1
    assert json.loads(capsysbinary.readouterr().out)["where"] == "game"


def test_a_broken_deal_is_refused_with_its_board() -> None:
    twice = SPADES.replace("QJ6", "QJA", 1)
    with pytest.raises(RuleError, match=r"[Bb]oard 7") as refused:
        answer_par(event({"number": 6}, {"number": 7, "deal": twice}))
    assert refused.value.where.startswith("boards[1]")


def test_a_set_is_looked_over_besides() -> None:
    par = {"contract": "2S", "declarer": "E", "score": -120}
    answer = answer_par(event({"number": 1, "deal": SPADES, "par": par}), whole=True)
    found = answer["set"]
    assert any("given is -120, but double dummy it is -110" in each for each in found["findings"])
    assert (found["sum_of_pars"], found["declarers"]["E"]) == (120, 1)
    assert "set" not in answer_par(event())


def test_a_game_with_nullos_has_them_in_table_and_par(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = {"N": 3, "E": 8, "S": 3, "W": 8}

    class Solver:
        def ducked(self, deal: Hands) -> dict[str, int]:
            assert deal.pbn() == SPADES
            return lost

    monkeypatch.setattr(par, "nullo_solver", lambda: nullcontext(Solver()))
    (board,) = answer_par(event({"number": 1, "deal": SPADES}, game="nullos"))["boards"]
    assert board["tricks"]["NU"] == lost and [*board["tricks"]][-1] == "NU"
    assert board["par"] == {"score": 157, "contracts": ["4NU NS"]}


def test_nullos_of_every_pairing_of_partners_are_told_where_that_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: Any, tmp_path: Path
) -> None:
    class Solver:
        def ducked(self, deal: Hands, partner: int) -> dict[str, int] | None:
            return None if partner == 3 else dict.fromkeys("NESW", partner)

    monkeypatch.setattr(par, "nullo_solver", lambda: nullcontext(Solver()))
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event({"number": 1, "deal": SPADES})))
    assert main(["--nullos", str(file)]) == 0
    (board,) = json.loads(capsysbinary.readouterr().out)["boards"]
    one, two = dict.fromkeys("NESW", 1), dict.fromkeys("NESW", 2)
    assert board["nullos"] == {"NE": one, "NS": two, "NW": None}
