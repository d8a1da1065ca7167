"""What a wheel asks for: the pins of requirements.txt. Called by hatchling (`pyproject.toml`)."""

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Pins(MetadataHookInterface):
    """Names the pins. A package of which we use one file alone (`ALONE`) is an extra, `par`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put them where hatchling looks; it calls this file without the project around it."""
        setup = run_path(str(Path(self.root) / "tools" / "setup.py"))
        pins = setup["pins_of"](setup["RUN"])
        alone = [pin for pin in pins if pin.startswith(setup["ALONE"])]
        metadata["dependencies"] = [pin for pin in pins if pin not in alone]
        metadata["optional-dependencies"] = {"par": alone}
