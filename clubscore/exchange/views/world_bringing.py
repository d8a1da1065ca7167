"""Packages of contests that come in: by a file, a pasted text, or the link of a code."""

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple, NotRequired, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.phrases import said, said_with_place
from clubscore.contests.code_texts import MARK, packages_in, part_told
from clubscore.contests.hour import MARK as HOUR_MARK
from clubscore.contests.hour import Hour, hours_in, is_hour, read_hour
from clubscore.contests.package import signed_by
from clubscore.deals.file_size import LARGEST_UPLOAD, check_size
from clubscore.events.models import ContestPackage, ContestSet
from clubscore.events.world.bringing_packages import CameFrom, Outcome, bring_packages
from clubscore.events.world.set_hours_write import Taken, take_hour
from clubscore.events.world.world_tables import from_where, table_called
from clubscore.exchange.package_files.package_reading import (
    packages_of_file,
    packages_of_text,
)
from clubscore.exchange.reading.printable import file_name
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.tableside.page_form import OneFile, PageForm, Words
from clubscore.tableside.problems import Problem

Source = ContestPackage.Source


class BringForm(PageForm):
    """Packages as a file or as a pasted text."""

    file = OneFile()
    text = Words()


class Came(NamedTuple):
    """What became of a package, in words; `is_new` where it counts from now on."""

    name: str
    where: str
    boards: int
    is_new: bool


class BringPage(TypedDict):
    """What is asked, and what became of the packages that came."""

    text: str
    sets: list[ContestSet]
    problems: list[Problem]
    came: list[Came]
    hours: Sequence[Taken]
    into: NotRequired[list[ContestSet]]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def world_bring(request: ClubRequest) -> HttpResponse:
    """Ask for packages; keep those that are what they say, and say what is wrong with the rest."""
    if request.method != "POST":
        return _page(request, "", [], [])
    form = BringForm(request.POST, request.FILES)
    text, file = form.words_of("text"), form.file_of("file")
    if file is None and not text.strip():
        return _page(request, text, [Problem("file", why_no_file(request, LARGEST_UPLOAD))], [])
    given: list[Unverified | RuleError]
    if file is not None:
        came = CameFrom(Source.FILE, file_name(file.name or ""))
        given = _of_file(file.read(LARGEST_UPLOAD + 1))
    else:
        came, given = CameFrom(Source.TEXT), packages_of_text(text)
    field = "text" if file is None else "file"
    # Hours first: a package may say the hour that came with it.
    hours, problems = _hours_taken(request.actor, [each for each in given if is_hour(each)], field)
    given = [each for each in given if not is_hour(each)]
    outcomes = bring_packages(club=request.actor.home, given=given, came=came, actor=request.actor)
    problems += [_problem(one, len(outcomes), field) for one in outcomes if one.refused]
    return _page(request, text if problems else "", problems, outcomes, hours)


def _hours_taken(
    actor: Actor, given: Sequence[Unverified | RuleError], field: str
) -> tuple[list[Taken], list[Problem]]:
    """Seal sets until the hours that came; what is wrong with the others."""
    taken, problems = [], []
    for raw in given:
        assert not isinstance(raw, RuleError)  # noqa: S101 - it said that it is an hour
        try:
            taken.append(take_hour(club=actor.home, raw=raw, actor=actor))
        except RuleError as error:
            problems.append(Problem(field, said_with_place(error)))
    return taken, problems


def _of_file(content: bytes) -> list[Unverified | RuleError]:
    try:
        check_size(content, LARGEST_UPLOAD)
    except RuleError as error:
        return [error]
    return packages_of_file(content)


def _problem(outcome: Outcome, count: int, field: str) -> Problem:
    assert outcome.refused is not None  # noqa: S101 - only such are asked about
    told = said_with_place(outcome.refused)
    if count > 1:
        told = _("Package %(number)s: %(problem)s") % {"number": outcome.at, "problem": told}
    return Problem(field, told)


def _page(
    request: ClubRequest,
    text: str,
    problems: list[Problem],
    outcomes: Sequence[Outcome],
    hours: Sequence[Taken] = (),
) -> HttpResponse:
    into = {one.contest_set.pk: one.contest_set for one in outcomes if one.contest_set}
    context: BringPage = {
        "text": text,
        "sets": list(ContestSet.objects.filter(club=request.actor.home)),
        "problems": problems,
        "came": [
            Came(
                table_called(one.package) or _("a table"),
                from_where(one.package),
                len(one.package.results),
                one.is_new,
            )
            for one in outcomes
            if one.package is not None
        ],
        "into": list(into.values()),
        "hours": hours,
    }
    return render(request, "exchange/world_bring.html", context, status=422 if problems else 200)


class LinkPage(TypedDict):
    """A package behind its link, or the hour of a set: who sends it, told without any result."""

    text: str
    part: tuple[int, int] | None
    club: str
    set: str
    played: str
    boards: int
    closes: dt.datetime | None
    problem: str


@open_to(Level.VISITOR)
@require_safe
def package_link(request: ClubRequest, text: str) -> HttpResponse:
    """Show a package or an hour that came as a link, to be copied, or brought in by a director."""
    if not text.startswith((MARK, HOUR_MARK)):
        raise Http404
    context: LinkPage = {"text": text, "part": part_told(text), "club": "", "set": "",
                         "played": "", "boards": 0, "closes": None, "problem": ""}  # fmt: skip
    if text.startswith(HOUR_MARK):
        try:
            hour = _only_hour(hours_in(text))
            context["club"], context["set"] = hour.club, hour.fingerprint
            context["closes"] = hour.closes
        except RuleError as error:
            context["problem"] = said(error)
    elif context["part"] is None:
        try:
            raw = _only(packages_in(text))
            results = raw["results"]
            context["club"], context["set"] = str(raw.get("club", "")), str(raw["set"])
            context["played"] = str(raw["played"])
            context["boards"] = len(results) if isinstance(results, list) else 0
        except RuleError as error:
            context["problem"] = said(error)
    status = 422 if context["problem"] else 200
    return render(request, "exchange/package_link.html", context, status=status)


def _only(found: list[Unverified | RuleError]) -> Unverified:
    """The one package of a link, its signature verified. RuleError says why there is none."""
    for each in found:
        if isinstance(each, RuleError):
            raise each
        return signed_by(each)
    raise Http404


def _only_hour(found: list[Unverified | RuleError]) -> Hour:
    """The one hour of a link, its signature verified. RuleError says why there is none."""
    for each in found:
        if isinstance(each, RuleError):
            raise each
        return read_hour(each)
    raise Http404
