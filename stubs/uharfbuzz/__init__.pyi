"""What we use of uharfbuzz, which says no types of its own."""

from collections.abc import Sequence

class Face: ...

class Font:
    def __init__(self, face: Face) -> None: ...

class GlyphInfo:
    codepoint: int
    cluster: int

class GlyphPosition:
    x_advance: int
    y_advance: int
    x_offset: int
    y_offset: int

class Buffer:
    direction: str
    language: str
    glyph_infos: Sequence[GlyphInfo]
    glyph_positions: Sequence[GlyphPosition]
    def add_str(self, text: str) -> None: ...
    def guess_segment_properties(self) -> None: ...

def shape(font: Font, buffer: Buffer) -> None: ...
