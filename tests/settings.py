"""Settings for tests: the same program on a file of its own, with cheap passwords."""

import os
import tempfile

os.environ.setdefault("CLUBSCORE_DATA", tempfile.mkdtemp(prefix="clubscore-tests-"))
os.environ.setdefault("CLUBSCORE_PROFILE", "club-network")

from clubscore.settings import *  # noqa: E402, F403
from clubscore.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
