"""On a phone: what waits at a table in sight, and a card that begins with its rounds."""

import pytest

from clubscore.events.cards import rounds_of
from clubscore.events.rankings import Lists
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_dispute_stays_in_sight_while_the_table_plays_on() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    first, second = evening.table(1).place.boards
    evening.tell(1, first, FOUR_SPADES)
    shown = text_of(phone.get(path(evening, f"at/A1/?board={second}")))
    assert f"Board {first}: waiting for {evening.table(1).place.ew and 'Left4'}" in shown
    evening.tell(1, first, ONE_DOWN, "ew")
    shown = text_of(phone.get(path(evening, f"at/A1/?board={second}")))
    assert f"Board {first}: the two sides disagree. The director sees both results." in shown
    assert "Not agreed yet" not in text_of(phone.get(path(evening, f"at/A1/?board={first}")))
    looking_on = phone_of(evening, 2)
    assert "Not agreed yet" not in text_of(looking_on.get(path(evening, "at/A1/")))


def test_a_card_begins_with_what_each_round_brought() -> None:
    evening = Evening(6)
    for _round in (1, 2):
        if _round == 2:
            evening.next_round()
        for table in evening.room.tables():
            for board in table.place.boards:
                facts = FOUR_SPADES if table.number == 1 else ONE_DOWN
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, facts, side)
    rounds = rounds_of(Lists(evening.room).card("1"))
    assert [(one.round, len(one.lines)) for one in rounds] == [(1, 2), (2, 2)]
    for one in rounds:
        own = [float(line.percent) for line in one.lines if line.percent]
        assert one.percent == (f"{sum(own) / len(own):g}" if own else "")
    page = director_of(evening).get(path(evening, "pair/1/")).content.decode()
    assert "The session" in page and page.count('class="round"') == 2 * len(rounds)
