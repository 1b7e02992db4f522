"""Build backend: setuptools, with Node if the page has to be built first and mkdocs if the documentation has to be."""

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  (the functions of a build backend)

import handbook
import page


def get_requires_for_build_wheel(config_settings: dict | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *page.requires(), *handbook.requires()]


def get_requires_for_build_sdist(config_settings: dict | None = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *page.requires(), *handbook.requires()]


def build_sdist(sdist_directory: str, config_settings: dict | None = None) -> str:
    """Include page and documentation: installing from the archive needs neither Node nor mkdocs."""
    page.make()
    handbook.make()
    return build_meta.build_sdist(sdist_directory, config_settings)
