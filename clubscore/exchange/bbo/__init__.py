"""Pages of Bridge Base Online that a director saved: a session played there, read."""
