"""`manage.py publish CLUB PLACE`: the club's results as a site of plain files, or as a zip."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.logins import note_act
from clubscore.club.models import Club
from clubscore.club.wording import CommandProgress, SpokenCommand, can_be_stopped
from clubscore.extras.site.publish import (
    ZIP,
    folder_of,
    pages_in,
    preview_of,
    publish_as_zip,
    publish_into,
    take_down,
)
from clubscore.files.readable import club_called
from clubscore.web import static_files

YES = ("y", "yes")


class Command(SpokenCommand):
    """Says what will go out, asks, and brings a folder or a zip up to date."""

    purpose = gettext_lazy(
        "Publish a club's final results as a site of plain files, into a folder or a zip that any"
        " web space serves. Only what changed is written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder or zip, the club, and whether to ask."""
        parser.add_argument("place", type=Path, help=_("a folder, or a file that ends in .zip"))
        parser.add_argument("--club", help=_("the club's short name, where there are several"))
        parser.add_argument("--yes", action="store_true", help=_("do not ask"))
        told = _("remove the site from the folder instead; other files stay")
        parser.add_argument("--down", action="store_true", help=told)

    def handle(
        self, *args: str, place: Path, club: str | None, yes: bool, down: bool, **options: object
    ) -> None:
        """Do it and say what became of the place."""
        found = club_called(club)
        self._say_what(found, down)
        if not yes and input(_("Go on? (y/n) ")).strip().lower() not in YES:
            self.stdout.write(_("Nothing was changed."))
            return
        # Pages ask where the signs of suits lie; a server may never have run here.
        static_files.gather()
        stopped = _("Stopped. What was written stays; the next time goes on from there.")
        try:
            with can_be_stopped(stopped):
                if down:
                    self._take_down(place, found)
                elif place.suffix == ZIP:
                    self._pack(place, found)
                else:
                    self._publish(place, found)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(
                _("%(place)s cannot be written: %(why)s.") % {"place": place, "why": error.strerror}
            ) from error
        what = "results taken down" if down else "results published"
        note_act(club=found, author=Actor().label, what=what)

    def _say_what(self, club: Club, down: bool) -> None:
        if down:
            self.stdout.write(_("The published results of %(club)s go.") % {"club": club})
            return
        found = preview_of(club)
        events = ngettext(
            "%(club)s: %(n)s final event, about %(pages)s pages of it.",
            "%(club)s: %(n)s final events, about %(pages)s pages of them.",
            found.events,
        )
        self.stdout.write(events % {"club": club, "n": found.events, "pages": found.pages})
        names = ngettext(
            "Not named: %(n)s of %(all)s person in the club's list.",
            "Not named: %(n)s of %(all)s people in the club's list.",
            found.people,
        )
        self.stdout.write(names % {"n": len(found.hidden), "all": found.people})

    def _progress(self) -> CommandProgress:
        return CommandProgress(self.stdout, _("Events: %(done)s of %(total)s"))

    def _publish(self, place: Path, club: Club) -> None:
        became = publish_into(place, club, self._progress())
        told = ngettext(
            "%(place)s: %(n)s file; written: %(written)s, removed: %(gone)s.",
            "%(place)s: %(n)s files; written: %(written)s, removed: %(gone)s.",
            became.files,
        )
        counts = {"n": became.files, "written": became.written, "gone": became.gone}
        self.stdout.write(told % {"place": place, **counts})

    def _pack(self, place: Path, club: Club) -> None:
        """Bring the club's own folder up to date, and pack it."""
        changed = publish_as_zip(club, place, self._progress())
        pages = pages_in(folder_of(club))
        if changed:
            told = ngettext("%(place)s: %(n)s page.", "%(place)s: %(n)s pages.", pages)
        else:
            told = ngettext(
                "%(place)s: %(n)s page, unchanged.", "%(place)s: %(n)s pages, unchanged.", pages
            )
        self.stdout.write(told % {"place": place, "n": pages})

    def _take_down(self, place: Path, club: Club) -> None:
        gone = take_down(place, club)
        told = ngettext("%(n)s file removed.", "%(n)s files removed.", gone)
        self.stdout.write(told % {"n": gone})
