"""The games room: games by number of players, their rules compared, and the laws of the house."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.clubs import keep_laws, own_laws_of, own_laws_summary, set_house, take_laws_away
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused
from clubscore.club.models import OwnLaws
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import said
from clubscore.home.judged_deals import AdjudicatedPage, adjudicated
from clubscore.home.law_book import shelf_of
from clubscore.laws.auction import by_value, judge
from clubscore.laws.cards import RANKS, SUITS, Denomination
from clubscore.laws.deal import Unverified
from clubscore.laws.deal_reading import HANDS, forced_declaration, sorted_pack
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import HouseRule, Rules, describe_rules, resolve_rules, rule_words
from clubscore.laws.words import Phrase
from clubscore.rubbers.forms import UsualLawsForm
from clubscore.rubbers.game_facts import (
    besides,
    bid_bars,
    bid_named,
    kind_of,
    lowest_bids,
    side_by_side,
    tariff_tables,
    variations_of,
    worked,
)
from clubscore.rubbers.proposals import AgreementProposal
from clubscore.rubbers.stakes import usual_of
from clubscore.web.caching import anybody_keeps
from clubscore.web.forms import problem_of

# The order of a hand as people hold it: spades first, the ace at the left.
HELD = tuple(reversed(SUITS))
HIGH_FIRST = ("A", *reversed(RANKS[1:]))


@dataclass(frozen=True)
class ShownCard:
    """A card as components show it."""

    value: str
    checked: bool = False

    @property
    def rank(self) -> str:
        """Its rank, ten as a figure."""
        return "10" if self.value[0] == "T" else self.value[0]

    @property
    def suit(self) -> str:
        """The sign of its suit."""
        return self.value[1].lower()


@dataclass(frozen=True)
class SuitRow:
    """The keys of a suit, the ace first."""

    suit: Denomination
    sign: str
    cards: list[ShownCard]


@dataclass(frozen=True)
class SuitHeld:
    """How long a suit of the hand is, and what its pips come to."""

    sign: str
    length: int
    pips: int


@dataclass(frozen=True)
class ShownDeclaration:
    """What dummy must declare, why, and by which law."""

    sign: str
    name: str
    reason: str
    law: str
    suits: list[SuitHeld]


class Helped(TypedDict):
    """What the page of every procedure shows."""

    game: Game
    title: Promise


def _forced(request: ClubRequest, helped: Helped) -> dict[str, Any]:
    """Return the 52 keys, and what the thirteen of them that are chosen must declare."""
    chosen = request.GET.getlist("card")
    rows = [
        SuitRow(
            suit=each,
            sign=sign(each.key),
            cards=[
                ShownCard(rank + each.key, checked=rank + each.key in chosen) for rank in HIGH_FIRST
            ],
        )
        for each in HELD
    ]
    context: dict[str, Any] = {
        "game": helped["game"],
        "title": helped["title"],
        "rows": rows,
        "count": len(chosen),
    }
    if chosen:
        try:
            answer = forced_declaration(chosen)
        except RuleError as error:
            context["problems"] = [problem_of(error)]
            return context
        context["answer"] = ShownDeclaration(
            sign=sign(answer.denomination.key),
            name=_(answer.denomination.name),
            reason=said(answer.reason),
            law=answer.law,
            suits=[
                SuitHeld(sign(suit.denomination.key), suit.length, suit.pips)
                for suit in reversed(answer.suits)
            ],
        )
    return context


def _sorted(_request: ClubRequest, helped: Helped) -> dict[str, Any]:
    """Return a pack in an order that gives every hand one card of each rank."""
    pack = sorted_pack(random.SystemRandom())
    rows = [pack[start : start + HANDS] for start in range(0, len(pack), HANDS)]
    return {**helped, "rows": [[ShownCard(card) for card in row] for row in rows]}


def _adjudicated(request: ClubRequest, helped: Helped) -> AdjudicatedPage:
    """Return a deal given up, judged by the solver."""
    return adjudicated(request, helped["game"], helped["title"])


Make = Callable[[ClubRequest, Helped], dict[str, Any] | dict[str, Any] | AdjudicatedPage]
PROCEDURES: dict[str, tuple[Promise, str, Make]] = {
    "forced-declaration": (
        gettext_lazy("What must dummy declare?"), "room/forced_declaration.html", _forced
    ),
    "sorted-pack": (gettext_lazy("Sort the pack"), "room/sorted_pack.html", _sorted),
    "adjudicate": (
        gettext_lazy("Let the solver judge a deal"),
        "room/live_hands/adjudicated.html",
        _adjudicated,
    ),
}  # fmt: skip


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def procedure(request: ClubRequest, key: str, procedure: str) -> HttpResponse:
    """Help with something that the law of a game lays down step by step."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    if procedure not in game.dealing.procedures:
        raise Http404
    title, template, make = PROCEDURES[procedure]
    context = make(request, {"game": game, "title": title})
    return render(request, template, context, status=422 if context.get("problems") else 200)


# ---- Games by the number of players.


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
    context: dict[str, Any] = {
        "game": found,
        "kind": kind_of(found, in_force),
        "tables": tariff_tables(found, in_force),
        "besides": besides(found, in_force),
        "examples": [worked(found, example) for example in found.about.examples],
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
    context: dict[str, Any] = {"games": GAMES, "a": chosen[0], "b": chosen[1]}
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
    context: dict[str, Any] = {
        "game": found,
        "by_value": by_value(found, rules),
        "over": over,
        "bid": bid,
        "over_bars": bid_bars(found, rules, given, "over-"),
        "bars": bid_bars(found, rules, given, ""),
        "kind": f"bar-{len(found.bidding.denominations)}",
        "verdict": judge(found, rules, bid, over) if bid is not None else None,
        "least": lowest_bids(found, rules, over),
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


# ---- Laws and stakes of the house.


@dataclass(frozen=True)
class OwnRow:
    """Laws that the club keeps under a name, and what they say."""

    laws: OwnLaws
    words: str


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: ClubRequest, key: str) -> HttpResponse:
    """Show and set the laws and the stake of one game."""
    try:
        game = find_game(key)
    except RuleError as unknown:
        raise Http404 from unknown
    club = request.actor.home
    form = UsualLawsForm(request.POST, club=club, game=game)
    if request.method != "POST" or form.sends("read"):
        return _page(request, form)
    try:
        _set(request, form)
    except RuleError as error:
        form.refuse(error)
        return _page(request, form, status=422)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
        return _page(request, form, status=422)
    except ChangedMeanwhile as meanwhile:
        club.refresh_from_db()
        return _page(request, form, status=409, changes=meanwhile.changes)
    here = form.sends("keep") or form.sends("away")
    return redirect("club-house", key=game.key) if here else redirect("club")


def _set(request: ClubRequest, form: UsualLawsForm) -> None:
    """Keep laws under a name, take such away, or set what the house usually plays."""
    author, club, game = request.actor.label, form.club, form.game
    if form.sends("away"):
        pk = form.number_of("away") or 0
        take_laws_away(club=club, game=game, pk=pk, author=author, seen=form.words_of("own_seen"))
    elif form.sends("keep"):
        keep_laws(
            club=club,
            game=game,
            name=form.words_of("own_name"),
            rules=form.rules,
            author=author,
            seen=form.words_of("own_seen"),
        )
    else:
        set_house(
            club=club,
            game=game.key,
            rules=form.agreement.rules,
            stake=form.stake_words,
            seen=form.seen,
            author=author,
        )


def _in_words(game: Game, rules: Unverified) -> str:
    try:
        return said(describe_rules(game, rules))
    except RuleError:
        return _("The game no longer has these laws. Choose others.")


def _page(
    request: ClubRequest,
    form: UsualLawsForm,
    status: int = 200,
    changes: Sequence[FieldChange] = (),
) -> HttpResponse:
    club, game = form.club, form.game
    # Who was told what somebody else changed has seen it.
    seen, own_seen = ("" if changes else form.typed(name) for name in ("seen", "own_seen"))
    context: dict[str, Any] = {
        "changes": changes,
        "game": game,
        "proposal": AgreementProposal.of(form),
        "problems": form.problems,
        "own": [OwnRow(each, _in_words(game, each.rules)) for each in own_laws_of(club, game)],
        "own_name": form.typed("own_name"),
        "own_seen": own_seen or own_laws_summary(club, game),
        "seen": seen or json.dumps(club.house.get(game.key, {})),
    }
    return render(request, "room/house.html", context, status=status)
