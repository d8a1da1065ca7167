"""The pages for sitting down at a card table: names, then the game and its stake, then seats.

The number of players follows from the names. Each step is an address that carries what was chosen
before, so the way back loses nothing and a phone may be put aside in the middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, text_of, whole_number
from clubscore.club.models import Club, Person
from clubscore.club.people import add_guest, add_guests, names_between
from clubscore.club.wording import said
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game, is_game
from clubscore.laws.house_rules import describe_rules, resolve_rules
from clubscore.laws.settlement import read_stakes
from clubscore.laws.seven import PLAYERS as SEVEN
from clubscore.laws.words import SEATS
from clubscore.rubbers.forms import AgreementForm, OpeningForm, SeatsForm, SittingForm
from clubscore.rubbers.game_facts import variations_of
from clubscore.rubbers.line_up import belonging, prior_rights
from clubscore.rubbers.line_up_changes import draw_for_seats, needs_choice
from clubscore.rubbers.models import CardTable, RulesKept, Sitting
from clubscore.rubbers.pad import stake_alone
from clubscore.rubbers.pages.way_on import has_moved_on, step_of
from clubscore.rubbers.proposals import (
    AgreementProposal,
    agreement_as,
    last_at,
    table_for,
    times_played,
)
from clubscore.rubbers.seating import (
    Agreement,
    agreement_of,
    change_agreement,
    cut_of,
    free_to_go,
    games_for,
    open_sitting,
    take_seats,
    those_next,
)
from clubscore.rubbers.selectors import free_tables, new_key, part_of, sits_at, sitting_for, tonight
from clubscore.rubbers.stakes import usual_of
from clubscore.rubbers.table_state import state_of
from clubscore.web.entry_keys import EntryKey, key
from clubscore.web.forms import Problem, people_at, people_to_seat

SHOWN = 12
MOST = 99
MANY = 8
FEWEST, FULL_TABLE = 2, 4
# What is carried from step to step.
CARRIED = ("n", "who", "later", "game", "as", "stake", "table", "sitting")


def step(name: str, given: QueryDict) -> str:
    """Return the address of a step with everything that was chosen so far."""
    kept = QueryDict(mutable=True)
    for field in CARRIED:
        kept.setlist(field, given.getlist(field))
    return f"{reverse(name)}?{kept.urlencode()}"


def step_for(people: Sequence[Person]) -> str:
    """Return the address of what so many do next: choose a game, or sit down as seven.

    More fill tables of four one after the other; who is left sits down at the next.
    """
    given = QueryDict(mutable=True)
    keys = [str(person.pk) for person in people]
    given.setlist("who", keys)
    if len(keys) < FEWEST:
        return step("sit-down", given)
    if len(keys) == SEVEN:
        return step("sit-down-seven", given)
    if len(keys) > SEVEN:
        given.setlist("who", keys[:FULL_TABLE])
        given.setlist("later", keys[FULL_TABLE:])
    return step("sit-down-game", given)


def how_many(said: str) -> int:
    """Return how many are expected; "8+" is eight, and four where no one said."""
    return min(whole_number(said.rstrip("+ ")) or FULL_TABLE, MOST)


@open_to(Level.PLAYER)
def names(request: ClubRequest) -> HttpResponse:
    """Ask who plays: members and guests by any part of a name, a guest in one tap.

    The form is posted and answered with the address that carries what was tapped.
    """
    if request.method == "POST":
        return _tapped(request)
    return _page(request, SittingForm(request.GET, club=request.actor.home))


def _page(request: ClubRequest, form: SittingForm, problem: Problem | None = None) -> HttpResponse:
    club = request.actor.home
    count, people, text = how_many(form.words_of("n")), form.people, form.words_of("q")
    name = first_typed(text)
    seated, rights = sits_at(club), prior_rights(club, tonight(club))
    found = people_to_seat(club, name).exclude(pk__in=[person.pk for person in people])[:SHOWN]
    sentences, goes, here = sentences_by_number(), goes_by_number(count), len(people)
    problems = [*form.problems, *([problem] if problem else [])]
    context: dict[str, Any] = {
        "n": count,
        "free": free_to_go(club, seated),
        "people": people,
        "found": [(person, seated.get(person.pk, ""), rights.get(person.pk)) for person in found],
        "q": text,
        "name": name,
        "sentence": missing_text(count - here) if 0 < here < count else sentences[min(here, MANY)],
        "go": goes[min(here, MANY)],
        "many": here >= MANY,
        "missing": [missing_text(left) for left in range(count + 1)],
        "sentences": sentences,
        "goes": goes,
        "form": form,
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "rubbers/sit_down/names.html", context, status=status)


def missing_text(left: int) -> str:
    """Return how many are still to come."""
    text = ngettext("One still to choose.", "%(count)s still to choose.", left)
    return text % {"count": left}


def sentences_by_number() -> list[str]:
    """Return what so many people come to, from none to eight or more."""
    return [
        _("Choose who plays."),
        _("One still to choose."),
        _("Two: one table."),
        _("Three: one table."),
        _("Four: one table."),
        _("Five: one waits and cuts in."),
        _("Six: two wait and cut in."),
        _("Seven: two tables, dummy crosses."),
        _("Eight or more: several tables, or a tournament."),
    ]


def goes_by_number(expected: int) -> list[str]:
    """Return what the key says where so many are chosen, from none to eight or more.

    Fewer than are expected play a game for fewer, and the key says so before.
    """
    goes = [*[_("Choose the game")] * SEVEN, _("Two tables"), _("First table")]
    fewer = {FEWEST: _("Games for two"), FULL_TABLE - 1: _("Games for three")}
    return [fewer.get(here, go) if here < expected else go for here, go in enumerate(goes)]


def _tapped(request: ClubRequest) -> HttpResponse:
    """Add the guest that was named, look further, or go on to the game."""
    given, club = request.POST.copy(), request.actor.home
    if "enter" in given and given.get("q", "").strip():
        return _entered(request, given)
    if not given.get("guest"):
        given["guest"] = first_typed(given.get("q", ""))
    form = SittingForm(given, club=club)
    if form.questions:
        return _page(request, form)
    if form.new_guest:
        for added in add_guests(club=club, names=form.new_guest, actor=request.actor):
            given.appendlist("who", str(added.pk))
    elif form.sends("go"):
        if len(form.people) < FEWEST:
            text = _("Choose who plays: two at least.")
            return _page(request, form, Problem("q", text))
        return redirect(step_for(form.people))
    address, text = step("sit-down", given), form.words_of("q")
    if form.sends("find") and text:
        address += "&" + urlencode({"q": text})
    return redirect(address)


def first_typed(text: str) -> str:
    """Return the first of several names with commas or "&" between them."""
    return next(iter(names_between(text.partition(",")[0])), "")


def _entered(request: ClubRequest, given: QueryDict) -> HttpResponse:
    """Choose whom the names mean that were typed, one or several with commas between them.

    Where nobody is called so it is a guest's. Of several people one is to be tapped, and who plays
    elsewhere is shown; what is asked about a name is asked. The names after it stay typed.
    """
    club = request.actor.home
    seated = sits_at(club)
    held = seated.keys() - free_to_go(club, seated)
    while name := first_typed(text_of(given, "q")):
        found = list(people_to_seat(club, name).exclude(pk__in=given.getlist("who")))
        named = [each for each in found if name.casefold() in _names_of(each)]
        means = named or found
        if len(means) > 1 or (means and means[0].pk in held):
            return redirect(f"{step('sit-down', given)}&{urlencode({'q': text_of(given, 'q')})}")
        if means:
            person = means[0]
        else:
            form = SittingForm(_asking_for(given, name), club=club)
            if form.questions or form.problems:
                return _page(request, form)
            person = add_guest(club=club, name=form.new_guest, actor=request.actor)
        given.appendlist("who", str(person.pk))
        first, _comma, rest = text_of(given, "q").partition(",")
        given["q"] = ", ".join(filter(None, [*names_between(first)[1:], rest.strip()]))
    return redirect(step("sit-down", given))


def _asking_for(given: QueryDict, guest: str) -> QueryDict:
    asking = given.copy()
    asking["guest"], asking["add_guest"] = guest, "1"
    return asking


def _names_of(person: Person) -> tuple[str, str]:
    return person.name.casefold(), person.short_name.casefold()


# ---- Which game.

OFTEN = 4


@dataclass(frozen=True)
class GameKey:
    """A key that opens a table: the game, its laws and its stake; how often the club played it.

    `as_at` is the sitting whose laws and stake hold; else they are the club's usual.
    """

    game: Game
    laws: str
    stake: str
    times: int = 0
    as_at: int | None = None


@open_to(Level.PLAYER)
@require_safe
def game(request: ClubRequest) -> HttpResponse:
    """Ask which game, out of those for the number; a tap opens the table."""
    club, given = request.actor.home, request.GET
    people = people_at(club, given.getlist("who"))
    later = people_at(club, given.getlist("later"))
    games = games_for(len(people))
    if not games:
        return redirect(step_for(people))
    times = times_played(club, [one.key for one in games])
    every = [_usual_key(club, one, times[one.key]) for one in games]
    last = _last_key(club, people, games)
    first = {last.game.key} if last else set()
    today = [one for one in every if one.game.about.is_of_today]
    first |= {one.game.key for one in today}
    context: dict[str, Any] = {
        "people": people,
        "later": later,
        "names": [person.short_name for person in people],
        "later_names": [person.short_name for person in later],
        "waiting": len(people) - games[0].players,
        "players": games[0].players,
        "last": last,
        "today": today,
        "often": _often(club, [one for one in every if one.game.key not in first]),
        "every": every,
        "key": OpeningForm(given, club=club, game=games[0]).key,
        "back": step("sit-down", given),
    }
    return render(request, "rubbers/sit_down/game.html", context)


def _often(club: Club, games: list[GameKey]) -> list[GameKey]:
    """Return the games by the club's habit; those it has not played, as it began with them."""
    place = {str(key): number for number, key in enumerate(club.usual_games)}
    known = [one for one in games if one.times or one.game.key in place]
    known.sort(key=lambda one: (-one.times, place.get(one.game.key, len(place))))
    return known[:OFTEN]


def _usual_key(club: Club, game: Game, times: int) -> GameKey:
    rules, stake = usual_of(club, game)
    return GameKey(game, _laws(game, rules), stake if club.plays_for_money else "", times)


def _last_key(club: Club, people: list[Person], games: list[Game]) -> GameKey | None:
    """Return the key for what these people played last, else what so many did; None for none."""
    found = last_at(club, people, [one.key for one in games])
    if found is None:
        return None
    sitting, agreed = found
    game = find_game(agreed.game)
    stake = stake_alone(read_stakes(agreed.stakes)) if club.plays_for_money else ""
    return GameKey(game, _laws(game, agreed.rules), stake, as_at=sitting.pk)


def _laws(game: Game, rules: RulesKept) -> str:
    return said(describe_rules(game, rules))


# ---- Stake and laws.


@open_to(Level.PLAYER)
@require_safe
def stake(request: ClubRequest) -> HttpResponse:
    """Ask for stake, laws and table, each one line with the club's usual."""
    return _stake_page(request, request.GET)


def _stake_page(
    request: ClubRequest, given: QueryDict, form: OpeningForm | None = None, status: int = 200
) -> HttpResponse:
    """Show the page; with a `form` that was refused, with what is wrong."""
    club = request.actor.home
    if not is_game(given.get("game")):
        return redirect(step("sit-down-game", given))
    chosen = find_game(given["game"])
    shown = form or OpeningForm(given, club=club, game=chosen)
    people, sitting = shown.people, given.get("sitting")
    context: dict[str, Any] = {
        "people": people,
        "later": shown.later,
        "names": [person.short_name for person in people],
        "too_many": len(people) > chosen.players,
        "game": chosen,
        "proposal": AgreementProposal.of(shown),
        "tables": [] if sitting else free_tables(club),
        "table": shown.typed("table"),
        "sitting": sitting,
        "problems": form.problems if form else [],
        "variations": variations_of(chosen, partial(_as_another, given)),
        "key": shown.key,
        "back": step("sit-down-game", given),
    }
    return render(request, "rubbers/sit_down/stake.html", context, status=status)


def _as_another(given: QueryDict, key: str) -> str:
    """Return the address of this step for another game; its laws and stake are proposed anew."""
    chosen = given.copy()
    chosen["game"] = key
    return step("sit-down-stake", chosen)


@open_to(Level.PLAYER)
@require_POST
def open_table(request: ClubRequest) -> HttpResponse:
    """Open the table with what was agreed, or say what has to be put right.

    A key may name the sitting whose laws and stake hold again.
    """
    given, club = request.POST.copy(), request.actor.home
    people = people_at(club, given.getlist("who"))
    as_at = whole_number(given.get("as"))
    again = None if as_at is None else agreement_as(club, as_at, len(people))
    if again is not None:
        given["game"] = again.game
    if not is_game(given.get("game")) or "read" in given or "advised" in given:
        return _stake_page(request, given)
    if "change" in given:
        return redirect(_with_terms(given, again))
    form = OpeningForm(given, club=club, game=find_game(given["game"]))
    try:
        agreement = again or form.agreement
        sitting = open_sitting(
            club=club,
            table=_table(club, form, as_at),
            people=form.people,
            agreement=agreement,
            key=form.key,
            actor=request.actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _stake_page(request, given, form, status=422)
    except Refused as reason:
        form.refuse(reason, "ask-table")
        return _stake_page(request, given, form, status=409)
    return _opened(request, form, sitting)


def _with_terms(given: QueryDict, again: Agreement | None) -> str:
    """Return the address of stake and laws, filled in with those of last time where they hold."""
    address = step("sit-down-stake", given)
    if again is None:
        return address
    terms = QueryDict(mutable=True)
    laws = resolve_rules(find_game(again.game), again.rules).preset.key
    for rule, value in ({"preset": laws} | again.rules).items():
        terms["preset" if rule == "preset" else f"rule-{rule}"] = str(value)
    terms["stake"] = stake_alone(read_stakes(again.stakes))
    return f"{address}&{terms.urlencode()}"


def _table(club: Club, form: OpeningForm, as_at: int | None) -> CardTable | None:
    """Return the table that was chosen, None for a new one; unasked one that is free."""
    if form.sends("table"):
        number = form.number_of("table")
        return None if number is None else get_object_or_404(CardTable, club=club, pk=number)
    as_there = None if as_at is None else Sitting.objects.filter(club=club, pk=as_at).first()
    return table_for(club, as_there)


def _opened(request: ClubRequest, form: OpeningForm, sitting: Sitting) -> HttpResponse:
    """Lead on: those who are left choose their game; else to who plays, the cut or the seats."""
    if form.later:
        return redirect(step_for(form.later))
    if needs_choice(sitting):
        return redirect("who-plays", pk=sitting.pk)
    how = form.typed("how", "seats")
    if how == "draw":
        draw_for_seats(sitting=sitting, key=f"{form.key}:draw", actor=request.actor)
    return redirect("seats" if how == "seats" else "cut", pk=sitting.pk)


# ---- Seats by hand, and another game.


@dataclass(frozen=True)
class SeatAsked:
    """A seat, and who could take it."""

    legend: str
    name: str
    options: list[EntryKey]


@dataclass(frozen=True)
class SeatTaken:
    """A seat as the cards give it, and who sits there."""

    name: str
    seat: str
    person: Person


@dataclass(frozen=True)
class PackKey:
    """A pack by its colour."""

    value: str
    checked: bool


@open_to(Level.TABLE)
def seats(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask who sits where and who deals; a POST begins the part."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    if request.method != "POST":
        elsewhere = has_moved_on(request, sitting)
        if elsewhere is not None:
            return elsewhere
        if needs_choice(sitting):
            return redirect("who-plays", pk=pk)
        return _seats_page(request, sitting, _seats_form(sitting, request.GET))
    agreement = agreement_of(sitting)
    form = _seats_form(sitting, request.POST)
    try:
        take_seats(
            sitting=sitting,
            line_up=form.line_up,
            agreement=agreement,
            step=step_of(request.POST),
            key=form.key,
            actor=actor,
        )
    except RuleError as error:
        form.refuse(error)
        return _seats_page(request, sitting, form)
    return redirect("table", pk=pk)


def _seats_form(sitting: Sitting, given: QueryDict) -> SeatsForm:
    game = find_game(agreement_of(sitting).game)
    return SeatsForm(given, game=game, people=those_next(sitting, game))


def _seats_page(request: ClubRequest, sitting: Sitting, form: SeatsForm) -> HttpResponse:
    game, people = form.game, form.people
    order = proposed_order(sitting, game, people)
    dealer = form.typed("dealer") or str(order[game.seats[0]].pk)
    bars = [
        SeatAsked(
            legend=seat_legend(game, seat),
            name=f"seat-{seat}",
            options=[
                key(each.pk, each.short_name, form.typed(f"seat-{seat}") or order[seat].pk)
                for each in people
            ],
        )
        for seat in game.seats
    ]
    context: dict[str, Any] = {
        "sitting": sitting,
        "game": game,
        "bars": bars,
        "dealers": [key(each.pk, each.short_name, dealer) for each in people],
        "problems": form.problems,
        "key": new_key(),
        "is_first": part_of(sitting) is None,
        "state": state_of(sitting),
        "packs": _packs(sitting, form.typed("pack")),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/sit_down/seats.html", context, status=status)


def pack_of(sitting: Sitting) -> str:
    """Return the colour of a table's own pack."""
    return sitting.table.pack or "red"


def _packs(sitting: Sitting, chosen: str) -> list[PackKey]:
    """Return the two packs of a table; the dealer chooses one."""
    own = pack_of(sitting)
    other = "blue" if own != "blue" else "red"
    chosen = chosen if chosen in (own, other) else own
    return [PackKey(pack, pack == chosen) for pack in (own, other)]


def proposed_order(sitting: Sitting, game: Game, people: list[Person]) -> dict[str, Person]:
    """Return seats by the cut, else as they last sat, else as they came.

    The lowest card deals and sits first, with its partner opposite.
    """
    decided = cut_of(sitting, game)
    by_key = {person.pk: person for person in people}
    if decided and not decided.again:
        order = [by_key[who] for who in decided.order]
        if game.has_partners:
            order = [order[0], order[2], order[1], order[3]]
    else:
        order = _as_they_sat(sitting, game, people)
    return dict(zip(game.seats, order, strict=True))


def seats_taken(game: Game, order: dict[str, Person]) -> list[SeatTaken]:
    """Return the seats of a game with who sits there, partners beside each other."""
    sides = [seat for column in game.columns for seat in column.seats if seat in order]
    seats = dict.fromkeys([*sides, *order]) if game.has_partners else order
    return [SeatTaken(f"seat-{seat}", seat_legend(game, seat), order[seat]) for seat in seats]


def _as_they_sat(sitting: Sitting, game: Game, people: list[Person]) -> list[Person]:
    """Return who plays in the order of seats: who stays keeps theirs, others take what is free."""
    part = part_of(sitting)
    if part is None or len(part.seats.all()) != len(game.seats):
        return people
    sat = sorted(part.seats.all(), key=lambda seat: _clockwise(seat.seat))
    stay = [seat.person if seat.person in people else None for seat in sat]
    new = iter([person for person in people if person not in stay])
    return [person or next(new) for person in stay]


def seat_legend(game: Game, seat: str) -> str:
    """Return what a seat is called: by the compass, or by who plays the dummy at three."""
    if len(game.columns) == len(game.seats) and game.players < 4:
        return _("Seat %(seat)s") % {"seat": seat}
    if game.players < 4:
        return (
            _("Plays the dummy") if seat == game.seats[0] else _("Seat %(seat)s") % {"seat": seat}
        )
    return _(SEATS[seat])


def _clockwise(seat: str) -> int:
    return "NESWABC".index(seat[0])


def _asked_for(key: str | None, games: list[Game]) -> Game | None:
    """Return the game of this key if it is one of these, or one of them with a layer over it.

    A game for another number is none of those asked for.
    """
    found = find_game(key) if is_game(key) else None
    keys = {one.key for one in games}
    return found if found and (found.beneath or found.key) in keys else None


def _with_game(pk: int, key: str) -> str:
    return f"{reverse('another-game', args=[pk])}?game={key}"


@open_to(Level.TABLE)
def another_game(request: ClubRequest, pk: int) -> HttpResponse:
    """Change the game, the laws or the stake for the next rubber of the same people."""
    actor = request.actor
    sitting = sitting_for(actor, pk, enter=True)
    given = (request.POST if request.method == "POST" else request.GET).copy()
    before = agreement_of(sitting)
    if "stake" not in given:
        # The table keeps its stake until someone changes it.
        given["stake"] = stake_alone(read_stakes(before.stakes))
    games = games_for(len(belonging(sitting)), find_game(before.game).players)
    chosen = _asked_for(given.get("game"), games) or find_game(before.game)
    form = AgreementForm(given, club=actor.home, game=chosen)
    if request.method == "POST" and form.sends("agree"):
        try:
            change_agreement(sitting=sitting, agreement=form.agreement, key=form.key, actor=actor)
            return redirect("seats", pk=pk)
        except (RuleError, Refused) as error:
            form.refuse(error)
    context: dict[str, Any] = {
        "sitting": sitting,
        "games": games,
        "game": chosen,
        "variations": variations_of(chosen, partial(_with_game, pk)),
        "proposal": AgreementProposal.of(form),
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.problems else 200
    return render(request, "rubbers/sit_down/another_game.html", context, status=status)
