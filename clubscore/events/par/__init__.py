"""Double dummy and par of an event's boards."""
