"""A club's own packages beside its published results: an index and a file each, as others fetch."""

import json
from pathlib import Path

import pytest

from clubscore.events.models import ContestPackage
from clubscore.extras.site.publish import publish_into
from clubscore.extras.world.package import packages_in, read_package
from tests.events.world.packages import TODAY, a_set, bring, package
from tests.events.world.test_server_pool import sent
from tests.house import House

pytestmark = pytest.mark.django_db


def test_own_packages_go_out_and_others_do_not(house: House, tmp_path: Path) -> None:
    a_set(house.club)
    bring(house.club, package())
    publish_into(tmp_path / "site", house.club)
    assert not (tmp_path / "site" / "packages").exists()
    sent(house, "Foxes")
    publish_into(tmp_path / "site", house.club)
    folder = tmp_path / "site" / "packages"
    index = json.loads((folder / "index.json").read_text())
    own = ContestPackage.objects.get(source="own")
    assert [each["digest"] for each in index["packages"]] == [own.digest]
    (told,) = packages_in((folder / index["packages"][0]["file"]).read_text())
    assert read_package(told, TODAY).digest == own.digest
