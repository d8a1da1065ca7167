"""A table as it stands: its deals as they now count, scored; the pad."""
