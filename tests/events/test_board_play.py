"""A board stepped through card by card: who may, what its keys lead to, what cannot be played."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.deals.card_play import DENOMINATIONS, read_play
from clubscore.deals.hands import read_deal, usual_board
from clubscore.events.models import Event
from clubscore.events.phones import share, share_of
from clubscore.laws.errors import RuleError
from clubscore.web import hand_player as solving
from clubscore.web.hand_player import cards_in, steps_of
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.events.test_boards import lay
from tests.events.test_pages import director_of, path, phone_of

pytestmark = pytest.mark.django_db
DEAL = read_deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")


@pytest.fixture
def evening() -> Evening:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    evening.play({"contract": "3NT", "declarer": "N", "tricks": 8})
    return evening


def links(client: Client, address: str) -> list[str]:
    """Where the cards of a page lead."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    found = re.findall(r'class="step-card[^"]*" href="([^"]*)"', answer.content.decode())
    return [unescape(each).partition("#")[0] for each in found]


@pytest.mark.long(5)
def test_a_whole_hand_is_played_by_its_links(evening: Evening) -> None:
    director, start = director_of(evening), path(evening, "board/1/play/")
    address, cards = start, ""
    for number in range(52):
        found = links(director, address)
        play = read_play(DEAL, "NT", "N", cards_in(cards))
        assert len(found) == len(play.allowed), number
        address = start + found[-1]
        cards = re.findall("cards=([0-9A-Z]*)", found[-1])[0]
        assert cards == "".join((*play.played, play.allowed[-1]))
    end = director.get(address).content.decode()
    taken = read_play(DEAL, "NT", "N", cards_in(cards)).taken["NS"]
    assert f"Declarer took {taken} trick" in end and "step-card" not in end


def test_each_card_says_what_it_comes_to_and_keys_play_the_best(evening: Evening) -> None:
    director, start = director_of(evening), path(evening, "board/1/play/")
    page = director.get(start).content.decode()
    assert "East to play. With the best play from here declarer takes 6 tricks." in " ".join(
        page.split()
    )
    assert page.count("<small aria-hidden") == 13 and "The best line from here" in page
    best = re.search(r'href="([^"]*)">Best card', page)
    whole = re.search(r'href="([^"]*)">Finish the trick', page)
    assert best is not None and whole is not None
    after = director.get(start + unescape(whole[1]).partition("#")[0]).content.decode()
    assert "Back one card" in after and "Start again" in after


def test_cards_that_cannot_be_played_are_refused_in_words(evening: Evening) -> None:
    director, start = director_of(evening), path(evening, "board/1/play/")
    for cards, said in (
        ("SA", "East does not hold SA"),
        ("XX", "is not a card"),
        ("DAHT", "must follow suit"),
        ("D", "is not a card"),
        ("<b>", "is not a card"),
    ):
        answer = director.get(start, {"in": "NT", "by": "N", "cards": cards})
        page = unescape(answer.content.decode())
        assert answer.status_code == 422 and said in page and "East to play" in page, cards
    odd = director.get(start, {"in": "ZZ", "by": "Q"})
    assert odd.status_code == 200 and "East to play" in odd.content.decode()


def test_nobody_steps_through_cards_they_may_not_see(evening: Evening) -> None:
    phone, director = phone_of(evening, 1), director_of(evening)
    assert phone.get(path(evening, "board/1/play/")).status_code == 404
    assert director.get(path(evening, "board/2/play/")).status_code == 404
    assert director.get(path(evening, "board/99/play/")).status_code == 404
    assert "Card by card" in director.get(path(evening, "board/1/")).content.decode()
    assert "Card by card" not in director.get(path(evening, "board/2/")).content.decode()


def test_without_double_dummy_the_cards_can_be_played_all_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def __enter__(self) -> Any:
            raise RuleError("no-double-dummy", "There is none here.")

        def __exit__(self, *_what: object) -> None: ...

    solving._known.clear()
    monkeypatch.setattr(solving, "solver", Gone)
    page = director_of(evening).get(path(evening, "board/1/play/")).content.decode()
    assert page.count('class="step-card') == 13 and "There is none here." in page
    assert "<small aria-hidden" not in page and "Best card" not in page


def test_a_page_that_finds_another_asking_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    solving._known.clear()
    monkeypatch.setattr(solving, "PATIENCE", 0.01)
    play = read_play(DEAL, "H", "S", ())
    with solving._asking:
        assert solving.solved(play) == solving.NOTHING
    assert len(solving.solved(play).outcome) == 13
    with solving._asking:  # what was asked before is known
        assert len(solving.solved(play).outcome) == 13


@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_the_best_line_is_shown_trick_by_trick(denomination: str) -> None:
    steps = steps_of(read_play(DEAL, denomination, "S", ["SA", "S6", "S3"]), "x=1")
    assert [len(trick) for trick in steps.line] == [1] + [4] * 12
    assert steps.back.startswith("?x=1&cards=SAS6#") and steps.start == "?x=1#play"
    shown = {hand.seat: hand.lies for hand in steps.hands}
    assert [each and each.rank for each in shown.values()] == ["6", "3", None, "A"]


def test_behind_a_link_to_share_a_board_is_stepped_through_once_it_may_be_seen(
    evening: Evening,
) -> None:
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    board = reverse("event-shared-board", args=[token_of(found.nonce), 1])
    visitor = Client()
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=True)
    # Other tables are still to play it.
    assert visitor.get(f"{board}play/").status_code == 404
    assert "Card by card" not in visitor.get(board).content.decode()
    for _round in (2, 3):
        evening.next_round()
        evening.play({"contract": "3NT", "declarer": "N", "tricks": 8})
    page = visitor.get(board).content.decode()
    assert f'href="{board}play/">Card by card' in page
    stepped = visitor.get(f"{board}play/")
    assert stepped.status_code == 200 and f'href="{board}"' in stepped.content.decode()
    assert "Left1" not in stepped.content.decode() and "/event/" not in stepped.content.decode()
    assert len(links(visitor, f"{board}play/")) == 13
    assert visitor.get(f"{board}play/", {"cards": "XX"}).status_code == 422
    assert visitor.get(reverse("event-shared-play", args=["wrong", 1])).status_code == 404


def test_a_board_is_played_against_the_solver(evening: Evening) -> None:
    director, start = director_of(evening), path(evening, "board/1/play/")
    page = " ".join(director.get(start).content.decode().split())
    other = re.search(r'href="([^"]*)">Play it against the solver', page)
    assert other is not None
    address, said = start + unescape(other[1]).partition("#")[0], ""
    for _turn in range(27):
        said = " ".join(director.get(address).content.decode().split())
        found = links(director, address)
        if not found:
            break
        # North declares, so that only North and South are the reader's.
        assert re.search(r"<p class=\"steps-state\"[^>]*> (North|South) to play", said), address
        assert "need 6 tricks" in said and "<small aria-hidden" not in said
        address = start + found[0]
    assert "Declarer took" in said and ("You made it" in said) != ("Not this time" in said)


@pytest.mark.parametrize(("game", "has"), [("nullos", True), ("auction", False)])
def test_nullos_are_played_where_the_game_has_them(evening: Evening, game: str, has: bool) -> None:
    Event.objects.filter(pk=evening.event.pk).update(game=game, rules={})
    asked = {"in": "NU", "by": "N", "cards": "D4D9D2D8"}
    page = director_of(evening).get(path(evening, "board/1/play/"), asked)
    said = " ".join(page.content.decode().split())
    assert page.status_code == 200 and ('value="NU"' in said) == has
    assert ("in=NU" in said) == has
