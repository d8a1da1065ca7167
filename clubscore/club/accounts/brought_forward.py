"""What every account came to at the end of each month, kept so that nobody adds up the whole book.

The postings are the facts. A posting of before such a moment takes what was kept from there on away
(triggers of migration 0011, on both databases); the worker adds the book up from its first posting
once a day, says which sums were wrong, and keeps right ones in their place.
"""

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet, Sum

from clubscore.club import clock
from clubscore.club.evening import end_of, evening_of
from clubscore.club.models import BroughtForward, Club, Entry, Posting

# {(key of an account, currency): smallest coins}
Sums = dict[tuple[int, str], int]
SIDES = (("credited", 1), ("debited", -1))

log = logging.getLogger("clubscore.book")


def added_up(postings: QuerySet[Posting], accounts: Collection[int] | None = None) -> Sums:
    """Return what some postings bring each account, or some accounts. Two queries."""
    sums: Sums = defaultdict(int)
    for side, sign in SIDES:
        rows = postings.order_by().values_list(f"{side}_id", "currency")
        if accounts is not None:
            rows = rows.filter(**{f"{side}__in": accounts})
        added: Iterable[tuple[int, str, int]] = rows.annotate(coins=Sum("amount"))
        for account, currency, coins in added:
            sums[account, currency] += sign * int(coins)
    return sums


def sums_at(
    club: Club, until: dt.datetime | None = None, accounts: Collection[int] | None = None
) -> Sums:
    """Return what a club's accounts, or some of them, came to before a moment, or come to now.

    Reads what was kept last and what was entered since: three queries, however old the club is.
    """
    kept = BroughtForward.objects.filter(club=club)
    newest = (kept.filter(before__lte=until) if until else kept).order_by("-before").first()
    if newest is None and until is None:
        return added_up(Posting.objects.filter(club=club), accounts)
    sums = added_up(postings_between(club, newest.before if newest else None, until), accounts)
    if newest is None:
        return sums
    for currency, won in newest.sums.items():
        for account, coins in won.items():
            if accounts is None or int(account) in accounts:
                sums[int(account), currency] += coins
    return sums


def postings_between(
    club: Club, since: dt.datetime | None, until: dt.datetime | None
) -> QuerySet[Posting]:
    """Return what was posted from one moment on and before another; None leaves an end open."""
    return Posting.objects.filter(club=club, entry__in=entries_between(club, since, until))


def entries_between(
    club: Club, since: dt.datetime | None, until: dt.datetime | None
) -> QuerySet[Entry, int]:
    """Return the keys of entries of some time: a database that knows them reads no others."""
    entries = Entry.objects.filter(club=club).order_by()
    entries = entries.filter(at__gte=since) if since else entries
    entries = entries.filter(at__lt=until) if until else entries
    return entries.values_list("pk", flat=True)


def entered_in(club: Club) -> tuple[dt.datetime, dt.datetime] | None:
    """Return when something was entered first and last in a club's book. Two queries.

    Asked for both at once, SQLite reads every entry; each alone is an end of the index.
    """
    moments = Entry.objects.filter(club=club).order_by("at").values_list("at", flat=True)
    first, last = moments.first(), moments.last()
    return (first, last) if first and last else None


def keep_sums(*, club: Club) -> list[dt.datetime] | None:
    """Keep what accounts came to at the end of each month; return those at which it was wrong.

    Everything is added up from the first posting, month by month: nothing that was kept is
    believed. None where others just write or keep on PostgreSQL; then it is for another time.
    """
    try:
        with transaction.atomic():
            _nobody_writes()
            return _keep(club)
    except OperationalError as busy:
        if getattr(busy.__cause__, "sqlstate", "") != "55P03":
            raise
        return None


def _nobody_writes() -> None:
    """Let no posting be under way whose trigger would not see what is kept here.

    Whoever writes next waits for these milliseconds; nobody is waited for, which could make a
    circle of those who wait. On SQLite a transaction is alone anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE club_posting IN SHARE ROW EXCLUSIVE MODE NOWAIT")


def _keep(club: Club) -> list[dt.datetime]:
    known = {each.before: each for each in BroughtForward.objects.filter(club=club)}
    sums: Sums = defaultdict(int)
    wrong, since = [], None
    for moment in months_of(club):
        for account, coins in added_up(postings_between(club, since, moment)).items():
            sums[account] += coins
        told = _told(sums)
        found = known.pop(moment, None)
        if found is None:
            BroughtForward.objects.create(club=club, before=moment, sums=told)
        elif found.sums != told:
            wrong.append(moment)
            BroughtForward.objects.filter(pk=found.pk).update(sums=told)
        since = moment
    # The clock of the machine, or the club's, was another when these were kept.
    BroughtForward.objects.filter(pk__in=[each.pk for each in known.values()]).delete()
    for moment in wrong:
        log.error("what the accounts of %s came to at %s was wrong", club.slug, moment)
    return wrong


def _told(sums: Sums) -> dict[str, dict[str, int]]:
    """Return sums as they are kept; what comes to nothing is left out."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for (account, currency), coins in sums.items():
        if coins:
            told[currency][str(account)] = coins
    return dict(told)


def months_of(club: Club) -> Iterator[dt.datetime]:
    """Return the ends of a club's months, from its first entry until now, by its own clock."""
    entered = entered_in(club)
    if entered is None:
        return
    month = evening_of(club, entered[0]).replace(day=1)
    while True:
        month = (month + dt.timedelta(days=31)).replace(day=1)
        ends = end_of(club, month - dt.timedelta(days=1))
        if ends > clock.now():
            return
        yield ends


def clubs_with_months() -> list[Club]:
    """Return the clubs in whose book a month has ended."""
    return [club for club in Club.objects.order_by("pk") if next(months_of(club), None)]
