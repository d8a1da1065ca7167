"""What lets a phone hear that something changed at its table, and nothing else.

A pass names the address by which the phone was let in, never what is played there. It is signed,
so that nobody can make one; it is good as long as that address is, which stands in the database.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from django.core import signing

# The cookie that carries it: no script reads it, and it stands in no address and no log.
COOKIE = "news"


class Pass(NamedTuple):
    """Whose phone it is: let in by which address of which room, under which short name."""

    room: str
    link: int
    device: str


@cache
def _signer() -> signing.Signer:
    """Return what signs with the server's secret; a server is prepared before that is known."""
    return signing.Signer(salt="clubscore.front")


def write(shown: Pass) -> str:
    """Return a pass as its cookie carries it."""
    return _signer().sign(f"{shown.room}-{shown.link}-{shown.device}")


@lru_cache(maxsize=10_000)
def read(carried: str) -> Pass | None:
    """Return the pass of a cookie, None for one that was not made here."""
    try:
        room, link, device = _signer().unsign(carried).split("-")
        return Pass(room, int(link), device)
    except (signing.BadSignature, ValueError):
        return None
