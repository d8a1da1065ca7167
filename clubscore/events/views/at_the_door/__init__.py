"""The list at the door: opened by the director, written by who comes in."""
