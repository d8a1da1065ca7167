"""Pen, faces, papers and blocks, from which every sheet is made."""
