"""What we use of boto3, which says no types of its own and is not always there."""

from typing import Any

def client(service: str) -> Any: ...
