"""The Evening Gazette: what an evening has to tell, in sentences made from its facts by rules.

A rule looks at the facts and yields a story or none. A story has the facts that it states as
values too (`claim`), and what was asked of the records for it (`Source`), shown on a tap.
"""
