"""What has to be corrected on a page before an entry can be taken."""

from dataclasses import dataclass

from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError


@dataclass(frozen=True)
class Problem:
    """Something to put right: the field it belongs to and what would be right."""

    field: str
    text: str


class Problems(Exception):
    """What has to be put right before an entry can be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = list(problems)


# Where a refused field is asked for on the page; what no page asks for has no place to lead to.
FIELDS = {
    "bid": "ask-level",
    "defenders": "ask-result",
    "declarer": "ask-declarer",
    "partner": "ask-partner",
    "doubling": "ask-doubling",
    "tricks": "ask-result",
    "honours": "ask-honours",
    "chicane": "ask-chicane",
    "revokes": "ask-revoke-1",
    "fines": "fine",
    "dealer": "ask-dealer",
    "stake": "stake",
    "rules": "laws",
    "cards": "ask-cards",
}


def problem_of(error: RuleError) -> Problem:
    """Return a refusal with the field of the page that it belongs to."""
    field = error.where.split(".")[0].split("[")[0]
    if field.startswith(("ask-", "name-", "place-")):
        return Problem(field, said(error))
    place = f"ask-{field}" if field.startswith("seat-") else FIELDS.get(field, "")
    return Problem(place, said(error))
