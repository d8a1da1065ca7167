"""What a wheel asks for: the pins of requirements.txt. Called by hatchling (`pyproject.toml`)."""

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS = {"par": "endplay", "letters": "uharfbuzz", "nullos": "wasmtime"}


class Pins(MetadataHookInterface):
    """Names the pins. What not every machine can have (`ALONE`) is an extra: see `EXTRAS`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put them where hatchling looks; it calls this file without the project around it."""
        setup = run_path(str(Path(self.root) / "tools" / "setup.py"))
        pins = setup["pins_of"](setup["RUN"])
        alone = [pin for pin in pins if setup["stands_alone"](pin)]
        metadata["dependencies"] = [pin for pin in pins if pin not in alone]
        metadata["optional-dependencies"] = {
            extra: [pin for pin in alone if pin.startswith(package)]
            for extra, package in EXTRAS.items()
        }
