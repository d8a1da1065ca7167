"""Publishing a club's results into a folder or a zip: counted before, done as a job, undone.

One process at a time publishes into a folder. The system lets go of the lock when that process
ends, however it ends.
"""

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Refused, check_unchanged, values_of
from clubscore.club.logins import note_act
from clubscore.club.models import Club
from clubscore.club.privacy import Hidden, PublishedNames
from clubscore.events.imported import newest_texts
from clubscore.events.models import ResultRevision, Section
from clubscore.events.plan import plan_of
from clubscore.extras.site.files import Site, published_events, whose
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work
from clubscore.server.database_guard import one_at_a_time
from clubscore.server.kept_files import (
    Keeping,
    KeptFile,
    Updated,
    bring_up_to_date,
    make_folder,
    read_index,
)

OURS = ".clubscore"
KEEPING = Keeping(index=f"{OURS}/index.json", keeps_earlier=False, is_open=True)


def must_be_ours(folder: Path, club: Club) -> None:
    """Raise Refused for a place that has something in it and is not the site of this club."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    mark = folder / OURS / "club.txt"
    if not mark.is_file():
        raise Refused(
            _("%(folder)s has other files in it. Choose an empty folder, or a new one.")
            % {"folder": folder}
        )
    if mark.read_bytes() != whose(club):
        raise Refused(
            _("%(folder)s has the results of another club. Choose another folder.")
            % {"folder": folder}
        )


@contextmanager
def alone_in(folder: Path, club: Club) -> Iterator[None]:
    """Have the folder of a club's site for oneself until the block ends.

    From the first moment on the folder says whose it is, so that what broke off can go on. Raises
    Refused while another process is at it, and for a folder that is not the club's site.
    """
    must_be_ours(folder, club)
    mark = folder / OURS / "club.txt"
    make_folder(mark.parent, KEEPING)
    if not mark.exists():
        mark.write_bytes(whose(club))
    with one_at_a_time(folder / OURS / "lock") as is_mine:
        if not is_mine:
            raise Refused(
                _(
                    "Another process is publishing into %(folder)s. Nothing was changed. Try"
                    " again when it is done."
                )
                % {"folder": folder}
            )
        # Another club may have come first in between.
        must_be_ours(folder, club)
        yield


# ---- Publishing.

ZIP = ".zip"
# The same site gives the same bytes, whenever it is packed.
NO_TIME = (1980, 1, 1, 0, 0, 0)
READABLE_BY_ALL = 0o644 << 16


def nobody(_done: int, _total: int) -> None:
    """Whoever publishes by a command waits for it."""


def folder_of(club: Club) -> Path:
    """Return where the program keeps a club's site."""
    return settings.DATA_DIR / "published" / club.slug


def zip_of(club: Club) -> Path:
    """Return the same site as one file."""
    return folder_of(club).with_name(f"{club.slug}{ZIP}")


def publish_into(folder: Path, club: Club, say: Callable[[int, int], None] = nobody) -> Updated:
    """Bring a club's site in a folder up to date. `say` is told how many events of all are done.

    Raises Refused for a folder that is not the club's site, and while another process publishes
    into it; OSError where it cannot be written. What it had written when it was stopped stays, and
    is not made again.
    """
    with alone_in(folder, club):
        return _publish(folder, club, say)


def publish_as_zip(club: Club, file: Path, say: Callable[[int, int], None] = nobody) -> bool:
    """Bring the folder that the program keeps up to date and pack it; return whether it changed.

    Raises Refused and OSError as `publish_into` does.
    """
    folder = folder_of(club)
    with alone_in(folder, club):
        _publish(folder, club, say)
        return pack(folder, file)


def _publish(folder: Path, club: Club, say: Callable[[int, int], None]) -> Updated:
    site = Site(club, folder, read_index(folder, KEEPING), say)
    return bring_up_to_date(folder, site.files(), KEEPING)


def pack(folder: Path, file: Path) -> bool:
    """Write a folder's site as a zip, without the index; return whether it had changed.

    The zip says of which files it is made, so that one of the same is left alone.
    """
    index = read_index(folder, KEEPING)
    made_of = _digest(index)
    if _packed_of(file) == made_of:
        return False
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.comment = made_of
            for name in sorted(index):
                if not name.startswith(OURS):
                    member = zipfile.ZipInfo(name, NO_TIME)
                    member.compress_type = zipfile.ZIP_DEFLATED
                    member.external_attr = READABLE_BY_ALL
                    archive.writestr(member, (folder / name).read_bytes())
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _digest(index: Mapping[str, KeptFile]) -> bytes:
    told = "\n".join(f"{name} {each.checksum}" for name, each in sorted(index.items()))
    return hashlib.sha256(told.encode()).hexdigest().encode()


def _packed_of(file: Path) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive:
            return archive.comment
    except (FileNotFoundError, zipfile.BadZipFile):
        return b""


def pages_in(folder: Path) -> int:
    """Return how many pages the site in a folder has."""
    return sum(name.endswith(".html") for name in read_index(folder, KEEPING))


def take_down(folder: Path, club: Club) -> int:
    """Take a club's site out of a folder, and return how many files went; those of others stay.

    Raises Refused for a folder that is not the club's site, and while another process publishes
    into it.
    """
    must_be_ours(folder, club)
    if not folder.exists():
        return 0
    with alone_in(folder, club):
        gone = bring_up_to_date(folder, (), KEEPING).gone
    shutil.rmtree(folder / OURS, ignore_errors=True)
    if not any(folder.iterdir()):
        folder.rmdir()
    return gone


class SitePreview(NamedTuple):
    """The events that will go out, about how many pages they have, and who is not named."""

    events: int
    pages: int
    hidden: list[Hidden]
    people: int

    @property
    def guests(self) -> int:
        """Guests who are not named."""
        return sum(not each.by_wish and each.person.is_guest for each in self.hidden)

    @property
    def juniors(self) -> int:
        """Juniors who are not named, guests aside."""
        unasked = (each.person for each in self.hidden if not each.by_wish)
        return sum(person.is_junior and not person.is_guest for person in unasked)

    @property
    def by_wish(self) -> int:
        """Those who wished it, or for whom the director did."""
        return sum(each.by_wish for each in self.hidden)


class _OfBoard(TypedDict, total=False):
    board: int


class _PublishedImport(TypedDict, total=False):
    """What is read of an imported event."""

    contestants: list[object]
    results: list[_OfBoard]


def preview_of(club: Club) -> SitePreview:
    """Return what will go out. Six queries, among them the text of each imported event."""
    names = PublishedNames(club)
    events = list(published_events(club).values_list("pk", "told"))
    here = [pk for pk, told in events if not told]
    pages = _pages_here(here) + _pages_told([pk for pk, told in events if told])
    return SitePreview(len(events), pages, names.hidden, len({p.pk for p in names.people.values()}))


def _pages_here(events: list[int]) -> int:
    """Return how many pages events have that were played here: rankings, cards, boards."""
    plans = Section.objects.filter(event__in=events).values_list("plan", flat=True)
    cards: int = sum(plan.pairs for plan in map(plan_of, plans) if plan is not None)
    results = ResultRevision.objects.filter(section__event__in=events).order_by()
    boards = results.values_list("section__event").annotate(Count("board", distinct=True))
    return len(events) + cards + sum(int(count) for _event, count in boards)


def _pages_told(events: list[int]) -> int:
    """Return the same of imported events, whose files say it."""
    pages = 0
    for text in newest_texts(events).values():
        told: _PublishedImport = json.loads(text)
        boards = {each.get("board") for each in told.get("results", ())}
        pages += 1 + len(told.get("contestants", ())) + len(boards)
    return pages


KIND = "publish"


def ask_to_publish(actor: Actor) -> Job:
    """Ask for the results of the actor's club to be published, and note who did."""
    club = actor.home
    with transaction.atomic():
        note_act(club=club, author=actor.label, what="results published")
        return asking.ask(kind=KIND, key=str(club.pk), club=club)


def publish_club(work: Work) -> None:
    """Bring a club's site and its zip up to date.

    Raises Refused where the folder is not ours, and while a command publishes into it.
    """
    club = Club.objects.filter(pk=int(work.key)).first()
    if club is not None:
        publish_as_zip(club, zip_of(club), work.say)
        Club.objects.filter(pk=club.pk).update(site_made_at=clock.now())


def last_of(club: Club) -> Job | None:
    """Return the newest job that publishes a club's results."""
    return asking.last_of(KIND, str(club.pk))


def take_all_down(actor: Actor) -> None:
    """Take the site of the actor's club away, and its zip. Refused while it is being made."""
    club = actor.home
    last = last_of(club)
    if last is not None and last.is_open:
        raise Refused(_("Results are being published. Stop that first under Background jobs."))
    take_down(folder_of(club), club)
    zip_of(club).unlink(missing_ok=True)
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(site_made_at=None)
        note_act(club=club, author=actor.label, what="results taken down")


FIELDS = ("site_address", "site_has_season")


@transaction.atomic
def set_publishing(*, address: str, has_season: bool, seen: str, actor: Actor) -> None:
    """Keep both. Raises ChangedMeanwhile where somebody was quicker."""
    club = Club.objects.select_for_update().get(pk=actor.home.pk)
    check_unchanged(club, FIELDS, seen)
    before = values_of(club, FIELDS)
    club.site_address, club.site_has_season = address, has_season
    if before == values_of(club, FIELDS):
        return
    club.save(update_fields=list(FIELDS))
    note_act(club=club, author=actor.label, what="publishing set")
