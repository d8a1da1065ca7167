from clubscore.club.at_once import at_once
from clubscore.front.called_out import call_out

Migration = at_once(
    "clubscore.events.migrations",
    "duplicate",
    to=51,
    after=[("club", "0025_one_to_one_in_the_club")],
    then=[call_out("duplicate_event", "duplicate_eventtablelink")],
)
