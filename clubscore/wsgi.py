"""The door for WSGI servers: pages alone, for phones that ask.

Whoever loads it serves the club of the data folder, or is refused.
"""

from clubscore.application import application
from clubscore.places import write_for_owner
from clubscore.server.database_guard import open_for_a_worker

__all__ = ["application"]

write_for_owner()
open_for_a_worker()
