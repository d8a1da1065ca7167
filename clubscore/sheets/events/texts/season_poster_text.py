"""The poster of a series: evenings ahead, the standing, how to join; and the same in words."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.wording.days import full_date, short_date
from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.models import Event, EventShare
from clubscore.sheets.events.texts.text_words import percent_words, place_words, points_words

MOST_AHEAD, MOST_PLACES = 14, 20


class Ahead(NamedTuple):
    """An evening that is planned: its day in full, in short, and what is played."""

    day: str
    short_day: str
    event: str


class Standing(NamedTuple):
    """A line of the standing: the place, full names, nothing where they are hidden; the total."""

    place: str
    names: tuple[str, ...]
    total: str


class SeasonPoster(NamedTuple):
    """What the poster says; ``address`` is empty where phones cannot open it."""

    club: str
    series: str
    ahead: tuple[Ahead, ...]
    standing: tuple[Standing, ...]
    is_sum: bool
    played: int
    address: str


def season_poster(now: SeriesNow, address: str) -> SeasonPoster:
    """Return what the poster of a series says; the evenings ahead are all of its club's."""
    club = now.series.club
    today = evening_of(club, clock.now())
    ahead = Event.sessions.filter(club=club, called_off_at=None, finished_at=None)
    planned = ahead.filter(evening__gte=today).order_by("evening", "pk")[:MOST_AHEAD]
    shares = EventShare.objects.filter(event__in=now.events, hides_names=True, revoked_at=None)
    hides = shares.exists()
    return SeasonPoster(
        club=club.name,
        series=now.series.name,
        ahead=tuple(
            Ahead(full_date(each.evening), short_date(each.evening), each.name) for each in planned
        ),
        standing=tuple(
            Standing(line.place, () if hides else tuple(line.names), line.total)
            for line in now.placed[:MOST_PLACES]
        ),
        is_sum=now.rules.is_sum,
        played=len(now.events),
        address=address,
    )


def how_to_join(told: SeasonPoster) -> list[str]:
    """Return how one joins, a sentence each."""
    said = [_("Come and play: speak to the director on any of these evenings.")]
    if told.address:
        said.append(_("Results and standings: %(address)s") % {"address": told.address})
    return said


def poster_words(told: SeasonPoster) -> Iterator[str]:
    """Return the poster in whole words."""
    yield told.series
    yield told.club
    yield ""
    yield _("Evenings ahead")
    if not told.ahead:
        yield " " + _("No evening is planned yet.")
    for evening in told.ahead:
        yield f" {evening.day}: {evening.event}"
    yield ""
    yield _("Standing")
    if not told.standing:
        yield " " + _("No one has a place yet.")
    for line in told.standing:
        yield ""
        yield place_words(line.place, len(told.standing))
        if line.names:
            yield f" {named(line.names)}"
        yield f" {points_words(line.total) if told.is_sum else percent_words(line.total)}"
    yield ""
    yield from how_to_join(told)
