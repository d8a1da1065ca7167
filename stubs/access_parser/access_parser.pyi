from collections.abc import Callable, Mapping, Sequence

read_db_file: Callable[[bytes], bytes]

class AccessParser:
    catalog: Mapping[str, int]
    def __init__(self, db_path: bytes) -> None: ...
    def parse_table(self, table_name: str) -> Mapping[str, Sequence[object]] | None: ...
