"""The program as WSGI servers call it; clubscore.wsgi opens the club first, to serve it."""

import os
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from waitress.proxy_headers import proxy_headers_middleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

# Only the proxy with TLS before us may say that it was asked for https, and by whom.
application: WSGIApplication = proxy_headers_middleware(
    get_wsgi_application(),
    trusted_proxy=settings.PROXY if settings.WITH_TLS else None,
    trusted_proxy_headers={"x-forwarded-proto", "x-forwarded-for"},
)
