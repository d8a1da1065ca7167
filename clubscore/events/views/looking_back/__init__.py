"""Pages on which people look at what was played."""
