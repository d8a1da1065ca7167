from clubscore.club.database import at_once
from clubscore.server.live import call_out

Migration = at_once(
    "clubscore.events.migrations",
    "duplicate",
    to=51,
    after=[("club", "0025_one_to_one_in_the_club")],
    then=[call_out("duplicate_event", "duplicate_eventtablelink")],
)
