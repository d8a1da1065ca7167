"""The pages of the whole club, on top of both rooms, and the commands."""
