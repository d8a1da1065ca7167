"""Clubs, their people and what they may do, and their accounts."""

from clubscore.club.models.book import (
    Account,
    Authored,
    BroughtForward,
    Entry,
    Posting,
    Rate,
    TableFee,
    rate_for,
)
from clubscore.club.models.people import (
    Act,
    Club,
    Membership,
    OwnLaws,
    Person,
    PersonNumber,
    Role,
    User,
)

__all__ = [
    "Account",
    "Act",
    "Authored",
    "BroughtForward",
    "Club",
    "Entry",
    "Membership",
    "OwnLaws",
    "Person",
    "PersonNumber",
    "Posting",
    "Rate",
    "Role",
    "TableFee",
    "User",
    "rate_for",
]
