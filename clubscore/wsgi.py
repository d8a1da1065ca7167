"""The door for WSGI servers: pages alone, for phones that ask.

Whoever loads it serves the club of the data folder, or is refused.
"""

from clubscore.application import application
from clubscore.club.safe.before_opening import open_for_a_worker

__all__ = ["application"]

open_for_a_worker()
