"""How a language writes lists, numbers and dates: the one place for both kinds of table.

A page says what it shows; how that is written (comma or point, "and" or "or", where the symbol of
a currency stands, which day comes first) is said here and in the catalogue of a language.
"""
