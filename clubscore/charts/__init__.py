"""Pictures of numbers as SVG: pure Python, words come in already written.

Each picture says its finding, is drawn for a phone and for a desk, and has a table twin with the
same numbers. Colours, faces and widths of lines are classes of `static/css/results.css`.
"""
