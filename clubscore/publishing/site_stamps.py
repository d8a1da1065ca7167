"""What the pages of the site follow from, so that they are made again only when it changed.

A stamp is keyed with the server's secret: the site's own index says nothing of what is hidden.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from clubscore import edition
from clubscore.club.models import Club
from clubscore.club.people.published_names import PublishedNames
from clubscore.events import models as events
from clubscore.exchange.readable_stamps import Stamps, program

SALT = "clubscore.publishing"


class SiteStamps:
    """The stamps of a club's site as its data is now; as many queries however old it is."""

    def __init__(self, club: Club, names: PublishedNames) -> None:
        self._club, self._names = club, names
        self._common = (
            edition.running(), program(), get_language(), club.name, club.site_address,
        )  # fmt: skip
        self._stamps = Stamps(club)

    def of(self, *follows_from: object) -> str:
        """Return the stamp of what follows from some values, as every page does from the club."""
        text = repr((self._common, follows_from))
        return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]

    @cached_property
    def sittings(self) -> str:
        """The stamp of the card tables."""
        return self.of(sorted(self._stamps.sittings.items()))

    @cached_property
    def events(self) -> dict[int, str]:
        """The stamp of each event by its key: what was entered, its people as they are named."""
        people: dict[int, list[object]] = defaultdict(list)
        for event, *keys in self._held():
            people[event].append([self._shown(pk) for pk in keys])
        hidden = set(
            events.EventShare.objects.filter(
                event__club=self._club, hides_names=True, revoked_at=None
            ).values_list("event", flat=True)
        )
        solved = self._solved()
        worked = events.BoardsWorkedOut.objects.filter(event__club=self._club)
        worked_out = dict(worked.values_list("event", "revision"))
        return {
            pk: self.of(stamp, people[pk], pk in hidden, solved[pk], worked_out.get(pk))
            for pk, stamp in self._stamps.events.items()
        }

    def _shown(self, pk: int | None) -> object:
        own = self._names.people.get(pk or 0)
        return own and (pk, own.pk, own.short_name, pk in self._names.named)

    def _held(self) -> Iterator[tuple[int, *tuple[int | None, ...]]]:
        """Yield the people of every event. Three queries."""
        entries = events.Entry.objects.filter(event__club=self._club).order_by("pk")
        further = events.TeamMember.objects.filter(event__club=self._club).order_by("pk")
        told = events.ToldPlayer.objects.filter(event__club=self._club).order_by("pk")
        return chain(
            entries.values_list("event", "first", "second"),
            further.values_list("event", "person"),
            told.values_list("event", "person"),
        )

    def _solved(self) -> Counter[int]:
        """Return how many of each event's cards were worked out. Two queries."""
        known = set(events.DoubleDummy.objects.exclude(tricks="").values_list("deal", flat=True))
        cards = events.BoardRevision.objects.filter(event__club=self._club).order_by()
        return Counter(event for event, deal in cards.values_list("event", "deal") if deal in known)
