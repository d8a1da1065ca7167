"""The names of a file as a page asks who each of them is."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.club.access import ClubRequest
from clubscore.club.form_values import text_of
from clubscore.club.models import Person
from clubscore.club.naming.asking_about_names import Question, names_at, question_about


class AskedName(NamedTuple):
    """A name of a file, the field that says who it is, and whom it is taken for.

    `question` is what is asked about somebody new whose name is odd, `said` the answer so far.
    """

    field: str
    name: str
    person: Person | None
    question: Question | None
    said: str


def names_asked(request: ClubRequest, people: Mapping[str, Person | None]) -> list[AskedName]:
    """Return each name of a file as the page asks about it."""
    others, asked = list(names_at(request.actor.home)), []
    for number, (name, person) in enumerate(people.items()):
        field, is_new = f"who-{number}", person is None or person.pk is None
        question = question_about(field, name, others) if is_new else None
        asked.append(AskedName(field, name, person, question, text_of(request.POST, field)))
    return asked


def open_questions(asked: list[AskedName], unanswered: list[str]) -> list[Question]:
    """Return what has to be answered about odd names before anything is recorded."""
    return [
        each.question
        for each in asked
        if each.question and (each.question.unseen or each.name in unanswered)
    ]
