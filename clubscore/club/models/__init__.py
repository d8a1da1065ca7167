"""Clubs, their people and what they may do, and their accounts."""

from clubscore.club.models.book import (
    Account,
    Authored,
    BroughtForward,
    Entry,
    Posting,
    Rate,
    Receipt,
    TableFee,
    VoidReceipt,
    rate_for,
)
from clubscore.club.models.gazettes import EveningGazette
from clubscore.club.models.one_to_one import OneToOneInClub
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
    "EveningGazette",
    "Membership",
    "OneToOneInClub",
    "OwnLaws",
    "Person",
    "PersonNumber",
    "Posting",
    "Rate",
    "Receipt",
    "Role",
    "TableFee",
    "User",
    "VoidReceipt",
    "rate_for",
]
