"""A phone asks the director about a board of an earlier round."""

from collections.abc import Mapping
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.form_values import Given
from clubscore.club.refused import Refused
from clubscore.events.models import Event
from clubscore.events.questions.earlier_rounds import (
    MOST_LETTERS,
    Played,
    Question,
    Whose,
    ask_about,
    earlier_boards,
    questions,
)
from clubscore.events.selectors import as_seen_by
from clubscore.events.views.playing import At
from clubscore.tableside.page_form import Line, PageForm, Pick
from clubscore.tableside.problems import Problem


class EarlierForm(PageForm):
    """Which board is meant, and what was wrong with it."""

    text = Line(most=MOST_LETTERS, missing=gettext_noop("Enter what was wrong with the board."))

    def __init__(self, given: Given | None, played: Mapping[str, Played]) -> None:
        super().__init__(given)
        self.fields["which"] = Pick(
            played, wrong=gettext_noop("Choose the board."), usual=next(iter(played), "")
        )
        self.played = played

    @property
    def about(self) -> Played:
        """The board that is asked about."""
        return self.played[self.words_of("which")]


class EarlierPage(TypedDict):
    """What those at a table played before, and what they asked already. It tells of no result."""

    event: Event
    spot: str
    shown: str
    whose: list[Whose]
    asked: list[Question]
    which: str
    text: str
    most: int
    problems: list[Problem]
    key: str


@open_to(Level.TABLE)
def earlier(request: ClubRequest, event: int, spot: str) -> HttpResponse:
    """Show which boards may be asked about; a POST asks the director."""
    at = At(request, event, spot)
    at.must_speak()
    whose = earlier_boards(at.room, at.section, at.place(), at.voice)
    played = {each.name: each for one in whose for each in one.played}
    form = EarlierForm(request.POST if request.method == "POST" else None, played)
    if form.is_valid():
        try:
            ask_about(section=at.section, played=form.about, text=form.words_of("text"),
                      key=form.key, actor=request.actor)  # fmt: skip
        except Refused as refused:
            form.refuse(refused, "which")
        else:
            return redirect("event-earlier", event=event, spot=spot)
    mine = {each.spot for each in played.values()}
    context: EarlierPage = {
        "event": at.event,
        "spot": spot,
        "shown": at.room.table_name(at.section, at.table),
        "whose": whose,
        # A table's phone lies before both sides: no words of a board that one has yet to play.
        "asked": [
            each for each in questions(as_seen_by(request.actor, at.full)) if each.spot in mine
        ],
        "which": form.typed("which"),
        "text": form.typed("text"),
        "most": MOST_LETTERS,
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "events/earlier.html", context, status=422 if form.problems else 200)
