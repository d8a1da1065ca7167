"""What a phone counts while it is offline: what the server counts, or nothing at all."""

import gzip
import json
import random
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import must_be_told, read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.score_sheet import SittingScore, add_deal, start
from clubscore.places import FILES
from clubscore.rubbers.offline import Figures, figures_of, now_of
from clubscore.web.entry_form import IN_ONE_HAND, bid_of, read_entry
from clubscore.web.entry_keys import result_bar
from clubscore.web.forms import Problems
from tests.walks import Walk

DEALS, MOST_BYTES = 500, 30_000
LOOK_UP = (
    """([table, cases]) => cases.map(([now, deals]) => window.figures.sum(table, now, deals))"""
)
Form = dict[str, str]
Sum = dict[str, Any] | None


@dataclass
class Case:
    """Deals that wait, from where the sheet stood, and what the server makes of them."""

    now: Any
    deals: list[list[list[str]]]
    right: Sum
    usual: bool


@dataclass
class Seen:
    """What was compared at a game."""

    wrong: list[str] = field(default_factory=list)
    summed: int = 0
    usual: int = 0
    deals: int = 0


def figures(game: Game, rules: Rules) -> Figures:
    """Return a game's tables as a phone has them."""
    made: Figures = json.loads(json.dumps(figures_of(game, rules)))
    return made


def tapped(game: Game, rules: Rules, chance: random.Random) -> tuple[Form, DealReport, bool]:
    """Return a deal that can be, as a form sends it, and whether it is usual."""
    while True:
        form, usual = _form(game, chance)
        try:
            entry = read_entry(game, rules, form, game.seats[0])
            deal = read_deal(game, rules, entry.facts)
            must_be_told(game, deal)
        except (Problems, RuleError):
            continue
        return form, deal, usual


def _form(game: Game, chance: random.Random) -> tuple[Form, bool]:
    if game.bidding.passes_out and chance.random() < 0.05:
        return {"passed_out": "1"}, True
    bid = chance.choice(list(game.bidding.bids.values()))
    form: Form = {"declarer": chance.choice(game.may_declare)}
    if game.bidding.schedule:
        form["bid"] = bid.text
    else:
        form |= {"denomination": bid.denomination.key}
        form |= {"level": str(bid.level)} if bid.level and game.bidding.levels else {}
    if game.bidding.max_doubling != 0:
        highest = 3 if game.bidding.max_doubling is None else game.bidding.max_doubling
        form["doubling"] = str(chance.choice((0, 0, chance.randint(0, highest))))
    if game.names_partner:
        form["partner"] = chance.choice(game.seats)
    if game.questions.tricks_by_player:
        left = game.play.tricks
        for seat in game.seats:
            tricks = left if seat == game.seats[-1] else chance.randint(0, left)
            form[f"tricks-{seat}"], left = str(tricks), left - tricks
    else:
        bars = result_bar(game, {"bid": bid.text}, None).values()
        form["result"] = str(chance.choice([key["value"] for bar in bars for key in bar]))
    form |= _honours(game, chance) | _own(game, form, chance)
    if chance.random() < 0.9:
        return form, True
    # What no table has.
    seldom = chance.choice(["fined", "revoke", "tricks"])
    if seldom == "fined":
        return form | {"fined": game.seats[0], "fine": "50"}, False
    law = game.counting.revoke_law
    penalty = chance.choice([each.key for each in (*law.declaring, *law.adverse)] or ["tricks"])
    if seldom == "revoke":
        return form | {
            "revoke-1": chance.choice(game.seats),
            "penalty-1": penalty,
            "often-1": "1",
        }, False
    return form | (
        {"tricks": str(chance.randint(0, 13))} if game.bidding.levels else {"doubling_more": "4"}
    ), False


def _honours(game: Game, chance: random.Random) -> Form:
    if chance.random() < 0.4:
        return {}
    if game.honours_by_hand:
        held = chance.choices(game.honour_hands, k=chance.choice((4, 5)))
        return {f"honours-{hand}": str(held.count(hand)) for hand in game.honour_hands}
    if chance.random() < 0.3:
        return {"holder": chance.choice(game.hands), "holding": chance.choice(IN_ONE_HAND)}
    return {
        "honours": chance.choice(["none", *(f"{side}:{n}" for side in "DA" for n in (3, 4, 5))])
    }


def _own(game: Game, form: Form, chance: random.Random) -> Form:
    found = {}
    for ask in game.questions.about(game.bidding.bids.get(bid_of(game, form))):
        values = [value for value, _text in ask.choices] or list(game.hands)
        found[ask.field] = chance.choice(values)
    return found


def cases_of(game: Game, rules: Rules) -> list[Case]:
    """Return every step of some evenings, DEALS in all, as deals that wait one after the other."""
    chance = random.Random(f"{game.key} 1923")  # noqa: S311
    state, cases = start(game, rules), []
    while len(cases) < DEALS:
        now, waiting, usual = now_of(game, state.position), [], True
        for _deal in range(chance.randint(1, 6)):
            form, deal, is_usual = tapped(game, rules, chance)
            before, state = state, add_deal(state, deal)
            usual = usual and is_usual and not two_at_once(before, state)
            waiting.append([[name, value] for name, value in form.items()])
            cases.append(Case(now, [*waiting], standing(game, before, state), usual))
            if state.position.begun == 0 and state.rubbers != before.rubbers:
                break
    return cases[:DEALS]


def two_at_once(before: SittingScore, after: SittingScore) -> bool:
    """Return whether one deal brought two columns to a game: then the order decides, by law."""
    course = after.reckoner.game.course
    points = after.deals[-1].points.values()
    sums = (before.position.below if course.has_line else before.position.in_rubber,)
    reached = [old + (below if course.has_line else below + above)
               for old, (below, above) in zip(sums[0], points, strict=True)]  # fmt: skip
    return bool(course.game_points) and sum(each >= course.game_points for each in reached) > 1


def standing(game: Game, before: SittingScore, state: SittingScore) -> dict[str, Any]:
    """Return what the server's strip shows."""
    sheet, position = state.sheet(), state.position
    if len(state.rubbers) > len(before.rubbers):
        return {"over": True, "rubber": list(state.rubbers[-1].totals.values())}
    told = any(ask.before_play for ask in game.questions.asks)
    vulnerable = () if told else game.course.vulnerable(DealReport(), position)
    return {
        "over": False,
        "rubber": list(position.in_rubber),
        "counted": list(sheet.below_now.values()),
        "games": list(sheet.games_now.values()),
        "vulnerable": [game.column_keys.index(key) for key in vulnerable],
    }


def compare(page: Page, game: Game, table: Figures, cases: list[Case]) -> Seen:
    """Look every case up as a phone does, and hold it against the server."""
    found = page.evaluate(LOOK_UP, [table, [[case.now, case.deals] for case in cases]])
    seen = Seen(deals=len(cases))
    for case, said in zip(cases, found, strict=True):
        seen.usual += case.usual
        seen.summed += said is not None
        assert case.right is not None
        if said is None:
            if case.usual:
                seen.wrong.append(f"{game.key}: no sum of {case.deals}")
            continue
        asked = {name: value for name, value in case.right.items() if said[name] is not None}
        if asked != {name: said[name] for name in asked}:
            seen.wrong.append(f"{game.key}: {said} for {case.right}, {case.now}, {case.deals}")
    return seen


@pytest.fixture
def phone(browser: Browser) -> Any:
    """A page that can look figures up, and nothing else."""
    page = browser.new_page()
    page.add_script_tag(content=(FILES / "static/js/figures.js").read_text())
    yield page
    page.close()


@pytest.mark.browser
@pytest.mark.walk
def test_a_phone_counts_as_the_server_does_or_not_at_all(phone: Page, walk: Walk) -> None:
    for game in walk(GAMES, count=31):
        rules = resolve_rules(game, {})
        table = figures(game, rules)
        seen = compare(phone, game, table, cases_of(game, rules))
        print(f"{game.key:26} {seen.deals} deals, {seen.usual} usual, {seen.summed} summed")
        assert seen.wrong[:3] == []
        assert seen.summed >= seen.usual > DEALS / 3


@pytest.mark.browser
def test_a_figure_that_is_wrong_is_seen(phone: Page) -> None:
    game = find_game("auction")
    rules = resolve_rules(game, {})
    table = figures(game, rules)
    cases = cases_of(game, rules)
    assert compare(phone, game, table, cases).wrong == []
    broken: Any = deepcopy(table)
    row = broken["bids"]["2S"][0]
    effect = broken["effects"][row[1 + table["results"].index("=") - row[0]]]
    effect[0] += 1
    assert compare(phone, game, broken, cases).wrong
    # A table that lost a stage's win, or a contract, is seen too.
    broken = deepcopy(table)
    broken["stages"][0]["wins"] = {}
    assert compare(phone, game, broken, cases).wrong
    broken = deepcopy(table)
    del broken["bids"]["2S"]
    assert compare(phone, game, broken, cases).wrong


def test_the_tables_of_a_game_are_small() -> None:
    texts = {
        game.key: json.dumps(figures_of(game, resolve_rules(game, {})), separators=(",", ":"))
        for game in GAMES
    }
    sizes = {key: len(gzip.compress(text.encode())) for key, text in texts.items()}
    assert len(sizes) == 31
    assert {key: size for key, size in sizes.items() if size >= MOST_BYTES} == {}
