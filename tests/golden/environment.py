"""In what environment answers are made, wherever and whenever that is."""

# What somebody set for their own club, or for their own terminal.
NOT_OURS = (
    "CLUBSCORE_",
    "ALLOWED_HOSTS",
    "DEBUG",
    "LOG_",
    "HOST",
    "PORT",
    "HTTPS",
    "COLUMNS",
    "LC_",
    "LANG",
)


def environment(folder: str) -> dict[str, str]:
    """Return what to set so that the program keeps its data in this folder."""
    return {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "CLUBSCORE_TEST_FOLDER": folder,
        "CLUBSCORE_WALK_LOT": "0",
        "CLUBSCORE_URL": "http://clubscore.test",
        "SECRET_KEY": "golden",
        "DATABASE_URL": "",
        "COLUMNS": "100",
    }
