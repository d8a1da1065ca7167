"""Codes that phones read, as SVG: black on white with their margin in every light."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def code_svg(text: str, repair: str = "m") -> SafeString:
    """Return a code as an SVG drawing without styles of its own.

    `repair` says how much of it may be unreadable: "l" is seven per cent, "m" fifteen.
    """
    drawing = io.BytesIO()
    segno.make(text, error=repair).save(
        drawing,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        svgclass="code",
        lineclass=None,
    )
    return mark_safe(drawing.getvalue().decode())  # noqa: S308 - made by segno, not by a stranger


def wifi_text(name: str, password: str) -> str:
    """Return what a phone reads to join a Wi-Fi."""

    def escaped(text: str) -> str:
        return "".join("\\" + c if c in '\\;,:"' else c for c in text)

    if not password:
        return f"WIFI:T:nopass;S:{escaped(name)};;"
    return f"WIFI:T:WPA;S:{escaped(name)};P:{escaped(password)};;"
