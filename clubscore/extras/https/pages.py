"""How a phone comes to trust the club's own authority, so that https opens on it."""

from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.environment import secured
from clubscore.extras.https.secure_door import authority_of, fingerprint

# By this kind, and by no other, phones offer to install what they are given.
AUTHORITY = "application/x-x509-ca-cert"


@open_to(Level.VISITOR)
@require_safe
def trust(request: ClubRequest) -> HttpResponseBase:
    """Show each kind of phone how to trust the club, and whether this one does."""
    known = authority_of(settings.DATA_DIR) if settings.SECURE_PORT else None
    base = secured(request.build_absolute_uri("/"), settings.SECURE_PORT) if known else ""
    pairs = fingerprint(known).split(":") if known else []
    context: dict[str, Any] = {
        "secure": base,
        "pairs": [":".join(pairs[at : at + 8]) for at in range(0, len(pairs), 8)],
        "is_over_https": request.is_secure(),
    }

    def page(asked: HttpRequest) -> HttpResponseBase:
        return render(asked, "room/trust.html", context)

    # The page tries the other door of this machine: an address that is not its own.
    return csp_update({"connect-src": [base]})(page)(request) if base else page(request)


@open_to(Level.VISITOR)
@require_safe
def authority(request: ClubRequest) -> HttpResponse:
    """Give the authority's certificate; where there is no https the page says so."""
    known = authority_of(settings.DATA_DIR) if settings.SECURE_PORT else None
    if known is None:
        return redirect("trust")
    return HttpResponse(
        known,
        content_type=AUTHORITY,
        headers={"Content-Disposition": 'attachment; filename="clubscore.crt"'},
    )
