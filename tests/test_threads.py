"""What each thread keeps for itself: its language, and no lock that others hold."""

import threading

from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation

from clubscore.club.threads import KEPT_IN, share_no_lock


def test_nothing_of_a_request_is_kept_behind_one_lock() -> None:
    for module, name in KEPT_IN:
        assert isinstance(getattr(module, name), threading.local), (module, name)


def test_doing_it_again_forgets_nothing() -> None:
    with translation.override("de"):
        share_no_lock()
        assert translation.get_language() == "de"


def test_each_thread_has_its_own_language_zone_and_addresses() -> None:
    seen: list[object] = []

    def other() -> None:
        seen.extend([translation.get_language(), timezone.get_current_timezone_name()])
        seen.append(get_script_prefix())
        translation.activate("fr")
        timezone.activate("Asia/Tokyo")
        set_script_prefix("/elsewhere/")

    with translation.override("de"), timezone.override("Europe/Paris"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert translation.get_language() == "de"
        assert timezone.get_current_timezone_name() == "Europe/Paris"
    assert seen == ["en-gb", "UTC", "/"]
    assert get_script_prefix() == "/"
