class Adjustments:
    connection_limit: int
