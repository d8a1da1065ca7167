"""The evening under way: tables, phones, results reported, the director's page."""
