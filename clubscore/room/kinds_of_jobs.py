"""What kinds of jobs there are: what each does, what it is called, and what is due by the clock."""

import datetime as dt
from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.accounts.brought_forward import clubs_with_months, keep_sums
from clubscore.club.own_phrases import SUMS_WRONG
from clubscore.club.own_words import own
from clubscore.club.refused import Refused
from clubscore.club.safe import daily_backup, in_place, second_place
from clubscore.club.safe.backups import BackupRefused
from clubscore.events.over_years import keeping
from clubscore.events.par import due_boards, tables_to_work_out
from clubscore.events.par.nullos_to_work_out import NULLO_KIND, work_out_nullos
from clubscore.events.world import world_counted
from clubscore.exchange.package_files import followed_pools
from clubscore.exchange.past.past_bringing import BRING_KIND, bring_past
from clubscore.exchange.past.past_reading import READ_KIND, read_past
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Kinds, Work
from clubscore.laws.words import Phrase
from clubscore.mailing import posting_letters
from clubscore.publishing import publish_job
from clubscore.room import tidying

BACKUP, BOOK, SECOND, TIDY = "backup", "book", "second-place", "tidy"
TIDY_EVERY = BOOK_EVERY = dt.timedelta(days=1)
AFTER_A_FAULT = dt.timedelta(hours=1)  # so that a full disk is not tried every few minutes


def take_backup(work: Work) -> None:
    """Take the day's backup. Raises Refused, which says why there is none."""
    try:
        daily_backup.take_if_due()
    except BackupRefused as refused:
        raise Refused(refused.text) from refused


def keep_at_second_place(work: Work) -> None:
    """Send the newest backup to the second place, and prove what is there. Raises Refused."""
    second_place.send_and_prove(work.say)


def add_up_books(work: Work) -> None:
    """Add every club's book up and keep what accounts came to at the ends of months.

    Raises Refused where a kept sum was wrong; a right one has taken its place.
    """
    clubs, wrong = clubs_with_months(), 0
    for number, club in enumerate(clubs, start=1):
        wrong += len(keep_sums(club=club) or ())
        work.say(number, len(clubs))
    if wrong:
        raise Refused(own(Phrase(SUMS_WRONG, {})))


def take_away(work: Work) -> None:
    """Take away sessions that have run out, and wrong codes and passwords of long ago."""
    tidying.tidy()


KINDS: Kinds = MappingProxyType(
    {
        BACKUP: take_backup,
        BOOK: add_up_books,
        SECOND: keep_at_second_place,
        TIDY: take_away,
        tables_to_work_out.KIND: tables_to_work_out.work_out,
        NULLO_KIND: work_out_nullos,
        keeping.KIND: keeping.work_out,
        READ_KIND: read_past,
        BRING_KIND: bring_past,
        publish_job.KIND: publish_job.publish_club,
        posting_letters.KIND: posting_letters.send_letters,
        followed_pools.KIND: followed_pools.fetch_followed,
        world_counted.KIND: world_counted.count_world,
    }
)
NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        BACKUP: _("Daily backup"),
        BOOK: _("Monthly balances"),
        SECOND: _("Backup at the second place"),
        TIDY: _("Daily clean-up"),
        tables_to_work_out.KIND: _("Double dummy"),
        NULLO_KIND: _("Nullos double dummy"),
        keeping.KIND: _("People over the years"),
        READ_KIND: _("Reading past events"),
        BRING_KIND: _("Importing past events"),
        publish_job.KIND: _("Publishing results"),
        posting_letters.KIND: _("Sending mail"),
        followed_pools.KIND: _("Fetching packages"),
        world_counted.KIND: _("Ranking a set against the world"),
    }
)


def ask_for_what_is_due() -> None:
    """Ask for what is due by the clock: backups, sums of books, boards, letters."""
    if in_place.gone() or not in_place.has_club():
        return
    _ask_unless_failed(BACKUP, daily_backup.is_due)
    _ask_unless_failed(SECOND, second_place.is_due)
    if _is_over(BOOK, BOOK_EVERY) and clubs_with_months():
        asking.ask(kind=BOOK)
    for club in keeping.clubs_behind():
        if not _failed_lately(keeping.KIND, str(club.pk)):
            keeping.ask_for(club)
    if _is_over(TIDY, TIDY_EVERY):
        asking.ask(kind=TIDY)
    due_boards.ask_for_due_boards()
    due_boards.ask_for_due_nullos()
    _ask_unless_failed(posting_letters.KIND, posting_letters.is_due)


def _is_over(kind: str, every: dt.timedelta) -> bool:
    last = asking.last_of(kind)
    return last is None or clock.now() - last.asked_at > every


def _ask_unless_failed(kind: str, is_due: Callable[[], bool]) -> None:
    """Ask for what is due; after one that failed, not for an hour."""
    if is_due() and not _failed_lately(kind):
        asking.ask(kind=kind)


def _failed_lately(kind: str, key: str = "") -> bool:
    last = asking.last_of(kind, key)
    if last is None or last.state != Job.State.FAILED or last.ended_at is None:
        return False
    return clock.now() - last.ended_at <= AFTER_A_FAULT
