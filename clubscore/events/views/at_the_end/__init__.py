"""Pages of the end of an event: boards that have no result."""
