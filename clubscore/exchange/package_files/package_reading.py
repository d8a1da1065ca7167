"""What a file or a pasted text holds of packages and hours of sets; nothing is verified yet."""

from clubscore.contests import hour
from clubscore.contests.code_texts import packages_in
from clubscore.exchange.reading.json_text import read_values
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop


def packages_of_file(content: bytes) -> list[Unverified | RuleError]:
    """Every package of a file: one of JSON, one a line, or links and codes as text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [_none()]
    return packages_of_text(text)


def packages_of_text(text: str) -> list[Unverified | RuleError]:
    """Every package, and every hour of a set, of a text: JSON, links or codes."""
    if text.lstrip().startswith(("{", "[")):
        return list(read_values(text))
    return [*packages_in(text), *hour.hours_in(text)] or [_none()]


def _none() -> RuleError:
    return RuleError(
        "no-package",
        gettext_noop("There is no package here. Choose its file, or paste its link or code."),
    )
