from clubscore.club.database import at_once

Migration = at_once(
    "clubscore.extras.mail.migrations",
    "mailing",
    to=4,
    after=[
        ("club", "0025_one_to_one_in_the_club"),
        ("duplicate", "0051_one_to_one_in_the_club"),
    ],
)
