"""What happened? The pages that ask what went wrong, and show what the laws answer to it.

At a table one tap enters a choice by the law; a director reads the five rulings of today.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import whole_number
from clubscore.club.wording import law_url, said
from clubscore.events.models import Event
from clubscore.events.pages.correcting import CorrectedBoard
from clubscore.events.pages.table import TableRequest as At
from clubscore.home.games import in_force_for
from clubscore.lawbook.irregularity import (
    FINE,
    NEW_DEAL,
    REVOKE,
    Answer,
    DecidingQuestion,
    IrregularityStage,
    LawSource,
)
from clubscore.lawbook.which_game import LawsOfGame, laws_of, laws_of_duplicate
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.rulings import BETWEEN, laws_at, note_choice, read_choice, withdraw_choice
from clubscore.rubbers.score import PartScore, standing_at
from clubscore.rubbers.selectors import (
    key_of,
    may_enter,
    new_key,
    no_such_part,
    part_of,
    sitting_for,
)
from clubscore.web.caching import anybody_keeps, phones_keep
from clubscore.web.entry_keys import EntryKey, key, players_bar
from clubscore.web.forms import Problem
from clubscore.web.hand_codes import make_pass
from clubscore.web.phones import address_of


@dataclass(frozen=True)
class LawShown:
    """A law as it is cited, where it is read, its number for a ruling, and its own words."""

    cited: str
    url: str
    number: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class OptionShown:
    """Something to choose: what its key sends, and what the form of the deal then says."""

    value: str
    said: str
    enters: str


@dataclass(frozen=True)
class AnswerShown:
    """An answer; `asks_who` where whose mistake it was goes into the deal."""

    number: int
    says: str
    who: str
    options: tuple[OptionShown, ...]
    asks_who: bool
    until: str
    laws: tuple[LawShown, ...]
    reading: str


@dataclass(frozen=True)
class ChoiceShown:
    """What opens by a tap: an answer, or a question with its choices."""

    key: str
    said: str
    is_open: bool
    asks: str
    choices: tuple["ChoiceShown", ...]
    answer: AnswerShown | None


@dataclass(frozen=True)
class GroupShown:
    """What may go wrong at one stage of the game."""

    key: str
    name: str
    happenings: tuple[ChoiceShown, ...]


def stages_for_page(laws: LawsOfGame, open_at: str = "") -> list[GroupShown]:
    """Return everything that these laws answer; open down to one answer, by its key."""
    shown = _Shown(laws, open_at)
    return [
        GroupShown(
            group.key,
            _(group.name),
            tuple(
                shown.choice(group, each.key, each.happened, each.then) for each in group.happenings
            ),
        )
        for group in laws.groups
    ]


class _Shown:
    """Makes the tree of one page."""

    def __init__(self, laws: LawsOfGame, open_at: str) -> None:
        self.laws, self.open_at = laws, open_at
        self.numbers: Iterator[int] = count(1)

    def choice(
        self, group: IrregularityStage, key: str, words: str, then: Answer | DecidingQuestion
    ) -> ChoiceShown:
        """Return what opens by a tap, with all that is below it."""
        answer = self._answer(group, key, then) if isinstance(then, Answer) else None
        choices: tuple[ChoiceShown, ...] = ()
        asks = ""
        if isinstance(then, DecidingQuestion):
            asks = _(then.asks)
            choices = tuple(
                self.choice(group, f"{key}/{each.key}", each.said, each.then)
                for each in then.choices
            )
        is_open = self.open_at == key or self.open_at.startswith(f"{key}/")
        return ChoiceShown(key, _(words), is_open, asks, choices, answer)

    def _answer(self, group: IrregularityStage, key: str, answer: Answer) -> AnswerShown:
        why = self.laws.why_reading(group, answer)
        return AnswerShown(
            number=next(self.numbers),
            says=_(answer.says),
            who=_(answer.who) if answer.who else "",
            options=tuple(
                OptionShown(
                    f"{key}{BETWEEN}{each.key}",
                    _(each.said),
                    f"{each.enters}:{each.of_what}" if each.enters in (REVOKE, FINE) else "",
                )
                for each in answer.options
            ),
            asks_who=any(each.enters in (REVOKE, FINE) for each in answer.options),
            until=_(answer.until) if answer.until else "",
            laws=tuple(_law(each) for each in answer.by(self.laws.code)),
            reading=_(why) if why else "",
        )


def _law(source: LawSource) -> LawShown:
    cited = source.cited
    return LawShown(said(cited), law_url(cited), cited.numbers, source.words)


# ---- What happened at a card table.


@dataclass(frozen=True)
class DealAsked:
    """A deal that a mistake may belong to: the one in hand, or the last one recorded."""

    position: int
    said: str
    checked: bool


class TableIncident(TypedDict):
    """What may happen at a table, and what its keys send."""

    sitting: Sitting
    part: Part
    groups: list[GroupShown]
    borrowed: str
    may_choose: bool
    deals: list[DealAsked]
    seats: list[EntryKey]
    key: str
    hand_in: NotRequired[str]
    code_pass: NotRequired[str]
    problems: NotRequired[list[Problem]]


@open_to(Level.TABLE)
@phones_keep
@require_safe
def happened_at_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask what happened at a table, and answer by the laws it plays by."""
    sitting = sitting_for(request.actor, pk)
    part = part_of(sitting)
    if part is None:
        return redirect("seats", pk=pk)
    return _page(request, standing_at(part, sitting.revision), QueryDict())


@open_to(Level.TABLE)
@require_POST
def choose_by_law(request: ClubRequest, pk: int) -> HttpResponse:
    """Note what was chosen; it leads to the form that then says so, or back to the table."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    part = part_of(sitting, whole_number(given.get("part")) or 0)
    if part is None:
        raise no_such_part()
    if given.get("withdraw"):
        withdraw_choice(
            sitting=sitting, part=part.number, choice=whole_number(given.get("withdraw")) or 0,
            key=key_of(given), actor=request.actor,
        )  # fmt: skip
        return redirect("table", pk=pk)
    standing = standing_at(part, sitting.revision)
    read = read_choice(standing, given)
    if read.lacks_seat:
        problem = Problem("", _("Choose who it was."))
        return _page(request, standing, given, read.answer, [problem], status=422)
    note_choice(
        sitting=sitting,
        part=part.number,
        chosen=read.chosen,
        key=key_of(given),
        actor=request.actor,
    )
    is_recorded = standing.by_position(read.position) is not None
    if is_recorded and read.option.enters not in ("", NEW_DEAL):
        change = reverse("change", args=[pk, part.number, read.position])
        return redirect(f"{change}?{urlencode({'chosen': 'yes'})}")
    return redirect("table", pk=pk)


def _page(
    request: ClubRequest,
    standing: PartScore,
    given: QueryDict,
    open_at: str = "",
    problems: list[Problem] | None = None,
    status: int = 200,
) -> HttpResponse:
    sitting: Sitting = standing.part.sitting
    laws = laws_at(standing)
    context: TableIncident = {
        "sitting": sitting,
        "part": standing.part,
        "groups": stages_for_page(laws, open_at),
        "borrowed": _(laws.borrowed) if laws.borrowed else "",
        "may_choose": sitting.is_open and may_enter(request.actor, sitting),
        "deals": _deals(standing, whole_number(given.get("deal")) or 0),
        "seats": [
            key(seat, name, given.get(f"seat-{open_at}"))
            for seat, name in players_bar(standing.game.seats, standing.names)
        ],
        "key": key_of(given) if given else new_key(),
        "problems": problems or [],
    }
    if context["may_choose"]:
        # What is chosen offline is handed in as a deal is.
        context["hand_in"] = address_of(request, reverse("hand-in", args=[sitting.pk]))
        context["code_pass"] = make_pass(request.actor, f"table-{sitting.pk}")
    return render(request, "room/happened/table.html", context, status=status)


def _deals(standing: PartScore, chosen: int) -> list[DealAsked]:
    """Return the deal in hand and the last one recorded; the first is meant unless one was said."""
    number = len(standing.live) + 1
    now = DealAsked(
        standing.next_position,
        _("Deal %(number)s, in hand") % {"number": number},
        not chosen or chosen == standing.next_position,
    )
    if not standing.live:
        return [now]
    last = standing.live[-1]
    words = _("Deal %(number)s, recorded") % {"number": last.number}
    return [now, DealAsked(last.position, words, chosen == last.position)]


class EventAsked(TypedDict):
    """The five rulings; `ruling` leads to that on a board, `asks` is whether one may ask.

    `board` is the one that was shown when it was asked, `table_url` leads back to it.
    """

    event: Event
    spot: str
    groups: list[GroupShown]
    asks: NotRequired[bool]
    key: NotRequired[str]
    board: NotRequired[int | None]
    table_url: NotRequired[str]
    ruling: NotRequired[str]


@open_to(Level.TABLE)
@require_safe
def happened_at_event(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show players what the laws of today say, each answer with the key that asks the director."""
    at = At(request, event, spot)
    board = whole_number(request.GET.get("board"))
    table = reverse("event-at", args=[event, spot])
    context: EventAsked = {
        "event": at.event,
        "spot": spot,
        "groups": stages_for_page(laws_of_duplicate()),
        "asks": at.voice.speaks,
        "key": new_key(),
        "board": board,
        "table_url": f"{table}?{urlencode({'board': board})}" if board else table,
    }
    return render(request, "room/happened/event.html", context)


@open_to(Level.SCORER)
@require_safe
def ruling_guide(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show the director the same, each answer with the way to the ruling page and its law."""
    place = CorrectedBoard(request, event, spot, request.GET)
    at = urlencode({"round": place.round, "board": place.standing.spot.board})
    context: EventAsked = {
        "event": place.event,
        "spot": spot,
        "groups": stages_for_page(laws_of_duplicate()),
        "ruling": f"{reverse('event-ruling', args=[event, spot])}?{at}",
    }
    return render(request, "room/happened/event.html", context)


class GameAsked(TypedDict):
    """What may happen at a game; `code` is the name of the laws it is played by, if it has more."""

    game: Game
    code: str
    groups: list[GroupShown]
    borrowed: str


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def happened_at_game(request: ClubRequest, key: str) -> HttpResponse:
    """Ask what happened at a game, and answer by its laws; `?preset=` names a code of them."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    in_force = in_force_for(request, game).preset.key
    asked = request.GET.get("preset", in_force)
    preset = next((each for each in game.codes.presets if each.key == asked), None)
    if preset is None:
        raise Http404
    laws = laws_of(key, preset.key)
    context: GameAsked = {
        "game": game,
        "code": _(preset.name) if len(game.codes.presets) > 1 else "",
        "groups": stages_for_page(laws),
        "borrowed": _(laws.borrowed) if laws.borrowed else "",
    }
    return render(request, "room/happened/game.html", context)
