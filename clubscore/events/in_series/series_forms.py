"""Forms of a series: its name, its events, how it is counted, who stood in, who missed an event."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.events.in_series.series_write import PLAYERS, WHO
from clubscore.events.models.series_facts import SeriesKept
from clubscore.laws.words import gettext_noop
from clubscore.ranking.series import (
    ALL,
    AVERAGED,
    BEST,
    COUNTS,
    DROP,
    MISSED,
    MISSED_AVERAGE,
    MISSED_NOTHING,
    PERCENT,
    PLACES,
    VALUES,
)
from clubscore.tableside.page_form import Line, PageForm, Pick, Whole, Wholes, Words

WHOLE_LIST = re.compile(r"[0-9]{1,4}(?:[ ,;]+[0-9]{1,4}){0,39}")
MOST = 99


class NameForm(PageForm):
    """What a new series is called."""

    name = Line(most=80, missing=gettext_noop("Give the series a name, for example Tuesdays 2026."))


class SeriesForm(NameForm):
    """What a series is."""

    event = Wholes()
    who = Pick(WHO, wrong=gettext_noop("Choose who is ranked."), usual=PLAYERS)
    value = Pick(VALUES, wrong=gettext_noop("Choose what an event is worth."), usual=PERCENT)
    count = Pick(COUNTS, wrong=gettext_noop("Choose which events count."), usual=ALL)
    number = Words(strip=True)
    minimum = Words(strip=True)
    partners = Words(strip=True)
    members_only = Words()
    missed = Pick(
        MISSED, wrong=gettext_noop("Choose what a missed event is worth."), usual=MISSED_NOTHING
    )
    substitutes = Words(strip=True)
    points = Words(strip=True)
    up = Words(strip=True)
    down = Words(strip=True)
    seen = Whole()

    def _whole(self, field: str) -> int:
        """Return a whole number up to 99, 0 where nothing is said."""
        said = self.words_of(field)
        if said and not (said.isdecimal() and int(said) <= MOST):
            text = _("Enter a whole number, 0 to %(most)s.")
            raise ValidationError(text % {"most": MOST})
        return int(said or 0)

    def clean_number(self) -> int:
        """Return how many are best, or dropped."""
        number = self._whole("number")
        if self.cleaned_data.get("count") in (BEST, DROP) and not number:
            raise ValidationError(_("Enter how many events: 1 or more."))
        return number

    def clean_minimum(self) -> int:
        """Return how many events a place takes."""
        return self._whole("minimum")

    def clean_partners(self) -> int:
        """Return how many different partners a place takes."""
        return self._whole("partners")

    def clean_substitutes(self) -> int:
        """Return how many events a substitute may play."""
        return self._whole("substitutes")

    def clean_up(self) -> int:
        """Return how many go up."""
        return self._whole("up")

    def clean_down(self) -> int:
        """Return how many go down."""
        return self._whole("down")

    def clean_missed(self) -> str:
        """Return what a missed event is worth, a percentage: only where those are averaged."""
        missed = self.words_of("missed")
        averaged = self.cleaned_data.get("value") in AVERAGED
        if missed == MISSED_AVERAGE and not averaged:
            raise ValidationError(_("The own average needs percentages. Choose those, or nothing."))
        return missed

    def clean_points(self) -> list[int]:
        """Return the points of the places; nothing is the usual ones."""
        said = self.words_of("points")
        if said and not WHOLE_LIST.fullmatch(said):
            text = _("Enter whole numbers from the first place on, like 10 7 5 4 3 2 1.")
            raise ValidationError(text)
        return [int(each) for each in re.findall(r"[0-9]+", said)]

    @property
    def kept(self) -> SeriesKept:
        """What the form says, as it is kept."""
        words, events = self.words_of, self.numbers_of("event")
        kept = SeriesKept(
            events=list(dict.fromkeys(events)), who=words("who"), value=words("value"),
            count=words("count"), number=self._number("number"), minimum=self._number("minimum"),
            partners=self._number("partners"), members_only=bool(words("members_only")),
            missed=words("missed"), substitutes=self._number("substitutes"), up=self._number("up"),
            down=self._number("down"),
        )  # fmt: skip
        points = self.numbers_of("points")
        if points and kept["value"] == PLACES:
            kept["points"] = points
        return kept

    def _number(self, field: str) -> int:
        return self.number_of(field) or 0


class PeopleForm(PageForm):
    """Who played an event in whose place, or who missed it; or which note is taken out."""

    what = Words()
    at_event = Whole()
    who = Whole()
    whose = Whole()
    line = Words(strip=True)
    notice = Words()
    at = Words()
    seen = Whole()
