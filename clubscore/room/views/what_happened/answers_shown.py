"""What may have happened and what the laws answer, as pages show it: one tree, opened by taps."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext as _

from clubscore.club.wording.law_places import law_url
from clubscore.club.wording.phrases import said
from clubscore.lawbook.irregularity import FINE, REVOKE, Answer, Group, Question, Source
from clubscore.lawbook.which_game import LawsOfGame
from clubscore.rubbers.deal.by_law import BETWEEN


@dataclass(frozen=True)
class LawShown:
    """A law as it is cited, where it is read, its number for a ruling, and its own words."""

    cited: str
    url: str
    number: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class OptionShown:
    """Something to choose: what its key sends, and what the form of the deal then says."""

    value: str
    said: str
    enters: str


@dataclass(frozen=True)
class AnswerShown:
    """An answer; `asks_who` where whose mistake it was goes into the deal."""

    number: int
    says: str
    who: str
    options: tuple[OptionShown, ...]
    asks_who: bool
    until: str
    laws: tuple[LawShown, ...]
    reading: str


@dataclass(frozen=True)
class ChoiceShown:
    """What opens by a tap: an answer, or a question with its choices."""

    key: str
    said: str
    is_open: bool
    asks: str
    choices: tuple["ChoiceShown", ...]
    answer: AnswerShown | None


@dataclass(frozen=True)
class GroupShown:
    """What may go wrong at one stage of the game."""

    key: str
    name: str
    happenings: tuple[ChoiceShown, ...]


def groups_shown(laws: LawsOfGame, open_at: str = "") -> list[GroupShown]:
    """Return everything that these laws answer; open down to one answer, by its key."""
    shown = _Shown(laws, open_at)
    return [
        GroupShown(
            group.key,
            _(group.name),
            tuple(
                shown.choice(group, each.key, each.happened, each.then) for each in group.happenings
            ),
        )
        for group in laws.groups
    ]


class _Shown:
    """Makes the tree of one page."""

    def __init__(self, laws: LawsOfGame, open_at: str) -> None:
        self.laws, self.open_at = laws, open_at
        self.numbers: Iterator[int] = count(1)

    def choice(self, group: Group, key: str, words: str, then: Answer | Question) -> ChoiceShown:
        """Return what opens by a tap, with all that is below it."""
        answer = self._answer(group, key, then) if isinstance(then, Answer) else None
        choices: tuple[ChoiceShown, ...] = ()
        asks = ""
        if isinstance(then, Question):
            asks = _(then.asks)
            choices = tuple(
                self.choice(group, f"{key}/{each.key}", each.said, each.then)
                for each in then.choices
            )
        is_open = self.open_at == key or self.open_at.startswith(f"{key}/")
        return ChoiceShown(key, _(words), is_open, asks, choices, answer)

    def _answer(self, group: Group, key: str, answer: Answer) -> AnswerShown:
        why = self.laws.why_reading(group, answer)
        return AnswerShown(
            number=next(self.numbers),
            says=_(answer.says),
            who=_(answer.who) if answer.who else "",
            options=tuple(
                OptionShown(
                    f"{key}{BETWEEN}{each.key}",
                    _(each.said),
                    f"{each.enters}:{each.of_what}" if each.enters in (REVOKE, FINE) else "",
                )
                for each in answer.options
            ),
            asks_who=any(each.enters in (REVOKE, FINE) for each in answer.options),
            until=_(answer.until) if answer.until else "",
            laws=tuple(_law(each) for each in answer.by(self.laws.code)),
            reading=_(why) if why else "",
        )


def _law(source: Source) -> LawShown:
    cited = source.cited
    return LawShown(said(cited), law_url(cited), cited.numbers, source.words)
