"""What may go wrong at a table and what the laws say of it: a small file a group, and no page.

`shape` says how an irregularity is written: what happened, at most two questions, the answer.
`which_game` says which of them are for a game, and under which code.
"""
