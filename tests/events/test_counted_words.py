"""What events say of one and of several: counted phrases, and names that need no case."""

import pytest

from clubscore.events.history import told
from clubscore.events.models import EventHappening
from clubscore.events.result_form import shown
from clubscore.events.table_page import SideMove
from tests.events.evenings import Evening

Kind = EventHappening.Kind


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        (Kind.BOARDS, {"source": "typed", "boards": {"2": []}}, "entered by hand, board 2"),
        (Kind.BOARDS, {"source": "file", "boards": {"1": [], "2": []}}, "a file, boards 1, 2"),
        (Kind.PAR, {"source": "approved", "boards": {"7": 0}}, "approved, board 7"),
        (Kind.PAR, {"source": "given", "boards": {"7": 0, "8": 0}}, "by hand, boards 7, 8"),
        (
            Kind.MOVEMENT,
            {"plan": {"kind": "howell", "pairs": 1, "rounds": 1, "boards": 1}},
            "Howell · 1 pair · 1 round · 1 board",
        ),
        (
            Kind.MOVEMENT,
            {"plan": {"kind": "as-told", "pairs": 14, "rounds": 7, "boards": 28}},
            "movement: As in a file · 14 pairs · 7 rounds · 28 boards",
        ),
        (
            Kind.MOVEMENT,
            {"section": "A", "round": 2, "draw": {"meetings": [[1, 2], [3, 4]]}},
            "draw of round 2: 1–2, 3–4",
        ),
        (Kind.MOVEMENT, {"what": "draw of round 2: 1–2"}, "movement: draw of round 2: 1–2"),
    ],
)
def test_the_history_counts_its_boards_and_says_a_draw_from_its_facts(
    kind: str, data: dict[str, object], says: str
) -> None:
    evening = Evening(4)
    happening = EventHappening(event=evening.event, kind=kind, data=data)
    assert told(evening.room, happening).endswith(says)


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (SideMove(["Ann"], 1, stays=True), "Ann: stay here"),
        (SideMove(["Ann", "Bob"], 1, stays=True, seat="N"), "Ann & Bob: stay here, North"),
        (SideMove(["Ann", "Bob"], 3, stays=False), "Ann & Bob: to table 3"),
        (SideMove(["Ann", "Bob"], None, stays=False), "Ann & Bob: sit out next round"),
        (SideMove(["Reds"], None, stays=False, left=True), "Reds: go home"),
    ],
)
def test_a_move_is_a_name_and_where_to_whether_one_goes_or_two(move: SideMove, says: str) -> None:
    assert move.text == says


@pytest.mark.parametrize(("tricks", "says"), [(1, "1 trick"), (0, "0 tricks"), (6, "6 tricks")])
def test_a_result_without_a_level_counts_its_tricks(tricks: int, says: str) -> None:
    facts = {"contract": "NT or so", "declarer": "N", "tricks": tricks}
    assert shown(facts).text.endswith(says)
