from waitress.utilities import Error

class HTTPRequestParser:
    error: Error | None
    headers: dict[str, str]
