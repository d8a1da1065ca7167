"""Make the fonts of papers that stand in for letters which Source Sans 3 lacks.

Only who changes them runs this, since what it makes is part of the project:

    .venv/bin/python -m pip install -r tools/fonts/requirements.txt
    .venv/bin/python tools/fonts.py

It fetches Noto Sans from npm, for which it needs npm and the network, and puts it into
`clubscore/papers/fonts`: small scripts as they are, Han and Hangul cut to the letters that
names are written with (a quarter of a minute), their licences, and `covered.txt`, which says what
letters each font has, so that nobody need open a font of 3 MB to know.
"""

import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

FONTS = Path(__file__).resolve().parent.parent / "clubscore/papers/fonts"
COVERED, LICENCE = "covered.txt", "OFL-Noto-Sans.txt"
CUT = "400Regular"
# What a font cut to single letters has no use for: none of them joins, none is set downwards.
NEEDLESS = ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG", "STAT"]


def pairs_of(highs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return what two bytes may be in the encodings of East Asia."""
    return ((high, low) for high in highs for low in range(0x40, 0xFF))


def han() -> Iterator[str]:
    """Return the letters of names in China, Taiwan and Japan: what three standards have first.

    GB2312, level 1 of Big5, JIS X 0208, from their first Han letter on, and kana.
    """
    for encoding, first, last in (
        ("gb2312", 0xB0A1, 0xF7FE),
        ("big5", 0xA440, 0xC67E),
        ("euc_jp", 0xB0A1, 0xF4FE),
    ):
        for high, low in pairs_of(range(0xA1, 0xFF)):
            if first <= high << 8 | low <= last:
                yield from bytes((high, low)).decode(encoding, "ignore")
    # Kana and the signs among names, as in 佐々木 and マリア・ルイサ.
    yield from map(chr, (*range(0x3041, 0x3100), *range(0x3001, 0x3012), 0xFF0C, 0xFF65))
    # Beyond the standards, and common in names all the same: Japanese makers' own letters, as in
    # 髙橋 and 山﨑, and given names of our day in China.
    for high, low in pairs_of(range(0xFA, 0xFD)):
        yield from bytes((high, low)).decode("cp932", "ignore")
    yield from "镕喆堃玥珺翀祎赟芃沄滢劼璟瑄玚旻翊昇"


def hangul() -> Iterator[str]:
    """Return the 2,350 syllables of KS X 1001, and the letters that they are made of."""
    # Syllables beyond the standard take eight bytes: they are spelt.
    yield from (each for each in map(chr, range(0xAC00, 0xD7A4)) if len(each.encode("euc_kr")) == 2)
    # Without the filler between them, which nobody sees.
    yield from map(chr, (*range(0x3131, 0x3164), *range(0x3165, 0x318F)))


class Noto(NamedTuple):
    """A font: its script as files name it, the version at npm, what it is cut to, if it is."""

    script: str
    version: str
    letters: Callable[[], Iterable[str]] | None = None

    @property
    def package(self) -> str:
        """Return its name at npm."""
        return f"@expo-google-fonts/noto-sans-{self.script.lower()}@{self.version}"

    @property
    def file(self) -> str:
        """Return its name here."""
        return f"NotoSans{self.script}-Regular.ttf"


NOTO = (
    Noto("Hebrew", "0.4.1"),
    Noto("Arabic", "0.4.3"),
    Noto("Thai", "0.4.2"),
    Noto("Devanagari", "0.4.1"),
    Noto("Bengali", "0.4.4"),
    Noto("Tamil", "0.4.3"),
    Noto("Armenian", "0.4.2"),
    Noto("Georgian", "0.4.3"),
    Noto("SC", "0.4.3", han),
    Noto("KR", "0.4.3", hangul),
)


def fetched(noto: Noto, folder: Path) -> tuple[Path, str]:
    """Fetch a font into a folder. Return where it is, and the text of its licence."""
    said = subprocess.run(
        ["npm", "pack", "--silent", noto.package],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    packed = folder / said.stdout.split()[-1]
    shutil.unpack_archive(packed, folder / noto.script, filter="data")
    inside = folder / noto.script / "package"
    font = inside / CUT / f"NotoSans{noto.script}_{CUT}.ttf"
    return font, (inside / "LICENSE_FONT").read_text(encoding="utf-8")


def cut(font: Path, letters: Iterable[str], to: Path) -> None:
    """Write a font with only these letters."""
    from fontTools import subset

    wanted = subset.Options(
        layout_features=[],
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
        name_languages=[0x409],
        drop_tables=[*subset.Options().drop_tables, *NEEDLESS],
        # The day of a font's file is the day of its letters, so that the same cut is the same file.
        recalc_timestamp=False,
    )
    whole = subset.load_font(str(font), wanted)
    knife = subset.Subsetter(wanted)
    # Composed as names are on paper, which makes one of Han letters that only look different.
    composed = unicodedata.normalize("NFC", "".join(letters))
    knife.populate(unicodes=sorted({ord(letter) for letter in composed} | {0x20}))
    knife.subset(whole)
    subset.save_font(whole, str(to), wanted)


def licence(texts: Iterable[str]) -> str:
    """Return one text of several licences that differ in their first line, the holder's."""
    heads, rests = zip(*(text.strip().split("\n", 1) for text in texts), strict=True)
    rest = " ".join(rests[0].split())
    if any(" ".join(each.split()) != rest for each in rests):
        raise ValueError("Licences differ in more than their first line; read them.")
    return "\n".join([*sorted({head.strip() for head in heads}), "", rests[0].strip("\n")]) + "\n"


def ranges(codes: Iterable[int]) -> Iterator[str]:
    """Return code points as hexadecimal ranges: 41-5a 61."""
    for _run, members in groupby(enumerate(sorted(codes)), lambda each: each[1] - each[0]):
        run = [code for _at, code in members]
        yield f"{run[0]:x}-{run[-1]:x}" if len(run) > 1 else f"{run[0]:x}"


def covered(font: Path) -> str:
    """Return the line of a font in the table of letters, those for private use left out."""
    from fontTools.ttLib import TTFont

    codes = TTFont(font, lazy=True).getBestCmap()
    return " ".join(
        [font.name, *ranges(code for code in codes if unicodedata.category(chr(code)) != "Co")]
    )


def main() -> None:
    """Make all of it."""
    licences = []
    with tempfile.TemporaryDirectory() as folder:
        for noto in NOTO:
            print(f"{noto.script} ...", flush=True)
            font, text = fetched(noto, Path(folder))
            licences.append(text)
            if noto.letters is None:
                shutil.copyfile(font, FONTS / noto.file)
            else:
                cut(font, noto.letters(), FONTS / noto.file)
    (FONTS / LICENCE).write_text(licence(licences), encoding="utf-8")
    lines = [covered(font) for font in sorted(FONTS.glob("*.ttf"))]
    (FONTS / COVERED).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
