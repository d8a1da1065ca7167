"""Games by the number of players, and what is known of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.deals.source_hands import hands_of_game
from clubscore.deals.source_hands.calling_quizzes import Quiz, quizzes_of_game
from clubscore.deals.source_hands.hand_parts import SourceHand
from clubscore.laws.auction import Verdict, by_value, judge
from clubscore.laws.cards import Bid
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import HouseRule, Rules, resolve_rules, rule_words
from clubscore.laws.words import Phrase
from clubscore.room.views.law_books.shelf import Shelf, shelf_of
from clubscore.room.views.procedures import PROCEDURES
from clubscore.rubbers.games.bid_check import bid_bars, bid_named, least_shown
from clubscore.rubbers.games.game_facts import kind_of, side_by_side
from clubscore.rubbers.games.tariff_facts import Fact, besides
from clubscore.rubbers.games.tariff_tables import tariff_tables
from clubscore.rubbers.games.variations import Variation, variations_of
from clubscore.rubbers.games.worked_example import worked
from clubscore.rubbers.sitting.stake_and_laws import usual_of
from clubscore.tableside.entry_keys import Key


@dataclass(frozen=True)
class ProcedureKey:
    """A key that leads to what the law of a game lays down step by step."""

    url: str
    label: Promise


@dataclass(frozen=True)
class RuleRow:
    """A house rule, and what it is for the club that reads."""

    rule: HouseRule
    now: Phrase


@dataclass(frozen=True)
class GameTables:
    """A game with its tariff."""

    game: Game
    tables: Sequence[object]


class GamePage(TypedDict):
    """What the page of a game shows."""

    game: Game
    kind: list[Fact]
    tables: Sequence[object]
    besides: list[Fact]
    examples: Sequence[object]
    hands: list[SourceHand]
    quizzes: list[Quiz]
    procedures: list[ProcedureKey]
    house_rules: list[RuleRow]
    variations: list[Variation]
    shelf: Shelf


class ComparePage(TypedDict):
    """Two games side by side, once both are chosen."""

    games: tuple[Game, ...]
    a: Game | None
    b: Game | None
    rows: NotRequired[list[tuple[str, str, str]]]
    tables: NotRequired[list[GameTables]]


class BidsPage(TypedDict):
    """Whether a bid is enough over another, with the keys to name both."""

    game: Game
    by_value: bool
    over: Bid | None
    bid: Bid | None
    over_bars: Mapping[str, list[Key]]
    bars: Mapping[str, list[Key]]
    kind: str
    verdict: Verdict | None
    least: Sequence[object]


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def games(request: ClubRequest) -> HttpResponse:
    """List the games by the number of players."""
    by_number = {
        number: [game for game in GAMES if game.players == number]
        for number in sorted({game.players for game in GAMES})
    }
    return render(request, "room/games.html", {"by_number": by_number})


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def game(request: ClubRequest, key: str) -> HttpResponse:
    """Show a game: what kind it is, its tariff, its examples, its source, its house rules."""
    found = _game(key)
    in_force = in_force_for(request, found)
    context: GamePage = {
        "game": found,
        "kind": kind_of(found, in_force),
        "tables": tariff_tables(found, in_force),
        "besides": besides(found, in_force),
        "examples": [worked(found, example) for example in found.about.examples],
        "hands": hands_of_game(key),
        "quizzes": quizzes_of_game(key),
        "procedures": [
            ProcedureKey(reverse("procedure", args=[key, each]), PROCEDURES[each][0])
            for each in found.dealing.procedures
        ],
        "house_rules": [
            RuleRow(rule, rule_words(rule, in_force[rule.key])) for rule in found.codes.house_rules
        ],
        "variations": variations_of(found, lambda each: reverse("game", args=[each])),
        "shelf": shelf_of(key),
    }
    return render(request, "room/game.html", context)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def compare(request: ClubRequest) -> HttpResponse:
    """Lay two games side by side, each by the laws that the club plays it by."""
    chosen = [
        next((each for each in GAMES if each.key == request.GET.get(name)), None)
        for name in ("a", "b")
    ]
    context: ComparePage = {"games": GAMES, "a": chosen[0], "b": chosen[1]}
    if chosen[0] is not None and chosen[1] is not None:
        pairs = [(each, in_force_for(request, each)) for each in chosen if each is not None]
        context["rows"] = side_by_side(pairs[0], pairs[1])
        context["tables"] = [GameTables(each, tariff_tables(each, rules)) for each, rules in pairs]
    return render(request, "room/games_compare.html", context)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def bids(request: ClubRequest, key: str) -> HttpResponse:
    """Say whether a bid is enough over the last one, and why; and the lowest bids that are."""
    found = _game(key)
    if not found.bidding.levels:
        raise Http404
    rules, given = in_force_for(request, found), request.GET
    over, bid = bid_named(found, given, "over-"), bid_named(found, given, "")
    context: BidsPage = {
        "game": found,
        "by_value": by_value(found, rules),
        "over": over,
        "bid": bid,
        "over_bars": bid_bars(found, rules, given, "over-"),
        "bars": bid_bars(found, rules, given, ""),
        "kind": f"bar-{len(found.bidding.denominations)}",
        "verdict": judge(found, rules, bid, over) if bid is not None else None,
        "least": least_shown(found, rules, over),
    }
    return render(request, "room/bids.html", context)


def _game(key: str) -> Game:
    try:
        return find_game(key)
    except RuleError:
        raise Http404 from None


def in_force_for(request: ClubRequest, game: Game) -> Rules:
    """Return the house rules that the reader's club plays a game by, else the book's."""
    club = request.actor.club
    rules = usual_of(club, game)[0] if club else {"preset": game.codes.default_preset}
    return resolve_rules(game, rules)
