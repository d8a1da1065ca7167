"""What stands before the pages: the server, and news to phones that a stream brings.

No page is made here and no rule of a game is known. What changed, and whether a phone's address is
still good, is asked of a function that the pages on top give (`clubscore.room.news_of_tables`).
"""
