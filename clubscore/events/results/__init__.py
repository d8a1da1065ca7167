"""One result: its form and its words."""
