"""The door for WSGI servers: it opens the club of the data folder and serves its pages alone."""

import os
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from waitress.proxy_headers import proxy_headers_middleware

from clubscore.places import write_for_owner
from clubscore.server.database_guard import open_for_a_worker

# ---- The program as WSGI servers call it; clubscore.wsgi opens the club first, to serve it.

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

# Only the proxy with TLS before us may say that it was asked for https, and by whom.
application: WSGIApplication = proxy_headers_middleware(
    get_wsgi_application(),
    trusted_proxy=settings.PROXY if settings.WITH_TLS else None,
    trusted_proxy_headers={"x-forwarded-proto", "x-forwarded-for"},
)


# ---- The door for WSGI servers: pages alone, for phones that ask.
#
# Whoever loads it serves the club of the data folder, or is refused.

__all__ = ["application"]

write_for_owner()
open_for_a_worker()
