"""Settings for tests: the same program on a file of its own, with cheap passwords."""

import os
import tempfile
from pathlib import Path

# A folder of this run's own, never a club's; other processes of the same run inherit it.
if "CLUBSCORE_TEST_FOLDER" not in os.environ:
    os.environ["CLUBSCORE_TEST_FOLDER"] = tempfile.mkdtemp(prefix="clubscore-tests-")
os.environ["CLUBSCORE_DATA"] = os.environ["CLUBSCORE_TEST_FOLDER"]
os.environ["CLUBSCORE_PROFILE"] = "club-network"
# Named, all extras are shown in every club; a test of some names these.
if "CLUBSCORE_EXTRAS" not in os.environ:
    program = Path(__file__).resolve().parent.parent / "clubscore"
    names = (each.parent.name for each in program.glob("extras/*/__init__.py"))
    os.environ["CLUBSCORE_EXTRAS"] = " ".join(names)

if os.environ.get("CLUBSCORE_MAPPED"):
    from tests import noting

    noting.begin()

from clubscore.settings import *  # noqa: F403
from clubscore.settings import DATABASES, SQLITE_OPTIONS, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
BASE_DIR = Path(__file__).resolve().parent.parent
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# Nobody waits for the disk of a file that is thrown away. A club's settings stay as they are:
# tests/test_safe.py asks them, and the soak kills servers that run with them.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    carefree = SQLITE_OPTIONS["init_command"].replace("=FULL", "=OFF")
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS | {"init_command": carefree}
