"""Files that a page's form brings."""

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.wording.phrases import said
from clubscore.deals.file_size import too_large


def why_no_file(request: ClubRequest, most: int) -> str:
    """Say why a form came without its file: none was chosen, or it was let go as too large.

    ``most`` is what the page takes, in bytes.
    """
    sent = int(request.META.get("CONTENT_LENGTH") or 0)
    if sent > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
        return said(too_large(most))
    return _("Choose a file first.")
