from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel

class BaseWSGIServer:
    adj: Adjustments
    active_channels: dict[int, HTTPChannel]
    channel_class: type[HTTPChannel]
    def run(self) -> None: ...
    def close(self) -> None: ...
