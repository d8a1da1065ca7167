"""Settings of ClubScore, for a public server unless the environment says otherwise.

The environment chooses: CLUBSCORE_DATA (folder of the database, the secret and the backups),
CLUBSCORE_SECOND_PLACE (a folder for locked backups on another disk or machine),
CLUBSCORE_BRIDGEMATE, _CLUB, _KEY and _FOR (the pads' Data Connector), CLUBSCORE_SMTP,
_SMTP_PRIVATE, _MAIL_FROM and _MAIL_HOURLY (the mail server): see docs/install-and-host.md,
CLUBSCORE_URL (the address people open), CLUBSCORE_PROFILE ("public" or "club-network"),
CLUBSCORE_HSTS_SUBDOMAINS (insist on https for all names below that address, too),
DATABASE_URL (PostgreSQL instead of SQLite), NEWS_DATABASE_URL, ALLOWED_HOSTS, DEBUG, LOG_LEVEL
and LOG_FORMAT.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy

from clubscore.deals.file_text import AROUND_FILES, LARGEST_UPLOAD
from clubscore.environment import NotSecret, read_from, read_hourly, read_smtp, secret_key
from clubscore.places import FILES, PACKAGE, close_to_others, extras, usual_data

env = environ.Env()


def text_of(name: str, default: str = "") -> str:
    """Return what the environment says under a name."""
    return env.str(name, default=default)


DATA_DIR = Path(text_of("CLUBSCORE_DATA") or usual_data()).expanduser().resolve()

close_to_others(DATA_DIR)

# A folder on another disk or machine, or s3://bucket/prefix, where backups are kept besides.
CLUBSCORE_SECOND_PLACE = text_of("CLUBSCORE_SECOND_PLACE")
# Where the Data Connector of the pads answers (number:port), by what it knows the club, and which
# club's pads they are where there are several.
CLUBSCORE_BRIDGEMATE = text_of("CLUBSCORE_BRIDGEMATE").strip()
CLUBSCORE_BRIDGEMATE_CLUB = text_of("CLUBSCORE_BRIDGEMATE_CLUB").strip()
CLUBSCORE_BRIDGEMATE_KEY = text_of("CLUBSCORE_BRIDGEMATE_KEY").strip()
CLUBSCORE_BRIDGEMATE_FOR = text_of("CLUBSCORE_BRIDGEMATE_FOR").strip()

# The mail server; only whoever keeps the machine names it. Django's own names for its parts, of
# which no page of errors shows the password.
CLUBSCORE_SMTP_PRIVATE = env.bool("CLUBSCORE_SMTP_PRIVATE", default=False)
try:
    _smtp = read_smtp(text_of("CLUBSCORE_SMTP").strip(), private=CLUBSCORE_SMTP_PRIVATE)
    CLUBSCORE_MAIL_FROM = read_from(text_of("CLUBSCORE_MAIL_FROM").strip(), needed=bool(_smtp.host))
    CLUBSCORE_MAIL_HOURLY = read_hourly(text_of("CLUBSCORE_MAIL_HOURLY").strip(), 200)
except ValueError as error:
    raise ImproperlyConfigured(str(error)) from None
EMAIL_HOST, EMAIL_PORT = _smtp.host, _smtp.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _smtp.user, _smtp.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _smtp.starts_tls, _smtp.speaks_tls
EMAIL_TIMEOUT = 20  # seconds

DEBUG = env.bool("DEBUG", default=False)
try:
    SECRET_KEY = secret_key(DATA_DIR, text_of("SECRET_KEY"))
except OSError as error:
    raise ImproperlyConfigured(
        f"The data folder {DATA_DIR} cannot be used ({error.strerror})."
        " Name another with CLUBSCORE_DATA, or ask its owner."
    ) from error
except NotSecret as error:
    raise ImproperlyConfigured(str(error)) from error

# A club's own network usually has no TLS. Then cookies cannot be Secure and HSTS would lock
# phones out: whoever listens on that network can read what is sent over it.
PROFILE = text_of("CLUBSCORE_PROFILE", "public")
if PROFILE not in ("public", "club-network"):
    raise ImproperlyConfigured("CLUBSCORE_PROFILE is 'public' or 'club-network'")
WITH_TLS = PROFILE == "public"
# Whose word is taken for https and for the address of whoever asks.
PROXY = text_of("CLUBSCORE_PROXY") or "127.0.0.1"
CLUBSCORE_URL = text_of("CLUBSCORE_URL").rstrip("/")
# Where the server listens; one that does not say is taken to listen to its own machine only.
LISTENS_AT = (text_of("HOST") or "127.0.0.1", text_of("PORT", "8000"))
# Where https is spoken beside plain http, on a club's own network (`serve --https`); 0 where not.
SECURE_PORT = int(text_of("HTTPS_PORT") or 0) if env.bool("HTTPS", default=False) else 0

# On a club's network the address changes with the router's mood, so any Host is answered there.
_hosts = [urlsplit(CLUBSCORE_URL).hostname or "localhost"] if CLUBSCORE_URL else ["localhost"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=_hosts if WITH_TLS else ["*"])
CSRF_TRUSTED_ORIGINS = [CLUBSCORE_URL] if CLUBSCORE_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django_tables2",
    "django_filters",
    "django_htmx",
    "csp",
    "axes",
    "clubscore.club",
    "clubscore.jobs",
    "clubscore.web",
    "clubscore.rubbers",
    "clubscore.events",
    "clubscore.papers",
    "clubscore.files",
    "clubscore.home",
    *(f"clubscore.extras.{name}" for name in extras()),
    # After our own, for its `runserver` would serve pages without a worker, news and static files.
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "clubscore.server.logs.RequestsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "clubscore.web.caching.CacheMiddleware",
    "clubscore.home.frame.EditionMiddleware",
    "clubscore.web.names_shown.ShownNamesMiddleware",
    "clubscore.server.database_guard.AwayMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubscore.club.entry.TypedTextMiddleware",
    "clubscore.home.frame.AccessMiddleware",
    "clubscore.home.frame.RefusedMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "clubscore.home.frame.around_every_page",
            ],
            "builtins": [
                "clubscore.club.templatetags.clubscore",
                "clubscore.web.templatetags.frame",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "clubscore.home.frame.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
        },
    }
]

# Default SQLite settings lost up to half of the entries under contention ("database is locked");
# with these four workers had no error. FULL, because these are people's money.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
_database: Mapping[str, object]
if text_of("DATABASE_URL"):
    try:
        _database = env.db("DATABASE_URL")
        _known = _database["ENGINE"] == "django.db.backends.postgresql"
    except (ValueError, KeyError):
        _known = False
    if not _known:
        raise ImproperlyConfigured(
            "DATABASE_URL is no address of a PostgreSQL database; it looks like"
            " postgresql://user:password@host:5432/clubscore. Without it SQLite is used."
        )
    if find_spec("psycopg") is None:
        raise ImproperlyConfigured(
            "PostgreSQL needs packages more: .venv/bin/pip install -r deploy/requirements.txt"
        )
else:
    _database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "clubscore.sqlite3",
        # A file, not shared memory: there WAL, timeouts and locks do not count.
        "TEST": {"NAME": text_of("CLUBSCORE_TEST_DB", str(DATA_DIR / "test.sqlite3"))},
        "OPTIONS": SQLITE_OPTIONS,
    }
# The database itself, if DATABASE_URL leads to a pooler of transactions: what PostgreSQL calls out
# would be lost there, and what its tools set for themselves would stay with the next to be served.
NEWS_DATABASE_URL = text_of("NEWS_DATABASE_URL")
DATABASES = {
    "default": {
        **_database,
        "CONN_MAX_AGE": None,
        # A connection that ended since the last request is replaced before it is asked anything.
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
        # Such a cursor outlives its transaction, and with it the connection that a pooler lent.
        "DISABLE_SERVER_SIDE_CURSORS": bool(NEWS_DATABASE_URL),
    }
}
# What a process remembers. Phones have a place of their own, where no page pushes one out.
IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": IN_MEMORY},
    "phones": {"BACKEND": IN_MEMORY, "LOCATION": "phones", "OPTIONS": {"MAX_ENTRIES": 20_000}},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# The files of the readable copy of what clubs recorded are made by what writes all files.
CLUBSCORE_READABLE = "clubscore.files.readable.readable_files"

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# A club shares one address, so a client is never locked out by address alone; and a browser in
# which the name has logged in before is counted by itself, whatever others guess.
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "clubscore.club.logins.counted_as"
AXES_COOLOFF_TIME = 0.25  # hours
# Else whoever goes on guessing would keep the door shut for ever.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_TEMPLATE = "club/locked_out.html"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_VERBOSE = False

SESSION_ENGINE = "clubscore.web.phones"
SESSION_COOKIE_AGE = 60 * 60 * 12
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "clubscore.home.frame.csrf_failed"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = WITH_TLS
SECURE_SSL_REDIRECT = WITH_TLS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if WITH_TLS else 0
# Names below this one may be other people's sites: whoever keeps the machine says so for them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = WITH_TLS and env.bool(
    "CLUBSCORE_HSTS_SUBDOMAINS", default=False
)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = [r"^(health|healthz/|readyz/)$"]
if not WITH_TLS:
    # Browsers ignore this header on plain http and say so in their console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", gettext_lazy("English"))]
LOCALE_PATHS = [PACKAGE / "locale"]
FORMAT_MODULE_PATH = ["clubscore.club.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"  # every club has a time zone of its own

STATIC_URL = "static/"
STATICFILES_DIRS = [FILES / "static"]
# Only what our pages ask for: packages bring files that none of them does.
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "clubscore.web.static_files.MadeFilesFinder",
]
STATIC_ROOT = DATA_DIR / "static"
# Where scripts and styles are put together before they are gathered.
MADE_ROOT = DATA_DIR / "static_made"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "clubscore.web.static_files.CompressedFiles"},
}
# No other site's page has a use for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Of a form with more than this the files are let go and the fields kept; the page says it.
FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_UPLOAD + AROUND_FILES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

DJANGO_TABLES2_TEMPLATE = "components/table.html"

LOG_LEVEL = text_of("LOG_LEVEL", "WARNING").upper()
LOG_FORMAT = text_of("LOG_FORMAT", "text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured("LOG_FORMAT is 'text' or 'json'")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "refusals": {"()": "clubscore.server.logs.Refusals"},
        "discreet": {"()": "clubscore.server.logs.Discreet"},
    },
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "clubscore.server.logs.AsJson"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["refusals", "discreet"],
            "formatter": LOG_FORMAT,
        }
    },
    "loggers": {
        "django": {"handlers": ["console"], "level": LOG_LEVEL},
        "clubscore": {"handlers": ["console"], "level": LOG_LEVEL},
        "axes": {"handlers": ["console"], "level": "ERROR"},
        # Whoever sends what is no request is told so, and nobody else has to know it.
        "uvicorn": {"handlers": ["console"], "level": "ERROR"},
    },
}
