"""Publishing as a job: it says how far it is, can be stopped, and goes on where it was."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work
from clubscore.publishing.publish import folder_of, publish_as_zip, take_down, zip_of

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
