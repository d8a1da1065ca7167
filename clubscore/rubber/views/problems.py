"""What the laws refuse, as something to put right on a page."""

from clubscore.club.templatetags.clubscore import said
from clubscore.laws.errors import RuleError
from clubscore.rubber.entry_form import Problem

# Where a refused field of a score file is asked for on the page.
FIELDS = {
    "bid": "ask-level",
    "declarer": "ask-declarer",
    "partner": "ask-partner",
    "doubling": "ask-doubling",
    "tricks": "ask-result",
    "honours": "ask-honours",
    "chicane": "ask-chicane",
    "revokes": "ask-revoke-1",
    "fines": "fine",
}


def problem_of(error: RuleError) -> Problem:
    """Return a refusal with the field of the page that it belongs to."""
    field = error.where.split(".")[0].split("[")[0]
    return Problem(FIELDS.get(field, field), said(error))
