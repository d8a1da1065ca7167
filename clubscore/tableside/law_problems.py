"""What the laws refuse, as something to put right on a page."""

from clubscore.club.templatetags.clubscore import said
from clubscore.laws.errors import RuleError
from clubscore.tableside.entry_form import Problem

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
