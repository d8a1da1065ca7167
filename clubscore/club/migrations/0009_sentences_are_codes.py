"""Sentences that the program wrote into a record become codes, with what fills their places.

Here the club's log and the book; the other apps do the same with their own columns. What is none of
the sentences stays as it is. Each was kept in English: there was no other language.
"""

import json
import re
from importlib import import_module

from django.db import migrations

NUMBER, MANY = r"[0-9]+", r"[0-9, and()–-]+?"
KINDS = {"": NUMBER, "list": MANY, "every": MANY, "text": ".+?"}
PLACE = re.compile(r"\{(\w+):?(\w*)\}")
APART = re.compile(r", | and | & ")

FEES = [("fee-per-table", "{amount:text} per table"), ("fee-per-table", "{amount:text} a table"),
        ("fee-each", "{amount:text} each, once an evening")]  # fmt: skip


def pattern_of(template):
    """Return the pattern of a sentence, with a group for each of its places."""
    ends = iter(PLACE.split(template))
    parts = []
    for text in ends:
        parts.append(re.escape(text))
        name, kind = next(ends, ""), next(ends, "")
        if name:
            parts.append(f"(?P<{name}>{KINDS[kind]})")
    return re.compile("".join(parts))


def value_of(text, kind):
    """What fills a place, as `clubscore.club.record_words` writes it."""
    if kind == "text":
        return text
    if kind:
        items = [int(each) if each.isdigit() else each for each in APART.split(text)]
        return {kind: items}
    return int(text)


def written(code, places):
    """A code and its places as a record keeps them."""
    return f"={code}" + json.dumps(places, ensure_ascii=False, separators=(",", ":"))


def code_of(text, known):
    """The code of a sentence, None where it is none of those that are known.

    `known` has (code, template) or (code, template, more places); a list is counted.
    """
    for code, template, *more in known:
        found = pattern_of(template).fullmatch(text)
        if found is None:
            continue
        kinds = dict(PLACE.findall(template))
        places = {name: value_of(found[name], kind) for name, kind in kinds.items()}
        for name, value in dict(*more).items():
            places[name] = value(places) if callable(value) else value
        return written(code, places)
    return None


def put_codes(model, column, known):
    """Replace the sentences of a column; what is none of them stays as it is."""
    rows = model._base_manager.exclude(**{column: ""})
    for text in set(rows.values_list(column, flat=True)):
        code = code_of(text, known)
        if code is not None and len(code) <= model._meta.get_field(column).max_length:
            rows.filter(**{column: text}).update(**{column: code})


def _log(apps, schema_editor):
    """What table money and rates were set: amounts in words become coins."""
    acts = apps.get_model("club", "Act").objects
    fees, rates = (apps.get_model("club", name).objects for name in ("TableFee", "Rate"))
    for act in acts.filter(what="table money set"):
        was = fees.filter(club=act.club_id, at__lte=act.at).order_by("pk").last()
        name = act.data.get("name", "")
        code = next((code for code, each in FEES if pattern_of(each).fullmatch(name)), None)
        if name == "none":
            _rename(act, "=no-fee")
        elif was is not None and code:
            _rename(act, written(code, {"amount": {"coins": [was.amount, was.currency]}}))
    worth = re.compile(r".+ is (worth )?.+")
    for act in acts.filter(what__in=("rate set", "rate withdrawn")):
        # What is set is written before the log's line, what is withdrawn after it.
        of_club = rates.filter(club=act.club_id).order_by("pk")
        if act.what == "rate set":
            was = of_club.filter(at__lte=act.at).last()
        else:
            was = of_club.filter(at__gte=act.at, withdrawn=True).first()
        if was is not None and worth.fullmatch(act.data.get("name", "")):
            coins = {"coins": [was.coins, was.currency]}
            into = {"coins": [was.into_coins, was.into]}
            _rename(act, written("rate", {"coins": coins, "into": into}))
    acts.filter(author="the server's keeper").update(author="the server's administrator")


def _rename(act, name):
    act.data = {**act.data, "name": name}
    act.save(update_fields=["data"])


def _book(apps, schema_editor):
    """A bet of which nobody said what it was about. The triggers refuse changes, so they rest."""
    book = import_module("clubscore.club.migrations.0004_the_book_is_kept")
    found = apps.get_model("club", "Entry").objects.filter(data__words="a bet")
    if not found.exists():
        return
    book.let_go(apps, schema_editor)
    for entry in found:
        entry.data = {**entry.data, "words": "=bet"}
        entry.save(update_fields=["data"])
    book.keep(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("club", "0008_plain_english")]

    operations = [
        migrations.RunPython(_log, migrations.RunPython.noop),
        migrations.RunPython(_book, migrations.RunPython.noop),
    ]
