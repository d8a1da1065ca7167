"""The door for WSGI servers: pages alone, for phones that ask.

Whoever loads it serves the club of the data folder, or is refused.
"""

from clubscore.application import application
from clubscore.club.safe.before_opening import open_for_a_worker
from clubscore.owner_alone import write_for_owner

__all__ = ["application"]

write_for_owner()
open_for_a_worker()
