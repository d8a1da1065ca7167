"""Before the first round and beside play: tables counted, numbers given, names from the seats."""
