"""What an event file tells of a ruling: the law, why, by whom, what became of an appeal."""

from __future__ import annotations

from typing import Final, NamedTuple, TypedDict

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, gettext_noop
from clubscore.ranking.object_fields import only_fields, told_text

RULING_FIELDS = ("law", "reason", "by", "appeal")
# A ruling explains one of these.
RULED: Final = frozenset(("adjusted", "assigned", "split", "not_played"))


class RulingFacts(TypedDict, total=False):
    """What is told of a ruling, as an event file writes it."""

    law: str
    reason: str
    by: str
    appeal: str


class RulingTold(NamedTuple):
    """What is told of a ruling; it explains a result and changes nothing."""

    law: str | None = None
    reason: str | None = None
    by: str | None = None
    appeal: str | None = None

    def facts(self) -> RulingFacts:
        """The ruling as an event file writes it, what is not told left out."""
        facts: RulingFacts = {}
        if self.law is not None:
            facts["law"] = self.law
        if self.reason is not None:
            facts["reason"] = self.reason
        if self.by is not None:
            facts["by"] = self.by
        if self.appeal is not None:
            facts["appeal"] = self.appeal
        return facts


def read_ruling(raw: Unverified) -> RulingTold | None:
    """Verify what a result tells of its ruling, None for nothing. RuleError at ``ruling``."""
    if raw.get("ruling") is None:
        return None
    if not any(key in raw for key in RULED):
        raise RuleError(
            "no-ruling",
            gettext_noop("A ruling belongs to %(ruled)s, not to a result as it was played."),
            "ruling",
            ruled=Either(sorted(RULED)),
        )
    try:
        told = only_fields(raw["ruling"], RULING_FIELDS)
        found = RulingTold(*(told_text(told, key) for key in RULING_FIELDS))
    except RuleError as error:
        raise error.under("ruling") from None
    return found if any(found) else None
