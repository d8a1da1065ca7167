"""What happened? Every question about irregularities, walked down to its law and into the deal.

The pages need no script: a choice is a fold in a fold, a tap opens it, and a key sends a form. What
only a browser shows tests/flows/test_what_happened.py taps.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

import pytest
from django.test import Client

from clubscore.club.logins import found_club
from clubscore.club.models import Role
from clubscore.club.wording import said
from clubscore.lawbook.which_game import laws_of
from clubscore.rubbers.models import DealRevision, Happening
from tests.house import client_of, make_user
from tests.rubbers.tables import Table
from tests.soak.phones import Forms, words_of

pytestmark = pytest.mark.django_db

MOST_TAPS = 3
FOSTER = {"preset": "foster-hoyle"}
SKIP = ("Ann", "Bob", "Cecil")


class Case(NamedTuple):
    """What is tapped on the page, the law that it must end at, and a word of what it says."""

    game: str
    taps: tuple[str, ...]
    law: str
    says: str
    rules: dict[str, str] | None = None


BRIDGE = "straight-bridge"
CASES = (
    Case(BRIDGE, ("Something went wrong in cutting", "a card was exposed"),
         "Laws of Bridge 1899, law 35, p. 7", "There must be a fresh cut."),
    Case(BRIDGE, ("The cards were dealt in the wrong order", "the last card did not come"),
         "Laws of Bridge 1899, law 39, limb IV, p. 8", "There must be a new deal."),
    Case(BRIDGE, ("A player has the wrong number of cards", "one has more than thirteen"),
         "Laws of Bridge 1899, law 39, limb V, p. 8", "There must be a new deal."),
    Case(BRIDGE, ("A player has the wrong number of cards", "one has fewer", "yes"),
         "Laws of Bridge 1899, law 44, p. 9", "The deal stands."),
    Case(BRIDGE, ("A player dealt out of turn", "not yet"),
         "Laws of Bridge 1899, law 46, p. 9", "may be stopped"),
    Case(BRIDGE, ("The dealer's partner named trumps", "no"),
         "Laws of Bridge 1899, law 50, p. 10", "without consulting partner"),
    Case(BRIDGE, ("An opponent of the dealer named trumps",),
         "Laws of Bridge 1899, law 51, p. 10", "claim a fresh deal"),
    Case(BRIDGE, ("A card was exposed", "after trumps were named", "the leader's partner"),
         "Laws of Bridge 1899, law 69, p. 13", "The leader may no longer double."),
    Case(BRIDGE, ("A card was exposed", "during the play", "a defender"),
         "Laws of Bridge 1899, law 70, p. 14", "may be called"),
    Case(BRIDGE, ("A player led out of turn", "a defender", "no one yet"),
         "Laws of Bridge 1899, law 77, p. 15", "may call a suit"),
    Case(BRIDGE, ("A player led out of turn", "declarer, or", "all three"),
         "Laws of Bridge 1899, law 79, p. 15", "The trick is complete"),
    Case(BRIDGE, ("The fourth hand played before", "both are defenders"),
         "Laws of Bridge 1899, law 83, p. 16", "called on to win"),
    Case(BRIDGE, ("A player did not play to a trick", "not dummy"),
         "Laws of Bridge 1899, law 84, p. 16", "may claim a new deal"),
    Case(BRIDGE, ("A player did not follow suit", "a defender", "yes"),
         "Laws of Bridge 1899, law 87, limb I, p. 17", "choose one penalty"),
    Case(BRIDGE, ("A revoke was claimed and the cards were mixed", "the accused player"),
         "Laws of Bridge 1899, law 92, pp. 18-19", "The revoke is established."),
    Case(BRIDGE, ("A bystander spoke", "a remark on an oversight"),
         "Laws of Bridge 1899, law 100, p. 20", "by the players only"),
    Case(BRIDGE, ("Partners consulted",),
         "Foster's Complete Hoyle, “Irregularities in Doubling”", "insist on a new deal", FOSTER),
    Case("auction", ("A player bid out of turn",),
         "as law 52 of 1908, Hoyle 1909, p. 250", "may demand a new deal"),
    Case("auction", ("A bid was not enough",),
         "as law 53 of 1908, Hoyle 1909, p. 250", "would have been enough"),
    Case("cut-throat", ("A player doubled out of turn",),
         "Auction Bridge Variations 1923, pp. 143-144, law 5", "forfeits 100 points"),
    Case("pirate", ("A bid was not accepted", "how high"),
         "R. F. Foster's rules of 1917, rule 4", "last accepted bid"),
    Case("joker", ("The Joker was played", "it was led"),
         "Auction Bridge Variations 1923, p. 115", "must name a suit"),
)  # fmt: skip


GAMES = (
    (BRIDGE, "", 100), (BRIDGE, "foster-hoyle", 90), ("dummy-bridge", "", 100),
    ("auction", "", 90), ("cut-throat", "", 90), ("pirate", "", 90), ("stop-gap", "", 90),
    ("bolshevik", "", 90), ("joker", "", 90), ("five-hundred", "", 2), ("chicago", "", 5),
)  # fmt: skip


@dataclass
class Fold:
    """What opens by a tap: what it says, and what stands in it but not in a fold of its own."""

    key: str = ""
    summary: str = ""
    is_open: bool = False
    # The text of each paragraph and quotation, and whether it is soft as what cites a law is.
    texts: list[tuple[str, bool]] = field(default_factory=list)
    keys: list[dict[str, str]] = field(default_factory=list)
    folds: list["Fold"] = field(default_factory=list)

    @property
    def cited(self) -> list[str]:
        """The laws, and whatever else is said softly."""
        return [text for text, is_soft in self.texts if is_soft]

    def key_that_says(self, words: str) -> str:
        """Return what the key that says so sends."""
        (value,) = [key["value"] for key in self.keys if words in key["said"]]
        return value


class Folds(HTMLParser):
    """The folds of a page of questions, one in the other, by what their summaries say."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside = [Fold()]
        self.where: list[str] = []
        self.soft = False
        self.feed(page)

    @property
    def all(self) -> Fold:
        """What holds all others."""
        return self.inside[0]

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in given}
        if tag == "details":
            fold = Fold(told.get("data-key", ""), is_open="open" in told)
            self.inside[-1].folds.append(fold)
            self.inside.append(fold)
        elif tag in ("summary", "p", "button"):
            self.where.append(tag)
        if tag == "p":
            self.inside[-1].texts.append(("", "soft" in told.get("class", "").split()))
        elif tag == "button":
            self.inside[-1].keys.append(told | {"said": ""})

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.inside.pop()
        elif self.where and tag == self.where[-1]:
            self.where.pop()

    def handle_data(self, data: str) -> None:
        words, here = " ".join(data.split()), self.inside[-1]
        if not words or not self.where:
            return
        if self.where[-1] == "summary":
            here.summary = f"{here.summary} {words}".strip()
        elif self.where[-1] == "button":
            here.keys[-1]["said"] = f"{here.keys[-1]['said']} {words}".strip()
        else:
            text, is_soft = here.texts[-1]
            here.texts[-1] = (f"{text} {words}".strip(), is_soft)


def opened(page: Fold, *words: str) -> Fold:
    """Open what happened and what decides, each in the one before, and return the answer."""
    for word in words:
        page = next(each for each in page.folds if word in each.summary)
    return page


def director_of(game: str, rules: dict[str, str] | None = None) -> tuple[Client, str]:
    """Return a director's browser and the address of a table at this game."""
    table = Table(game, rules=rules, **({"names": SKIP} if game == "cut-throat" else {}))
    user = make_user(table.club, f"director-{table.club.pk}", Role.DIRECTOR)
    return client_of(user), f"/table/{table.sitting.pk}/"


def choose(browser: Client, at: str, words: tuple[str, ...], key: str, seat: str = "") -> str:
    """Press a key of an answer, with who it was, and return the page to which that leads."""
    page = browser.get(f"{at}what-happened/").content.decode()
    answer = opened(Folds(page).all, *words)
    form = Forms(page).to("choose/")
    assert form
    sent = form[1] | {"choose": answer.key_that_says(key)}
    return browser.post(
        form[0], sent | ({f"seat-{answer.key}": seat} if seat else {}), follow=True
    ).content.decode()


def test_each_irregularity_ends_at_its_law_within_three_taps() -> None:
    wrong, pages = [], {}
    for case in CASES:
        table = (case.game, str(case.rules))
        if table not in pages:
            browser, at = director_of(case.game, case.rules)
            pages[table] = Folds(browser.get(f"{at}what-happened/").content.decode()).all
        answer = opened(pages[table], *case.taps)
        is_cited = any(case.law in each for each in answer.cited)
        says = " ".join(text for text, _soft in answer.texts)
        if not is_cited or case.says not in says or len(case.taps) > MOST_TAPS:
            wrong.append((case, answer))
    assert wrong == []
    assert len({(case.game, case.taps) for case in CASES}) >= 20


def test_every_answer_of_a_game_is_reached_by_taps() -> None:
    found_club(name="Portland", author="a test")
    browser, wrong = Client(), []
    for game, preset, least in GAMES:
        query = {"preset": preset} if preset else {}
        page = Folds(browser.get(f"/games/{game}/what-happened/", query).content.decode()).all
        laws, reached = laws_of(game, preset), 0
        for _group, key, answer in laws.answers:
            path, place = key.split("/"), page
            for depth in range(1, len(path) + 1):
                here = "/".join(path[:depth])
                (place,) = [each for each in place.folds if each.key == here]
                # Nothing stands open before it is tapped.
                assert not place.is_open
            says = [text for text, _soft in place.texts if str(answer.says) in text]
            cited = [
                source
                for source in answer.by(laws.code)
                if not any(said(source.cited) in each for each in place.cited)
            ]
            if not says or cited or len(path) > MOST_TAPS:
                wrong.append((game, key, says, cited))
            reached += 1
        if reached < least:
            wrong.append((game, preset, reached))
    assert wrong == []


def test_a_law_that_is_not_the_answer_is_not_shown() -> None:
    browser, at = director_of(BRIDGE)
    page = Folds(browser.get(f"{at}what-happened/").content.decode()).all
    answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    laws = [each for each in answer.cited if "Laws of Bridge 1899" in each]
    assert laws == ["Laws of Bridge 1899, law 77, p. 15"]
    assert any("lead out of turn" in text for text, is_soft in answer.texts if not is_soft)


def test_a_new_deal_is_entered_with_its_ground() -> None:
    browser, at = director_of("auction")
    words = ("The cards were dealt in the wrong order", "the last card")
    assert 'id="entry"' in choose(browser, at, words, "a new deal")
    happened = Happening.objects.get(kind=Happening.Kind.MISDEAL)
    assert happened.data["answer"] == "wrong-order/last-card"
    history = words_of(browser.get(f"{at}history/").content.decode())
    assert "new deal: The cards were dealt in the wrong" in history


def test_the_hundred_of_cut_throat_is_entered_by_one_tap() -> None:
    browser, at = director_of("cut-throat")
    key = "100 to each, and the double stands"
    form = Forms(choose(browser, at, ("A player doubled out of turn",), key, "B")).to("record/")
    assert form
    deal = {"level": "2", "denomination": "H", "declarer": "A", "result": "="}
    browser.post(form[0], form[1] | deal)
    facts = DealRevision.objects.get().facts
    fine = {"player": "B", "points": 100, "to": "each", "reason": "double-out-of-turn"}
    assert facts and facts["fines"] == [fine]


def test_a_choice_is_withdrawn_again() -> None:
    browser, at = director_of(BRIDGE)
    words = ("A player led out of turn", "a defender", "no one yet")
    page = choose(browser, at, words, "call the card led in error")
    assert 'id="by-law"' in page
    form = Forms(page).to("choose/")
    assert form and form[1]["withdraw"]
    assert 'id="by-law"' not in browser.post(form[0], form[1], follow=True).content.decode()


def test_a_table_asks_it_where_seldom_things_are_and_behind_anything_else() -> None:
    browser, at = director_of(BRIDGE)
    page = browser.get(at).content.decode()
    for place in ("besides", "else"):
        _before, _id, behind = page.partition(f'id="{place}"')
        sheet = behind.partition("</dialog>")[0]
        assert f'href="{at}what-happened/"' in sheet and "What happened?" in sheet, place
