import socket

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask, WSGITask

class HTTPChannel:
    task_class: type[WSGITask]
    error_task_class: type[ErrorTask]
    request: HTTPRequestParser | None
    requests: list[HTTPRequestParser]
    last_activity: float
    total_outbufs_len: int
    will_close: bool
    def __init__(
        self,
        server: BaseWSGIServer,
        sock: socket.socket,
        addr: object,
        adj: Adjustments,
        map: dict[int, object] | None = None,
    ) -> None: ...
    def received(self, data: bytes) -> bool: ...
