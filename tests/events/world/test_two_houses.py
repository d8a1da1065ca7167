"""A match between two houses over one set: IMPs as the results of both come in, by codes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from clubscore.club.models import Role
from clubscore.events.models import ContestPackage, TwoHouses
from clubscore.events.set_table import shipped_set
from clubscore.extras.world.package import sign, whole_text
from clubscore.extras.world.packages import facts_in, newest_of
from clubscore.extras.world.tables import match_of
from tests.events.contest_tables import FourPlayers
from tests.events.world.packages import DAY, YORK
from tests.house import House, client_of

TWELVE = "Twelve boards of auction"
ALL = frozenset(range(1, 13))


def four_at(house: House) -> FourPlayers:
    opener = client_of(house.logins[Role.PLAYER])
    four = FourPlayers(opener, house.club, house.people, TWELVE)
    four.come_in("N", "S", "E", "W")
    return four


@pytest.fixture
def here(house: House) -> FourPlayers:
    return four_at(house)


@pytest.fixture
def there(other_house: House) -> FourPlayers:
    return four_at(other_house)


def code_of(four: FourPlayers, nickname: str) -> str:
    """What a phone of a table shows as its code, after it was signed."""
    said = {"how": "nicknames", "ns": nickname}
    assert four.phones["N"].post(four.path("package/"), said).status_code == 302
    made = newest_of(four.event)
    assert made is not None
    assert (
        whole_text(facts_in(made)) in four.phones["N"].get(four.path("package/")).content.decode()
    )
    return f"https://club.example/P/{whole_text(facts_in(made))}"


def send(four: FourPlayers, **told: str) -> Any:
    return four.phones["S"].post(four.path("two-houses/"), told)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_imps_come_as_the_results_of_both_houses_do(here: FourPlayers, there: FourPlayers) -> None:
    """North-South make four spades here (8 a trick, 36 below and honours alike), three there."""
    here.close(1)
    there.tell(1, level="2")
    there.agree(1)
    there.close(2)
    answer = send(here, text=code_of(there, "Hares"), key="first")
    assert answer.status_code == 302
    match = match_of(here.event, ALL)
    assert match is not None and match.both == 1
    first, second, *_rest = match.boards
    assert first.here is not None and first.there is not None
    assert first.here > first.there and first.imps == match.imps > 0
    # The other house has played the second board; here it is sealed yet.
    assert (second.here, second.there, second.imps) == (None, None, None)
    shown = text(here.phones["N"].get(here.path("two-houses/")))
    assert f"+{match.imps} IMPs" in shown and "Hares" in shown and "1 board played in both" in shown
    # Theirs is the other side of the same match, by the code of this house.
    assert send(there, text=code_of(here, "Foxes"), key="back").status_code == 302
    back = match_of(there.event, ALL)
    assert back is not None and back.imps == -match.imps
    here.close(2)
    both = match_of(here.event, ALL)
    assert both is not None and both.both == 2
    # What comes later of the other house takes the place of what came.
    there.close(3)
    here.close(3)
    assert send(here, text=code_of(there, "Hares"), key="later").status_code == 302
    now = match_of(here.event, ALL)
    assert now is not None and now.both == 3
    assert TwoHouses.objects.filter(event=here.event).count() == 1


def test_a_reader_who_has_not_closed_a_board_sees_nothing_of_it(
    here: FourPlayers, there: FourPlayers, house: House
) -> None:
    here.close(1)
    there.tell(1, level="2")
    there.agree(1)
    send(here, text=code_of(there, "Hares"), key="first")
    match = match_of(here.event, frozenset())
    assert match is not None and (match.both, match.imps) == (0, 0)
    assert all(board.here is board.there is None for board in match.boards)


def test_a_table_that_is_here_already_is_chosen_and_nonsense_is_said(here: FourPlayers) -> None:
    here.close(1)
    told = [{"board": 1, "contract": "2S", "declarer": "S", "tricks": 8}]
    facts = sign(shipped_set("auction-1917"), told, played=DAY, key=YORK, club="York")  # type: ignore[arg-type]
    page = "two-houses/"
    assert "Paste the text" in text(send(here))
    assert "Paste the text" in text(send(here, text="hello"))
    cut = whole_text(facts)[:-4]
    answer = send(here, text=cut)
    assert answer.status_code == 422 and "not whole" in text(answer) and cut in text(answer)
    assert "no package of another table" in text(send(here, text=code_of(here, "Foxes")))
    assert "Choose the other table" in text(send(here, package="999"))
    assert send(here, text=whole_text(facts), key="york").status_code == 302
    row = ContestPackage.objects.get(signed_by=facts["key"])
    assert "York" in text(here.phones["N"].get(here.path(page)))
    assert send(here, package=str(row.pk), key="again").status_code == 302
    match = match_of(here.event, ALL)
    assert match is not None and match.both == 1


def test_who_did_not_sit_there_does_not_see_a_match(
    here: FourPlayers, house: House, other_house: House
) -> None:
    at = here.path("two-houses/")
    assert client_of(other_house.logins[Role.DIRECTOR]).get(at).status_code == 404
    assert client_of(None).get(at).status_code in (302, 403)
