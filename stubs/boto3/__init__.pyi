"""What we use of boto3, which says no types of its own and is not always there."""

from typing import Literal, Protocol, TypedDict

from botocore.exceptions import ClientError

class Content(Protocol):
    def read(self, count: int, /) -> bytes: ...

class Object(TypedDict):
    Body: Content

class Exceptions:
    NoSuchKey: type[ClientError]

class Store:
    exceptions: Exceptions
    def head_bucket(self, *, Bucket: str) -> object: ...
    def upload_file(self, Filename: str, Bucket: str, Key: str) -> None: ...
    def get_object(self, *, Bucket: str, Key: str) -> Object: ...
    def delete_object(self, *, Bucket: str, Key: str) -> object: ...

def client(service: Literal["s3"]) -> Store: ...
