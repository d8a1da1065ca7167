"""What an event is: chosen when it opens, as last time, and changed later."""

import re
from html import unescape

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.corrections import give_penalty
from clubscore.events.models import Event
from clubscore.events.rankings import Lists
from clubscore.events.terms import Terms, change_terms, seen_terms
from clubscore.ranking import every_option, every_scoring
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def change(evening: Evening, terms: Terms, seen: str = "") -> None:
    change_terms(
        event=evening.event, terms=terms, seen=seen or seen_terms(evening.event), key=new_key(),
        actor=evening.actor,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["pairs", "teams"])
def test_every_scoring_and_option_is_asked_in_its_words(kind: str) -> None:
    evening = Evening(8, form=kind, kind="")
    page = unescape(director_of(evening).get(path(evening, "settings/")).content.decode())
    for scoring in every_scoring():
        told = f"{scoring.name}<small>{scoring.about}</small>" in page
        assert told == (kind in scoring.offered_to)
    for option in every_option():
        assert (f">{option.label}<" in page) == (not option.asked_of or kind in option.asked_of)
        for value, words in option.values:
            assert option.asked_of or re.search(f'<option value="{value}"[^>]*>{words}', page)


def test_an_event_opens_at_any_scoring_game_and_option() -> None:
    director = director_of(Evening(4, kind=""))
    form = {
        "name": "Auction night", "fee": "", "key": "k", "scoring": "cross-imps",
        "game": "duplicate-auction", "cross_imps": "sum", "uneven_boards": "neuberg",
        "win_tie": "1",
    }  # fmt: skip
    director.post("/event/new/", form)
    event = Event.objects.get(name="Auction night")
    assert (event.game, event.scoring) == ("duplicate-auction", "cross-imps")
    assert event.options == {"win_tie": ["1", "0.5"], "cross_imps": "sum"}


def test_the_key_of_1917_fills_in_auction_and_total_points() -> None:
    director = director_of(Evening(4, kind=""))
    assert 'href="?as=1917"' in director.get("/event/new/").content.decode()
    page = director.get("/event/new/?as=1917").content.decode()
    assert '<option value="duplicate-auction" selected>' in page
    assert 'value="total-points" checked' in page and 'value="As in 1917"' in page


def test_what_cannot_be_chosen_is_asked_for_again() -> None:
    director = director_of(Evening(4, kind=""))
    form = {"name": "X", "key": "k", "scoring": "imps-vp", "game": "whist"}
    answer = director.post("/event/new/", form)
    assert answer.status_code == 422
    assert "Choose the scoring." in text_of(answer)
    assert "Choose the game." in text_of(answer)


def test_a_new_event_of_teams_asks_how_matches_are_counted_and_nothing_of_pairs() -> None:
    director = director_of(Evening(4, kind=""))
    page = director.get("/event/new/")
    given = re.search(r'name="name"[^>]* value="(\w+) pairs"', page.content.decode())
    assert given is not None
    form = {"name": f"{given[1]} pairs", "form": "teams", "scoring": "board-a-match"}
    assert "Choose how matches are scored." in text_of(
        director.post("/event/new/", form | {"match": "pairs", "key": "one"})
    )
    for match, scoring in (("teams", "imps-vp"), ("teams-by-board", "board-a-match")):
        director.post("/event/new/", form | {"match": match, "key": match})
        event = Event.objects.latest("pk")
        assert (event.name, event.contestants_are) == (f"{given[1]} teams", "teams")
        assert event.scoring == scoring


def test_another_scoring_compares_everything_anew() -> None:
    evening = Evening(4, kind="howell", winners=1)
    evening.play()
    director = director_of(evening)
    form = {"name": "Friday pairs", "key": "k", "scoring": "total-points", "game": "duplicate",
            "seen": seen_terms(evening.event)}  # fmt: skip
    assert director.post(path(evening, "settings/"), form).status_code == 302
    assert evening.event.name == "Friday pairs"
    scores = {row.score for row in Lists(evening.room).scratch[0].rows}
    assert scores == {"1040", "−1040"}  # 420 and 620, North-South vulnerable on board 2
    assert all(not row.percent for row in Lists(evening.room).scratch[0].rows)


def test_the_game_stays_once_a_result_is_recorded() -> None:
    evening = Evening(4)
    change(evening, Terms("A", game="cairo"))
    assert evening.event.game == "cairo"
    evening.play()
    with pytest.raises(Refused, match="its game cannot be changed"):
        change(evening, Terms("A", game="duplicate"))


def test_who_changes_what_somebody_else_changed_is_told() -> None:
    evening = Evening(4)
    seen = seen_terms(evening.event)
    change(evening, Terms("Tuesday pairs", scoring="butler-imps"), seen)
    with pytest.raises(Refused, match="Butler"):
        change(evening, Terms("Tuesday pairs", scoring="matchpoints"), seen)


def test_one_event_is_ranked_by_several_scorings_side_by_side_and_says_what_is_not_to_be_had() -> (
    None
):
    evening = Evening(4, kind="howell", winners=1)
    evening.play()
    page = text_of(director_of(evening).get(path(evening, "ranking/also/")))
    for name in ("Matchpoints", "Cross-IMPs", "Butler", "Total points"):
        assert name in page
    assert "50 %" in page
    assert "1040" in page
    assert "Board 1 has results, so it needs a par for the par contest." in page


def test_an_event_is_counted_by_the_laws_that_the_club_chooses_and_its_own_premium() -> None:
    evening = Evening(4)
    director = director_of(evening)
    change(evening, Terms("A", game="duplicate-auction"))
    page = director.get(path(evening, "settings/")).content.decode()
    assert 'value="whistclub-1920"' in page
    assert 'name="duplicate_game_bonus" type="number" inputmode="numeric" min="1" max="1000"' in (
        page
    )
    form = {"name": "A", "scoring": "matchpoints", "game": "duplicate-auction", "key": "k",
            "laws": "whistclub-1920", "duplicate_game_bonus": "100",
            "seen": seen_terms(evening.event)}  # fmt: skip
    director.post(path(evening, "settings/"), form)
    assert evening.event.rules == {"preset": "whistclub-1920", "duplicate_game_bonus": 100}
    form |= {"duplicate_game_bonus": "99999999", "key": "m"}
    answer = director.post(path(evening, "settings/"), form)
    assert answer.status_code == 422
    assert "0 to 1,000,000" in text_of(answer)
    form |= {"duplicate_game_bonus": "125", "laws": "portland-1914", "key": "n",
             "seen": seen_terms(evening.event)}  # fmt: skip
    director.post(path(evening, "settings/"), form)
    assert "duplicate_game_bonus" not in evening.event.rules


def test_a_scoring_that_does_not_know_a_penaltys_unit_is_refused() -> None:
    evening = Evening(4)
    give_penalty(section=evening.section, pair=1, amount="10", unit="percent-of-top",
                 reason="slow", key="p", actor=evening.actor)  # fmt: skip
    with pytest.raises(Refused, match="Remove it first"):
        change(evening, Terms("A", scoring="cross-imps"))
