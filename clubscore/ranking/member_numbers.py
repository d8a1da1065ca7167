"""A player's numbers: whose they are (the scheme), what one looks like, and what is none.

A number is text, never a figure: zeros may lead, and the ACBL's of a life member begins with a
letter. Programs write something where they know no number; that is taken for none.
Source: ../shared/clubs-and-federations.md 4.
"""

from __future__ import annotations

import re
from typing import Final

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy

EBU, ACBL, ABF, NZ, SBU = KNOWN = ("ebu", "acbl", "abf", "nz", "sbu")
# Bridge Base Online: what stands for a number there is a user name.
BBO: Final = "bbo"
# The club's own number of a person, which stands with the person itself.
OWN: Final = "own"
# Of a federation that nobody named.
SOMEBODYS: Final = "national"
SAME_AS = {"nzb": NZ, "nzcba": NZ}
LONGEST_SCHEME = 10
LONGEST_NUMBER = 20

_SCHEME = re.compile(r"[a-z][a-z0-9-]*")
_NUMBER = re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z./-]*[0-9A-Za-z])?")
_USER_NAME = re.compile(r"[0-9A-Za-z_-](?:[0-9A-Za-z_. -]*[0-9A-Za-z_.-])?")
_FIGURES = re.compile(r"[0-9]+")
_ACBL = re.compile(r"[A-Za-z0-9][0-9]{1,6}")
_PLACEHOLDER = re.compile(r"0*|#.*|tmp:.*", re.IGNORECASE | re.DOTALL)


def is_placeholder(text: str) -> bool:
    """Whether this stands where no number is known: nothing, zeros, ``#123``, ``tmp:...``."""
    return _PLACEHOLDER.fullmatch(text.strip()) is not None


def read_scheme(text: str, where: str = "scheme") -> str:
    """Return a scheme's short name as it is kept, in small letters. RuleError at ``where``."""
    name = text.strip().lower()
    name = SAME_AS.get(name, name)
    if len(name) > LONGEST_SCHEME or not _SCHEME.fullmatch(name):
        raise RuleError(
            "scheme",
            ngettext_lazy(
                "The short name of a federation is at most %(most)s letter, figure or hyphen,"
                " as in EBU or DBV, not %(given)s.",
                "The short name of a federation is at most %(most)s letters, figures or hyphens,"
                " as in EBU or DBV, not %(given)s.",
                "most",
            ),
            where,
            most=LONGEST_SCHEME,
            given=shown(text),
        )
    return name


def read_member_number(scheme: str, text: str, where: str = "number") -> str:
    """Return a number of a scheme as it is kept. RuleError at ``where`` for what can be none."""
    number = text.strip()
    if is_placeholder(number):
        raise RuleError(
            "number",
            gettext_noop("%(given)s is not a number. Leave the field empty where none is known."),
            where,
            given=shown(text),
        )
    if scheme == OWN:
        return _own_number(number, where)
    if scheme == BBO:
        return _user_name(number, where)
    if len(number) > LONGEST_NUMBER or not _NUMBER.fullmatch(number):
        raise RuleError(
            "number",
            ngettext_lazy(
                "A number is at most %(most)s letter or figure, without spaces, not %(given)s.",
                "A number is at most %(most)s letters or figures, without spaces, not %(given)s.",
                "most",
            ),
            where,
            most=LONGEST_NUMBER,
            given=shown(text),
        )
    _check_known(scheme, number, where)
    return number.upper()


def _check_known(scheme: str, number: str, where: str) -> None:
    """Raise RuleError where a scheme that we know has no such numbers."""
    if scheme in (EBU, ABF, NZ) and not _FIGURES.fullmatch(number):
        raise RuleError(
            "number",
            gettext_noop("A number of the %(scheme)s consists of figures alone, not %(given)s."),
            where,
            scheme=label_of_scheme(scheme),
            given=shown(number),
        )
    if scheme == ACBL and not _ACBL.fullmatch(number):
        raise RuleError(
            "number",
            gettext_noop(
                "A number of the ACBL is at most seven figures, the first of which may be a letter,"
                " not %(given)s."
            ),
            where,
            given=shown(number),
        )


def _own_number(number: str, where: str) -> str:
    """A club numbers its members as it likes."""
    if len(number) > LONGEST_NUMBER or not number.isprintable():
        raise RuleError(
            "number",
            ngettext_lazy(
                "A club's own number is at most %(most)s character in one line, not %(given)s.",
                "A club's own number is at most %(most)s characters in one line, not %(given)s.",
                "most",
            ),
            where,
            most=LONGEST_NUMBER,
            given=shown(number),
        )
    return number


def _user_name(name: str, where: str) -> str:
    """BBO takes user names in capital or small letters alike, and has spaces in some."""
    if len(name) > LONGEST_NUMBER or not _USER_NAME.fullmatch(name):
        raise RuleError(
            "number",
            ngettext_lazy(
                "A user name at BBO is at most %(most)s letter, figure, space, hyphen or"
                " underscore, not %(given)s.",
                "A user name at BBO is at most %(most)s letters, figures, spaces, hyphens or"
                " underscores, not %(given)s.",
                "most",
            ),
            where,
            most=LONGEST_NUMBER,
            given=shown(name),
        )
    return " ".join(name.lower().split())


def label_of_scheme(scheme: str) -> str:
    """Return a scheme as people write it: EBU."""
    return scheme.upper()
