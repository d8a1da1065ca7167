"""People as tables seat them: found by their keys, and those who play most first."""

from django.db.models import Count, QuerySet

from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person
from clubscore.club.people.selectors import with_words


def people_to_seat(club: Club, text: str = "") -> QuerySet[Person]:
    """Return active people by any part of their name or number, those who play most first."""
    people = Person.objects.filter(club=club, active=True, merged_into=None)
    return with_words(people, text).annotate(games=Count("seats")).order_by("-games", "name")


def people_at(club: Club, keys: list[str]) -> list[Person]:
    """Return people of a club by their keys, in the order asked for, leaving out strangers."""
    numbers = [n for n in map(whole_number, keys) if n is not None]
    found: dict[int, Person] = {
        person.pk: person
        for person in Person.objects.filter(club=club, pk__in=numbers, merged_into=None)
    }
    return [found[number] for number in dict.fromkeys(numbers) if number in found]
