"""Forms of pages whose HTML is written by hand: they read what was sent, and say what is wrong.

A field that is missing says what it said when pages did not yet ask for it: phones hold forms of
before, and send them when they are in reach again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files import File
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy

from clubscore.club.authorship import key_of
from clubscore.club.form_values import Given, text_of, whole_number
from clubscore.club.forms import problems_of
from clubscore.club.models import Club, Person
from clubscore.club.naming.asking_about_names import ANSWER, AsksAboutNames, names_at, tidy
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.tableside.people import people_at
from clubscore.tableside.problems import Problem, problem_of


class PageForm(forms.Form):
    """What a page sends. A field's id on the page is its name, or what its widget says.

    With a `prefix` the names of the fields end in it: the page asks the same of several.
    """

    def __init__(
        self,
        given: Given | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        *,
        prefix: str | None = None,
    ) -> None:
        super().__init__(given, files, auto_id="%s", prefix=prefix)
        self._elsewhere: list[Problem] = []

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page."""
        return f"{field_name}-{self.prefix}" if self.prefix else field_name

    @property
    def read(self) -> dict[str, Any]:
        """What the fields say, without those that are wrong."""
        self.is_valid()
        return self.cleaned_data

    def words_of(self, name: str) -> str:
        """Return what a field of text or of choices says, nothing where it is wrong or open."""
        value = self.read.get(name)
        return value if isinstance(value, str) else ""

    def number_of(self, name: str) -> int | None:
        """Return the number that a field says, None where it says none."""
        value = self.read.get(name)
        return value if isinstance(value, int) else None

    def numbers_of(self, name: str) -> list[int]:
        """Return the numbers that a field says, none where it is wrong."""
        numbers: list[int] = self.read.get(name, [])
        return numbers

    def person_of(self, name: str) -> Person | None:
        """Return who a field names, None where it names nobody."""
        value = self.read.get(name)
        return value if isinstance(value, Person) else None

    def people_of(self, name: str) -> list[Person]:
        """Return the people whom a field names, in the order of the page."""
        people: list[Person] = self.read.get(name, [])
        return people

    def file_of(self, name: str) -> File[bytes] | None:
        """Return the file that was chosen, None where none was."""
        value = self.read.get(name)
        return value if isinstance(value, File) else None

    @property
    def key(self) -> str:
        """The key that the page was rendered with, a new one where it has none."""
        return key_of(self.data)

    @property
    def problems(self) -> list[Problem]:
        """What has to be put right, each with the field that it leads to."""
        found = [Problem(each["field"], each["text"]) for each in problems_of(self)]
        return found + self._elsewhere

    def refuse(self, error: RuleError | Refused, place: str | None = None) -> None:
        """Put what was refused beside the field with its id; the page may have it elsewhere."""
        problem = problem_of(error) if isinstance(error, RuleError) else Problem("", str(error))
        place = problem.field if place is None else place
        ids = {self[name].id_for_label: name for name in self.fields}
        if place in ids:
            # The page is shown with what its fields said, that of the refused one too.
            said = dict(self.read)
            self.add_error(ids[place], problem.text)
            self.cleaned_data = said
        else:
            self._elsewhere.append(Problem(place, problem.text))

    def sends(self, name: str) -> bool:
        """Return whether a field was sent at all, as a key is that was pressed."""
        return self.add_prefix(name) in self.data

    def typed(self, name: str, unless: str = "") -> str:
        """Return what a field was sent with, as it was typed; `unless` where it was not sent."""
        return text_of(self.data, self.add_prefix(name)) if self.sends(name) else unless


class Line(forms.CharField):
    """Text in one line, without double spaces; beyond `most` characters it is cut off.

    `missing` is said where it is empty, marked for translation; without it, it may be.
    """

    def __init__(self, *, most: int, missing: str = "") -> None:
        super().__init__(required=bool(missing))
        self.most = most
        if missing:
            self.error_messages["required"] = gettext_lazy(missing)

    def to_python(self, value: str | None) -> str:
        """Return the text as it is kept."""
        return " ".join((value or "").split())[: self.most]


def _with_id(id: str) -> forms.TextInput:
    return forms.TextInput(attrs=_id(id))


def _id(id: str) -> dict[str, str]:
    return {"id": id} if id else {}


class Words(forms.CharField):
    """Text that need not be there, with or without the spaces around it, cut off after `most`."""

    def __init__(self, *, strip: bool = False, most: int | None = None, id: str = "") -> None:
        super().__init__(required=False, strip=strip, widget=_with_id(id))
        self.most = most

    def to_python(self, value: str | None) -> str:
        """Return the text as it is kept."""
        return str(super().to_python(value))[: self.most]


class Whole(forms.Field):
    """A whole number of nine figures at most; None where none is said."""

    def __init__(self, *, id: str = "") -> None:
        super().__init__(required=False, widget=_with_id(id))

    def to_python(self, value: str | None) -> int | None:
        """Return the number."""
        return whole_number(value)


class Wholes(forms.Field):
    """Whole numbers above 0, as many as are said; what is none is left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: list[str] | None) -> list[int]:
        """Return the numbers in the order of the page."""
        return [number for text in value or [] if (number := whole_number(text))]


class Among(forms.Field):
    """One of some values; None where anything else is said, as pages of before may."""

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(required=False, widget=forms.TextInput)
        self.values = tuple(values)

    def to_python(self, value: str | None) -> str | None:
        """Return the value."""
        return value if value in self.values else None


class Pick(forms.ChoiceField):
    """One of some values; of any other `wrong` is said, a text marked for translation.

    `usual` is the value where nothing is asked; without one it may be left open.
    """

    def __init__(self, values: Iterable[str], *, wrong: str, usual: str = "") -> None:
        super().__init__(choices=[(value, value) for value in values], required=bool(usual))
        self.usual = usual
        told = gettext_lazy(wrong)
        self.error_messages |= {"required": told, "invalid_choice": told}

    def to_python(self, value: str | None) -> str:
        """Return the choice. One that is empty is none."""
        return self.usual if value is None else str(super().to_python(value))


class OneOf(forms.Field):
    """One of some people by the key that the page has for them; None for anybody else."""

    widget = forms.TextInput

    def __init__(self, people: Iterable[Person], *, id: str = "") -> None:
        super().__init__(required=False, widget=_with_id(id))
        self.people = {str(person.pk): person for person in people}

    def to_python(self, value: str | None) -> Person | None:
        """Return the person."""
        return self.people.get(value or "")


class SomeOf(forms.Field):
    """Some of these people, in the order of tapping; strangers are left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self, people: Iterable[Person], *, id: str = "") -> None:
        super().__init__(required=False, widget=forms.MultipleHiddenInput(attrs=_id(id)))
        self.people = {str(person.pk): person for person in people}

    def to_python(self, value: list[str] | None) -> list[Person]:
        """Return the people."""
        return [self.people[key] for key in value or [] if key in self.people]


class People(forms.Field):
    """People of a club by their keys, in the order of the page, strangers left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self, club: Club) -> None:
        super().__init__(required=False)
        self.club = club

    def to_python(self, value: list[str] | None) -> list[Person]:
        """Return the people."""
        return people_at(self.club, value or [])


class TappedForm(PageForm):
    """People of a club who were tapped on the page, in that order."""

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given)
        self.fields["who"] = People(club)

    @property
    def people(self) -> list[Person]:
        """Who was tapped, in that order."""
        return self.people_of("who")


class GuestForm(AsksAboutNames, TappedForm):
    """People who were tapped, or a guest by name, whom a key of the page adds."""

    guest = Words(strip=True, id="g")

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given, club=club)
        self.club = club

    @property
    def adds_guest(self) -> bool:
        """Whether a key was pressed that adds the guest."""
        return self.sends("add_guest") or self.sends(f"{ANSWER}guest")

    @property
    def new_guest(self) -> str:
        """The name of the guest who is to be added; empty for none, and while it is asked about."""
        return self.words_of("guest") if self.adds_guest else ""

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about."""
        return ("guest",) if self.adds_guest else ()

    def stands_as(self, field: str) -> str:
        """Return the name where a guest bears it already."""
        typed = tidy(self.typed(field))
        guests = Person.objects.filter(club=self.club, kind=Person.Kind.GUEST, merged_into=None)
        return typed if guests.filter(name=typed).exists() else ""

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names of everybody who is here."""
        return names_at(self.club)


class OneFile(forms.FileField):
    """A file, empty or whatever it is called; None where none was chosen or it was let go."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, data: File[bytes] | None) -> File[bytes] | None:
        """Return the file: what is wrong with it says whoever reads it."""
        return data


class PhoneForm(PageForm):
    """Whose phone this is; nobody's where it is the table's."""

    def __init__(self, given: Given, *, people: Iterable[Person]) -> None:
        super().__init__(given)
        self.fields["person"] = OneOf(people)

    @property
    def person(self) -> Person | None:
        """Whose it is."""
        return self.person_of("person")
