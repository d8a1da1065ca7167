"""Events that came whole from a file."""
