"""How the list of people is searched."""

import django_filters as filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Person
from clubscore.club.people.selectors import with_words

KINDS = [("member", _("members")), ("guest", _("guests")), ("away", _("not playing now"))]


class PeopleFilter(filters.FilterSet):
    """By any part of a name or a number; members, guests, or those who play here no more."""

    q = filters.CharFilter(method="by_words", label=_("Part of a name or number"))
    kind = filters.ChoiceFilter(
        choices=KINDS, empty_label=_("all"), method="by_kind", label=_("Show")
    )

    # Whether the reader may find people by what directors alone see.
    sees_federations = False

    class Meta:
        model = Person
        fields: list[str] = []

    @property
    def qs(self) -> QuerySet[Person]:
        """Everybody who is asked for; without a wish, those who play here now."""
        people = super().qs
        asked = self.form.cleaned_data.get("kind") if self.form.is_valid() else None
        return people if asked == "away" else people.filter(active=True)

    def by_words(self, people: QuerySet[Person], _name: str, text: str) -> QuerySet[Person]:
        """Find every word somewhere in the names or number."""
        return with_words(people, text, federations=self.sees_federations)

    def by_kind(self, people: QuerySet[Person], _name: str, kind: str) -> QuerySet[Person]:
        """Members, guests, or those away."""
        return people.filter(active=False) if kind == "away" else people.filter(kind=kind)
