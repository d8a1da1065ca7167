"""Rulings: one page for a board at a table, which asks what the ruling is, and their log."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, key_of, new_key, text_of
from clubscore.club.wording import MINUS, said
from clubscore.events.corrections import AppealForm, RulingForm, give_penalty, units_of
from clubscore.events.finishing import imps_of_averages
from clubscore.events.formats import UNIT_WORDS
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.facts import RulingGiven, members
from clubscore.events.pages.correcting import WAYS, CorrectedBoard, rule_here
from clubscore.events.result_form import (
    ShownResult,
    given_of,
    is_form,
    keys_of,
    read_award,
    seats_named,
    shown,
)
from clubscore.events.result_words import RevokeKeys, revoke_keys
from clubscore.events.rulings import (
    KINDS,
    OUTCOMES,
    ROWS,
    SIDES,
    Cited,
    give_ruling,
    given_of_ruling,
    note_appeal,
    read_ruling,
    rulings_of,
    what_follows,
)
from clubscore.events.scoring import PlaceChange, Scorer, changed_places, ranked_of, valuation_of
from clubscore.events.selectors import directed_by, must_not_be_hidden
from clubscore.laws.errors import RuleError
from clubscore.web.forms import Problem, Problems

ASSIGNED = ("assigned", "weighted", "split")
# Of a top in per cent: usual penalties (law 90).
USUAL_PENALTIES = ("10", "25", "50")


class ScoreRow(NamedTuple):
    """A row of a score and its part, by the names of its fields."""

    score_name: str
    score: str
    part_name: str
    part: str


class ScoreList(NamedTuple):
    """A list of scores that a ruling asks for: whose, for ears and eyes."""

    title: str
    rows: list[ScoreRow]


class AwardChoice(NamedTuple):
    """What a side may get without a result: its value, its sign, what it is worth at IMPs."""

    value: str
    sign: str
    worth: str


class SideHere(NamedTuple):
    """A side at the table: its way, what it is called, and what it was given."""

    way: str
    called: str
    award: str
    other: str


class Guided(TypedDict):
    """Which board this is, where the guide to what happened is, and the law it led here with."""

    at: str
    cited: str
    guide: str


@open_to(Level.SCORER)
def ruling(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Ask what the ruling on a board is; a POST shows what it changes, with "save" gives it."""
    given = request.POST if request.method == "POST" else request.GET
    place = CorrectedBoard(request, event, spot, given)
    must_not_be_hidden(place.room, place.standing.spot.board)
    if request.method != "POST":
        return _page(place, given.get("what", ""), [])
    what = "result" if "passed_out" in given else given.get("what", "")
    if what not in KINDS:
        return _page(place, "", [Problem("", _("Choose what the ruling is."))])
    try:
        return _ruled(place, what)
    except Problems as error:
        return _page(place, what, error.problems)
    except RuleError as error:
        return _page(place, what, [Problem(error.where, said(error))])
    except Refused as refused:
        return _page(place, what, [Problem("", str(refused))])


def _ruled(place: CorrectedBoard, what: str) -> HttpResponse:
    """Show what a ruling changes, or give it."""
    do, form = _doing(place, what), RulingForm(place.given)
    if "save" not in place.given:
        before = ranked_of(place.full)
        room, after = what_follows(place.event, do)
        changes = changed_places(place.full, before, after)
        return _page(place, what, [], changes, shown(room.standing(place.standing.spot).facts))
    if not form.words_of("reason"):
        raise Problems(Problem("reason", _("Please give a reason. Everyone can read it.")))
    cited = Cited(what, form.words_of("law"), form.words_of("by"))
    give_ruling(section=place.section, spot=place.standing.spot, cited=cited,
                entered=place.entered, actor=place.request.actor, do=do)  # fmt: skip
    return _back(place.event.pk, place.name, place.round, place.standing.spot.board)


def _back(event: int, spot: str, round_: int, board: int) -> HttpResponse:
    return redirect(f"{reverse('event-ruling', args=[event, spot])}?round={round_}&board={board}")


def _doing(place: CorrectedBoard, what: str) -> Callable[[], None]:
    """What a ruling does to the event. Raises Problems with what is still to be said."""
    scorer = Scorer(place.full)
    if what in ASSIGNED:
        facts = read_ruling(what, place.given, scorer, place.standing)
        return lambda: rule_here(place, facts)
    if what == "artificial":
        awarded = read_award(_awards_given(place.given))
        return lambda: rule_here(place, awarded)
    if what == "procedural":
        return _penalty(place)
    return lambda: WAYS[what](place)


def _awards_given(given: QueryDict) -> dict[str, str]:
    """What each side gets: the percentage that was typed, else the key."""
    found = {}
    for way in SIDES:
        typed = text_of(given, f"other_{way}").strip()
        found[f"award_{way}"] = typed.removesuffix("%") or text_of(given, f"award_{way}")
    return found


def _penalty(place: CorrectedBoard) -> Callable[[], None]:
    """Take so much off a side; a pair, a team, or the two players who formed it."""
    form = RulingForm(place.given)
    side = form.words_of("whose")
    if side not in SIDES:
        raise Problems(Problem("whose", _("Choose whose penalty it is.")))
    sides = place.standing.revisions[-1].sides if place.standing.revisions else None
    sat = sides or place.table.place.sides
    amount = form.words_of("amount") or form.words_of("usual")
    reason = place.entered.reason or "–"

    def do() -> None:
        for at, number in enumerate(members(sat[SIDES.index(side)])):
            give_penalty(
                section=place.section, pair=number, amount=amount, unit=form.words_of("unit"),
                reason=reason, key=f"{place.entered.key}{f':{at}' if at else ''}",
                actor=place.request.actor,
            )  # fmt: skip

    return do


def _page(
    place: CorrectedBoard,
    what: str,
    problems: list[Problem],
    changes: list[PlaceChange] | None = None,
    after: ShownResult | None = None,
) -> HttpResponse:
    standing = place.standing
    what = what if what in KINDS else ""
    typed = place.request.method == "POST"
    given: Given = place.given if typed else given_of_ruling(standing.facts)
    context: dict[str, Any] = {
        "event": place.event,
        "spot": place.name,
        "shown": place.room.table_name(place.section, place.number),
        "place": place,
        "now": shown(standing.facts, place.names()),
        "what": what,
        "kinds": [(key, str(words)) for key, (words, _law) in KINDS.items()],
        "title": str(KINDS[what][0]) if what else "",
        "sides": [_side(place, way, given) for way in SIDES],
        "lists": _lists(what, given),
        "could": _list(_("What they could have had"), "could_", given),
        "awards": _awards(place.event),
        "units": [(unit, _(UNIT_WORDS[unit])) for unit in units_of(place.event)],
        "usual_penalties": USUAL_PENALTIES,
        "keys": keys_of(valuation_of(place.event), _result_given(place, given), place.names()),
        "revokes": _revokes(place, given),
        "all_boards": place.other_boards,
        "given": given if typed else {**given, "law": _cited(place) or _usual(what)},
        **_guided(place),
        "changes": changes,
        "after": after,
        "log": rulings_of(place.room, board=standing.spot.board),
        "outcomes": [(key, str(words)) for key, words in OUTCOMES.items()],
        "problems": problems,
        "seen": standing.number,
        "key": key_of(place.given) if typed else new_key(),
    }
    return render(place.request, "events/ruling.html", context, status=422 if problems else 200)


def _cited(place: CorrectedBoard) -> str:
    """The law that the guide to what happened led here with; none once a form is sent."""
    return place.request.GET.get("law", "")[:40] if place.request.method == "GET" else ""


def _usual(what: str) -> str:
    return KINDS[what][1] if what else ""


def _guided(place: CorrectedBoard) -> Guided:
    cited = _cited(place)
    at = urlencode({"round": place.round, "board": place.standing.spot.board})
    guide = reverse("event-ruling-guide", args=[place.event.pk, place.name])
    return {
        "cited": f"&{urlencode({'law': cited})}" if cited else "",
        "guide": f"{guide}?{at}",
        "at": at,
    }


def _result_given(place: CorrectedBoard, given: Given) -> Given:
    """What the keys of a result say: what was sent, else what counts."""
    facts = place.standing.facts
    return given if is_form(given) else given_of(facts, valuation_of(place.event))


def _revokes(place: CorrectedBoard, given: Given) -> list[RevokeKeys]:
    told = _result_given(place, given)
    return revoke_keys(valuation_of(place.event), told, seats_named(place.names()))


def _side(place: CorrectedBoard, way: str, given: Given) -> SideHere:
    called = place.room.called(place.section.pk, place.table.place.side(way))
    award, other = (text_of(given, f"{name}_{way}") for name in ("award", "other"))
    return SideHere(way, called, award, other)


def _lists(what: str, given: Given) -> list[ScoreList]:
    if what == "weighted":
        return [_list(_("Scores and their parts"), "", given)]
    if what != "split":
        return []
    return [
        _list(_("North–South score"), "ns_", given),
        _list(_("East–West score"), "ew_", given),
    ]


def _list(title: str, prefix: str, given: Given) -> ScoreList:
    names = [(f"{prefix}score{n}", f"{prefix}part{n}") for n in ROWS]
    rows = [ScoreRow(one, text_of(given, one), two, text_of(given, two)) for one, two in names]
    return ScoreList(title, rows)


def _awards(event: Event) -> list[AwardChoice]:
    """A+, A and A−; at IMPs with what they are worth (law 12C2; tournament regulations)."""
    worth = int(imps_of_averages(event) or 0)
    return [
        AwardChoice(each, each.replace("-", MINUS), f"{at * worth:+d}".replace("-", MINUS)
                    if worth and at else "0" if worth else "")
        for each, at in (("A+", 1), ("A", 0), ("A-", -1))
    ]  # fmt: skip


@open_to(Level.SCORER)
@require_POST
def appeal(request: ClubRequest, event: int, ruling: int) -> HttpResponse:
    """Note that an appeal against a ruling was lodged, or what came of it."""
    found, form = directed_by(request.actor, event), AppealForm(request.POST)
    given = EventHappening.objects.filter(event=found, kind="ruling", pk=ruling).first()
    if given is None:
        raise Http404
    try:
        note_appeal(event=found, ruling=ruling, what=form.words_of("what"),
                    by=form.words_of("by"), text=form.words_of("text"), key=form.key,
                    actor=request.actor)  # fmt: skip
    except RuleError as error:
        raise Refused(said(error)) from None
    told = given.told_as(RulingGiven)
    section = next(each for each in found.sections.all() if each.pk == told["section"])
    return _back(event, f"{section.letter}{told['table']}", told["round"], told["board"])
