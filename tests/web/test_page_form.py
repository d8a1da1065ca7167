"""What forms of hand-written pages read, and how they say what is wrong."""

import pytest
from django.http import QueryDict

from clubscore.club.entry import Refused
from clubscore.laws.errors import RuleError
from clubscore.web.forms import (
    Among,
    LineField,
    PageForm,
    Pick,
    Problem,
    TextField,
    WholeField,
    add_rule_error,
)


class Supper(PageForm):
    """A form with a field of each kind."""

    name = LineField(most=8, missing="Who eats?")
    note = LineField(most=4)
    told = TextField(id="o-told")
    plates = WholeField(id="o-plates")
    drink = Among(["tea", "port"])
    course = Pick(["soup", "cheese"], wrong="Choose the course.", usual="soup")
    seat = Pick(["N", "S"], wrong="Choose the seat.")


def read(text: str) -> Supper:
    form = Supper(QueryDict(text))
    form.is_valid()
    return form


def test_what_a_form_does_not_say_is_as_usual() -> None:
    assert read("name=Ann").cleaned_data == {
        "name": "Ann",
        "note": "",
        "told": "",
        "plates": None,
        "drink": None,
        "course": "soup",
        "seat": "",
    }


def test_text_in_a_line_loses_double_spaces_and_what_is_too_long() -> None:
    form = read("name=+Ann++Lee+Scott&note=12345&told=++as+it+is+")
    said = form.cleaned_data
    assert (said["name"], said["note"], said["told"]) == ("Ann Lee ", "1234", "  as it is ")


@pytest.mark.parametrize(("text", "number"), [("12", 12), (" 7 ", 7), ("²", None), ("-1", None)])
def test_only_whole_numbers_are_numbers(text: str, number: int | None) -> None:
    query = QueryDict(mutable=True)
    query["plates"] = text
    assert read(query.urlencode()).cleaned_data["plates"] == number
    assert read("plates=1234567890").cleaned_data["plates"] is None


def test_a_choice_that_is_not_offered_is_said_in_words_or_passed_over() -> None:
    form = read("name=Ann&course=gin&seat=X&drink=gin")
    assert form.problems == [
        Problem("course", "Choose the course."),
        Problem("seat", "Choose the seat."),
    ]
    assert form.cleaned_data["drink"] is None
    assert read("name=Ann&drink=port").cleaned_data["drink"] == "port"


def test_a_choice_that_is_sent_empty_is_not_the_usual_one() -> None:
    assert read("name=Ann&course=&seat=").problems == [Problem("course", "Choose the course.")]


def test_what_is_missing_is_asked_for_and_what_was_typed_stays() -> None:
    form = read("name=++&told=x&key=a-key")
    assert form.problems == [Problem("name", "Who eats?")]
    assert (form.typed("name", "nobody"), form.typed("note", "none")) == ("  ", "none")
    assert form.key == "a-key"


def test_what_the_laws_refuse_stands_beside_the_field_that_it_names() -> None:
    form = read("name=Ann&plates=3")
    add_rule_error(form, RuleError("x", "Too many plates.", "plates[0].rim"))
    add_rule_error(form, RuleError("x", "Not that.", "elsewhere"), "told")
    add_rule_error(form, RuleError("x", "Not here.", "elsewhere"))
    assert form.problems == [
        Problem("o-plates", "Too many plates."),
        Problem("o-told", "Not that."),
        Problem("", "Not here."),
    ]


def test_what_is_refused_leads_to_its_place_and_the_page_keeps_what_was_said() -> None:
    form = read("name=Ann&plates=3")
    form.refuse(RuleError("x", "Not by these laws.", "rules.preset"))
    form.refuse(Refused("Not tonight."), "o-plates")
    form.refuse(Refused("Not here."))
    assert form.problems == [
        Problem("o-plates", "Not tonight."),
        Problem("laws", "Not by these laws."),
        Problem("", "Not here."),
    ]
    assert form.read["plates"] == 3
