"""The state of an event: read from its facts, compared, never written."""
