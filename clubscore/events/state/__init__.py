"""An event as it stands: read from its facts, compared, never written."""
