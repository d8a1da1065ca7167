from clubscore.club.database import at_once

Migration = at_once(
    "clubscore.jobs.migrations",
    "jobs",
    to=3,
    after=[("club", "0025_one_to_one_in_the_club")],
)
