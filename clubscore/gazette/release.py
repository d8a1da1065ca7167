"""What a director decides of a gazette: whether members may read it, and what is left out."""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Club, EveningGazette
from clubscore.club.refused import Refused
from clubscore.gazette.evening_paper import EveningPaper, evening_paper
from clubscore.gazette.story import kept_as, key_of


def release_of(club: Club, day: dt.date) -> EveningGazette:
    """Return what was decided of an evening's gazette; not stored where nothing was. One query."""
    found = EveningGazette.objects.filter(club=club, evening=day).first()
    return found or EveningGazette(club=club, evening=day)


def released(club: Club, days: Iterable[dt.date]) -> set[dt.date]:
    """Return the evenings among these whose gazette members may read. One query."""
    shown = EveningGazette.objects.filter(club=club, evening__in=list(days))
    return set(shown.exclude(shown_at=None).values_list("evening", flat=True))


def paper_for_reader(actor: Actor, day: dt.date) -> EveningPaper | None:
    """Return the gazette as a reader may see it; None where it is not out yet.

    A director reads it before it is out, others only from then on; stories left out are in neither.
    """
    decided = release_of(actor.home, day)
    if decided.shown_at is None and not actor.is_director:
        return None
    return evening_paper(actor.home, day).without(left_out_of(decided))


def left_out_of(decided: EveningGazette) -> set[str]:
    """Return the keys of the stories that nobody is shown."""
    return {key_of(each) for each in decided.left_out}


def show(actor: Actor, day: dt.date) -> None:
    """Let members read the gazette. Refused where it has no story."""
    paper = evening_paper(actor.home, day)
    with transaction.atomic():
        decided = _locked(actor.home, day)
        if not paper.without(left_out_of(decided)).stories:
            raise Refused(_("This evening has no story to show yet."))
        if decided.shown_at is None:
            decided.shown_at, decided.shown_by = clock.now(), actor.label
            decided.save(update_fields=["shown_at", "shown_by"])


def hide(actor: Actor, day: dt.date) -> None:
    """Take the gazette back: directors alone read it."""
    with transaction.atomic():
        decided = _locked(actor.home, day)
        decided.shown_at, decided.shown_by = None, ""
        decided.save(update_fields=["shown_at", "shown_by"])


def leave_out(actor: Actor, day: dt.date, key: str, *, is_out: bool) -> None:
    """Leave a story out, or put it back. Refused where the evening has no such story."""
    if key not in {story.key for story in evening_paper(actor.home, day).stories}:
        raise Refused(_("That story is not in this gazette any more. Look at it again."))
    with transaction.atomic():
        decided = _locked(actor.home, day)
        kept = [each for each in decided.left_out if key_of(each) != key]
        decided.left_out = [*kept, kept_as(key)] if is_out else kept
        decided.save(update_fields=["left_out"])


def _locked(club: Club, day: dt.date) -> EveningGazette:
    EveningGazette.objects.get_or_create(club=club, evening=day)
    return EveningGazette.objects.select_for_update().get(club=club, evening=day)
