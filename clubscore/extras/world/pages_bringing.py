"""The pages by which packages of sets come in and go out: a file, a text, a link, a pool."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.club.models import Club
from clubscore.club.wording import problem_text, said
from clubscore.deals.file_text import LARGEST_UPLOAD, check_size
from clubscore.events.models import ContestPackage, ContestSet, FollowedPool
from clubscore.extras.world.package import MARK as HOUR_MARK
from clubscore.extras.world.package import MARK_OF_CODE_TEXTS as MARK
from clubscore.extras.world.package import (
    Hour,
    code_part,
    hours_in,
    is_hour,
    packages_in,
    read_hour,
    signed_by,
    whole_text,
)
from clubscore.extras.world.packages import (
    CameFrom,
    PackageOutcome,
    Taken,
    bring_packages,
    facts_in,
    fetch_from_server,
    join_server_pool,
    leave_server_pool,
    own_packages,
    shares,
    sharing_clubs,
    take_hour,
)
from clubscore.extras.world.pools import (
    FORMAT,
    ask_to_fetch,
    follow,
    job_of,
    packages_of_file,
    packages_of_text,
    stop_fetching,
    unfollow,
)
from clubscore.extras.world.tables import from_where, table_called
from clubscore.files.printable import file_name
from clubscore.files.reading import problem_of
from clubscore.jobs.models import Job
from clubscore.jobs.queue import waits_long
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.server.kept_files import FolderFile
from clubscore.web.forms import (
    Among,
    FileField,
    PageForm,
    Problem,
    TextField,
    WholeField,
    why_no_file,
)

Source = ContestPackage.Source


class BringForm(PageForm):
    """Packages as a file or as a pasted text."""

    file = FileField()
    text = TextField()


class ReceivedPackage(NamedTuple):
    """What became of a package, in words; `is_new` where it counts from now on."""

    name: str
    where: str
    boards: int
    is_new: bool


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
            problems.append(Problem(field, problem_text(error)))
    return taken, problems


def _of_file(content: bytes) -> list[Unverified | RuleError]:
    try:
        check_size(content, LARGEST_UPLOAD)
    except RuleError as error:
        return [error]
    return packages_of_file(content)


def _problem(outcome: PackageOutcome, count: int, field: str) -> Problem:
    assert outcome.refused is not None  # noqa: S101 - only such are asked about
    told = problem_text(outcome.refused)
    if count > 1:
        told = _("Package %(number)s: %(problem)s") % {"number": outcome.at, "problem": told}
    return Problem(field, told)


def _page(
    request: ClubRequest,
    text: str,
    problems: list[Problem],
    outcomes: Sequence[PackageOutcome],
    hours: Sequence[Taken] = (),
) -> HttpResponse:
    into = {one.contest_set.pk: one.contest_set for one in outcomes if one.contest_set}
    context: dict[str, Any] = {
        "text": text,
        "sets": list(ContestSet.objects.filter(club=request.actor.home)),
        "problems": problems,
        "came": [
            ReceivedPackage(
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


@open_to(Level.VISITOR)
@require_safe
def package_link(request: ClubRequest, text: str) -> HttpResponse:
    """Show a package or an hour that came as a link, to be copied, or brought in by a director."""
    if not text.startswith((MARK, HOUR_MARK)):
        raise Http404
    context: dict[str, Any] = {"text": text, "part": code_part(text), "club": "", "set": "",
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


# ---- Pools that a club follows.

WAYS = ("follow", "unfollow", "fetch", "stop", "join", "leave", "fetch-here")


class PoolForm(PageForm):
    """What a director does with a pool: an address, or one that is followed by its key."""

    do = Among(WAYS)
    address = TextField(strip=True, most=400)
    pool = WholeField()


class PoolRow(NamedTuple):
    """An address that is followed: the job that fetches from it, what came, why some did not."""

    pool: FollowedPool
    job: Job | None
    came: str
    refused: list[str]
    waits_long: bool


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def world_pools(request: ClubRequest) -> HttpResponse:
    """Follow another club's packages and fetch them; share with clubs of this server."""
    if request.method != "POST":
        return _page_of_world_pools(request.actor, request, PoolForm({}), "")
    form = PoolForm(request.POST)
    try:
        told = _do(request.actor, form)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
        return _page_of_world_pools(request.actor, request, form, "")
    return (
        _page_of_world_pools(request.actor, request, form, told)
        if told
        else redirect("world-pools")
    )


def _do(actor: Actor, form: PoolForm) -> str:
    """Do what was asked for; what came of it in words, where the page has to say it."""
    what, pk = form.words_of("do"), form.number_of("pool") or 0
    if what == "follow":
        follow(form.words_of("address"), actor)
    elif what == "unfollow":
        unfollow(pk, actor)
    elif what == "join":
        join_server_pool(actor)
    elif what == "leave":
        leave_server_pool(actor)
    elif what == "fetch-here":
        return _new(fetch_from_server(actor))
    elif what == "fetch":
        ask_to_fetch(_pool(actor, pk), actor)
    elif what == "stop":
        stop_fetching(_pool(actor, pk))
    else:
        raise Refused(_("Choose what to do."))
    return ""


def _pool(actor: Actor, pk: int) -> FollowedPool:
    found = FollowedPool.objects.select_related("club").filter(club=actor.home, pk=pk).first()
    if found is None:
        raise Http404
    return found


def _row(pool: FollowedPool) -> PoolRow:
    job = job_of(pool)
    return PoolRow(
        pool,
        job,
        _new(pool.came),
        [*filter(None, map(_why, pool.refused))],
        job is not None and waits_long(job),
    )


def _why(kept: Any) -> str:
    """Why a package was refused; nothing for what a file of a club brought that is no reason."""
    try:
        mistake = problem_of(kept)
        return problem_text(mistake) if mistake is not None else ""
    except (KeyError, TypeError, ValueError, AttributeError):
        return ""


def _new(count: int) -> str:
    if not count:
        return _("No new package.")
    return ngettext("%(n)s new package.", "%(n)s new packages.", count) % {"n": count}


def _page_of_world_pools(
    actor: Actor, request: ClubRequest, form: PoolForm, told: str
) -> HttpResponse:
    club = actor.home
    problems = form.problems
    site = club.site_address
    followed = [_row(pool) for pool in FollowedPool.objects.filter(club=club)]
    context: dict[str, Any] = {
        "followed": followed,
        "is_open": any(row.job is not None and row.job.is_open for row in followed),
        "shares": shares(club),
        "others": sharing_clubs(club),
        "address": form.words_of("address") if problems else "",
        "told": told,
        "site": f"{site.rstrip('/')}/packages/index.json" if site else "",
        "problems": problems,
    }
    status = 422 if problems else 200
    page = "exchange/parts/followed.html" if request.htmx else "exchange/world_pools.html"
    return render(request, page, context, status=status)


INDEX = "packages/index.json"


def package_files(club: Club) -> Iterator[FolderFile]:
    """Yield each package as a text, then the index of all; nothing where there is none.

    As texts, in which nobody reads a result by looking at them.
    """
    rows = own_packages(club)
    for row in rows:
        yield FolderFile(f"packages/{_file(row)}", row.digest, partial(_text, row))
    if rows:
        yield FolderFile(INDEX, "", partial(_index, rows))


def _file(row: ContestPackage) -> str:
    return f"{row.digest}.txt"


def _text(row: ContestPackage) -> bytes:
    return f"{whole_text(facts_in(row))}\n".encode()


def _index(rows: list[ContestPackage]) -> bytes:
    listed = [
        {"set": row.contest_set.fingerprint, "digest": row.digest, "file": _file(row)}
        for row in rows
    ]
    return json.dumps({"format": FORMAT, "packages": listed}, indent=1).encode()
