"""How pip builds the package: setuptools' way, and with Node where the page has to be made first."""

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  (what a build backend offers is told there)

import page


def get_requires_for_build_wheel(config_settings: dict | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *page.requires()]


def get_requires_for_build_sdist(config_settings: dict | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *page.requires()]


def build_sdist(sdist_directory: str, config_settings: dict | None = None) -> str:
    """With the page in it: who installs from the archive needs no Node."""
    page.make()
    return build_meta.build_sdist(sdist_directory, config_settings)
