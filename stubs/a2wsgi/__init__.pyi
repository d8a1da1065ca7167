from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from wsgiref.types import WSGIApplication

class WSGIMiddleware:
    executor: ThreadPoolExecutor
    def __init__(
        self, app: WSGIApplication, workers: int = ..., send_queue_size: int = ...
    ) -> None: ...
    async def __call__(
        self,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None: ...
