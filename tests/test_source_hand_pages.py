"""Pages of the sources' hands: stepped through, tried against the solver, their claims judged."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.deals.card_play import SIDE_OF, CardPlay
from clubscore.deals.double_dummy import best_card
from clubscore.deals.nullos import is_here
from clubscore.extras.source_hands.hand import SourceHand
from clubscore.extras.source_hands.hands import all_hands, proofs_of, source_hand
from clubscore.laws.errors import RuleError
from clubscore.web import hand_player as solving
from clubscore.web import hand_player as trying
from clubscore.web.hand_player import NOTHING, Solved, cards_in

pytestmark = pytest.mark.django_db
EQUALITY = "equality-3"


def text_of(client: Client, address: str, status: int = 200, **asked: str) -> str:
    """What a page says, in one line."""
    answer = client.get(address, asked)
    assert answer.status_code == status, (address, asked)
    return " ".join(unescape(answer.content.decode()).split())


def cards_to_play(page: str) -> list[str]:
    """The cards so far, with each card that may be played now, as its keys lead to them."""
    found = re.findall(r'class="step-card[^"]*" href="([^"]*)"', page)
    return [re.findall("cards=([0-9A-Z]*)", each)[0] for each in found]


def found_hand(key: str) -> SourceHand:
    hand = source_hand(key)
    assert hand is not None
    return hand


def test_every_hand_has_its_page_and_its_games_lead_to_it() -> None:
    client = Client()
    listed = text_of(client, reverse("source-hands"))
    for hand in all_hands():
        address = reverse("source-hand", args=[hand.key])
        assert address in listed and hand.title in listed
        for game in hand.games:
            assert address in text_of(client, reverse("game", args=[game]))
    assert "Hands of the book" not in text_of(client, reverse("game", args=["auction"]))
    assert client.get(reverse("source-hand", args=["none"])).status_code == 404


def test_the_books_words_stand_with_their_page_beside_the_solvers() -> None:
    page = text_of(Client(), reverse("source-hand", args=["equality-1"]))
    assert (
        "this enabled Z to make the contract and win game and rubber." in page and "p. 77" in page
    )
    assert page.count("<b> Proved </b>") == 1 and page.count("Not so, with all cards seen") == 1
    assert "West to play. With the best play from here declarer takes 7 tricks." in page
    assert "North: 4 no-trumps" in page and "South: Double" in page
    first = re.search(r'class="book-card" href="\?way=steps&cards=(\w+)#play"', page)
    assert first is not None and first[1] == "HK"


@pytest.mark.skipif(not is_here(), reason="wasmtime is not here")
def test_the_nullo_deal_is_stepped_through_with_its_claims_proved() -> None:
    hand = found_hand("foster-nullo")
    address = reverse("source-hand", args=[hand.key])
    page = text_of(Client(), address, cards="".join(hand.line))
    assert page.count("<b> Proved </b>") == len(hand.claims) == 5
    assert "Not so" not in page and "declarer takes 3 tricks." in page
    assert "B and A can make Four Nullos against any defence" in page
    row = re.search(r"North and East ?<br><small> ?South and West(.*?)</tr>", page)
    assert row is not None and re.findall(r"<td>(\d+)</td>", row[1]) == ["7", "8", "5", "6"]


def test_cards_that_cannot_be_played_are_refused_in_words() -> None:
    address = reverse("source-hand", args=[EQUALITY])
    assert "does not hold" in text_of(Client(), address, 422, cards="SQ")
    assert "is not a card" in text_of(Client(), address, 422, cards="<b>")
    assert "is not a card" in text_of(Client(), address, 422, cards="H", way="try")


def test_a_hand_is_tried_to_its_end_and_the_defence_plays_by_itself() -> None:
    hand, client = found_hand(EQUALITY), Client()
    address, cards = reverse("source-hand", args=[EQUALITY]), ""
    for _turn in range(27):
        page = text_of(client, address, way="try", cards=cards)
        found = cards_to_play(page)
        if not found:
            break
        assert "<small aria-hidden" not in page and "Best card" not in page
        play = hand.play(tuple(cards_in(found[0])[:-1]))
        assert SIDE_OF[play.turn] == play.side and len(found) == len(play.allowed)
        cards = found[-1]
    end = text_of(client, address, way="try", cards=cards)
    assert "You made it" in end or "Not this time:" in end
    played = re.search(r"Declarer took (\d+) trick", end)
    assert played is not None
    assert ("You made it" in end) == (int(played[1]) >= hand.need)


def by_the_best(play: CardPlay) -> str:
    return best_card(play, solving.solved(play, with_line=False).outcome)


def test_whoever_plays_the_best_takes_what_the_solver_said() -> None:
    hand = found_hand("equality-2")
    play = hand.play(("H7",))
    best = trying.best_of_start(play)
    trial = trying.trial_of(play, hand.need, "way=try")
    while not play.is_over:
        after = "".join(re.findall("cards=([0-9A-Z]*)", _one_key(trial)))
        play = hand.play(tuple(cards_in(after))[:-1])
        play = play.with_card(by_the_best(play))
        trial = trying.trial_of(play, hand.need, "way=try")
        if trial.verdict:
            break
    assert best == 7 and trial.is_made and trial.verdict == "You made it, against the best defence."
    assert "Declarer took 7 tricks." in trial.steps.comes_to


def _one_key(trial: trying.Trial) -> str:
    return next(
        card.leads_to
        for hand in trial.steps.hands
        for suit in hand.suits
        for card in suit.cards
        if card.leads_to
    )


def test_back_leads_to_the_card_before_declarers_last() -> None:
    hand = found_hand(EQUALITY)
    start = trying.trial_of(hand.play(), hand.need, "way=try")
    assert start.steps.back == "" and [each.name for each in start.replies] == ["West"]
    play = hand.play(("H7", "H6"))
    after = trying.trial_of(play, hand.need, "way=try")
    assert after.steps.back == "?way=try&cards=H7#play"
    assert [each.name for each in after.replies] == ["East"]


def test_what_was_missed_is_counted() -> None:
    hand = found_hand(EQUALITY)
    whole = hand.play(tuple(card for each in _kept_line(hand) for card in each))
    taken = whole.taken[whole.side]
    for need, said in (
        (taken, "You made it, against the best defence."),
        (taken + 1, "Not this time: 1 trick short."),
        (taken + 2, "Not this time: 2 tricks short."),
    ):
        trial = trying.trial_of(whole, need, "way=try")
        assert trial.verdict == said and trial.is_made == (need <= taken)
    nullo = found_hand("foster-nullo")
    lost = nullo.play(tuple(card for each in _kept_line(nullo) for card in each))
    for allowed, said in (
        (3, "You made it, against the best defence."),
        (2, "Not this time: 1 trick too many."),
        (1, "Not this time: 2 tricks too many."),
    ):
        assert trying.trial_of(lost, allowed, "way=try").verdict == said
    assert "may take 3 tricks at most" in trying.needed_words(lost, 3)


def _kept_line(hand: SourceHand) -> list[tuple[str, ...]]:
    return [proofs_of(hand)[0].lines[0].cards]


def test_without_a_solver_the_reader_plays_the_defence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = found_hand(EQUALITY)
    gone = Solved({}, (), RuleError("no-double-dummy", "There is none here."))
    for known, said in ((gone, "There is none here."), (NOTHING, "The solver is busy.")):
        monkeypatch.setattr(trying, "solved", lambda _play, known=known, **_how: known)
        trial = trying.trial_of(hand.play(), hand.need, "way=try")
        assert said in trial.trouble and not trial.replies
        west = next(each for each in trial.steps.hands if each.seat == "w")
        assert west.is_turn and all(c.leads_to for suit in west.suits for c in suit.cards)


@pytest.mark.skipif(not is_here(), reason="wasmtime is not here")
def test_nullos_that_take_too_long_are_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = found_hand("foster-nullo")
    few = solving.nullo_cards
    monkeypatch.setattr(solving, "nullo_cards", lambda: few(100))
    solving._known.clear()
    page = text_of(Client(), reverse("source-hand", args=[hand.key]))
    solving._known.clear()
    assert "take too long to work out" in page and page.count('class="step-card') == 13
