"""Files that were bitten, cut and stuck together: never a crash, never a half event."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, seeds
from tests.walks import by_examples

# Of the processor: more than a second for one small file would be a hang in the making.
SECONDS = 10


@cache
def good(target: str) -> list[bytes]:
    return seeds()[target]


def bitten(content: bytes, chance: random.Random) -> bytes:
    """A file with a few bytes changed, cut out, doubled or put elsewhere."""
    found = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(found) + 1)
        upto = min(len(found), at + chance.choice((1, 2, 8, 64)))
        what = chance.randrange(5)
        if what == 0:
            found[at:upto] = chance.randbytes(upto - at)
        elif what == 1:
            del found[at:upto]
        elif what == 2:
            found[at:at] = found[at:upto] * chance.choice((1, 2, 50))
        elif what == 3:
            found[at:upto] = chance.choice(
                (b"", b"9" * 40, b"-1", b'"', b"<", b"]", b"\0", b"1e99")
            )
        else:
            there = chance.randrange(len(found) + 1)
            found[there:there] = found[at:upto]
    return bytes(found)


@pytest.mark.parametrize("target", TARGETS)
def test_good_files_are_read(target: str) -> None:
    for content in good(target):
        TARGETS[target](content)


@pytest.mark.parametrize("target", TARGETS)
@by_examples(60)
@given(data=st.data())
def test_bitten_files_are_told_in_words(target: str, data: st.DataObject) -> None:
    content = data.draw(st.sampled_from(good(target)))
    content = bitten(content, data.draw(st.randoms(use_true_random=False)))
    started = time.process_time()
    TARGETS[target](content)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("target", TARGETS)
@by_examples(30)
@given(content=st.binary(max_size=300))
def test_noise_is_told_in_words(target: str, content: bytes) -> None:
    for head in (b"", b"{", b"<USEBIO>", b"% PBN\n[", b"PK\x03\x04"):
        TARGETS[target](head + content)
