"""Every model, and every field of a carried one, is carried or left out for a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.apps import apps
from django.db.models import Model

from clubscore.files.club_file import FIELDS_LEFT_OUT, carried, left_out


def undecided(
    models: Iterable[type[Model]], carried: Collection[type[Model]], left_out: Collection[str]
) -> list[str]:
    """Return the models that are in no list, in both, or in a list though there is no such one."""
    labels = [model._meta.label for model in models]
    listed = [model._meta.label for model in carried] + list(left_out)
    return sorted(
        {each for each in labels if listed.count(each) != 1}
        | {each for each in listed if each not in labels}
    )


def test_every_model_is_carried_or_left_out_by_name_and_reason() -> None:
    installed = apps.get_models(include_auto_created=True)
    assert undecided(installed, carried(), left_out()) == []
    assert all(left_out().values())


def test_a_model_that_nobody_decided_about_is_seen() -> None:
    installed = list(apps.get_models(include_auto_created=True))
    assert undecided(installed, carried()[1:], left_out()) == ["club.User"]
    assert undecided(installed, carried(), {**left_out(), "club.Club": ""}) == ["club.Club"]
    assert undecided(installed, carried(), {**left_out(), "club.Gone": ""}) == ["club.Gone"]
    less = {label: why for label, why in left_out().items() if label != "jobs.Job"}
    assert undecided(installed, carried(), less) == ["jobs.Job"]


def test_fields_are_left_out_of_carried_models_alone_and_only_such_as_there_are() -> None:
    there = {
        f"{model._meta.label}.{field.name}"
        for model in carried()
        for field in model._meta.concrete_fields
    }
    assert set(FIELDS_LEFT_OUT) <= there
    assert all(FIELDS_LEFT_OUT.values())


def test_a_carried_model_leads_to_carried_ones_only() -> None:
    strays = [
        f"{model._meta.label}.{field.name}"
        for model in carried()
        for field in model._meta.concrete_fields
        if field.is_relation
        and field.related_model not in carried()
        and f"{model._meta.label}.{field.name}" not in FIELDS_LEFT_OUT
    ]
    assert strays == []
