"""The event file, and events as text."""
