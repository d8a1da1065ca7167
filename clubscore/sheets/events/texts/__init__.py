"""What an event's papers say as plain texts: a module a paper, made of the room and its lists.

Every text begins with its title, whose it is and how far the event is; a blank line stands between
groups, and what belongs to a line is a line below it that begins with a blank.
"""
