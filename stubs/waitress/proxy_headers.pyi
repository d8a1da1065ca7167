from collections.abc import Set as AbstractSet
from wsgiref.types import WSGIApplication

def proxy_headers_middleware(
    app: WSGIApplication,
    trusted_proxy: str | None = None,
    *,
    trusted_proxy_headers: AbstractSet[str] | None = None,
) -> WSGIApplication: ...
