"""A movement that changes while it is played."""
