"""Build backend: setuptools, with Node if the page has to be built first and mkdocs if the documentation has to be."""

import gzip
import io
import os
import tarfile
from pathlib import Path

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
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        settle(Path(sdist_directory, name), int(epoch))
    return name


def settle(archive: Path, epoch: int) -> None:
    """Write an archive anew with one time and no owners, so that the same tree gives the same bytes."""
    out = io.BytesIO()
    with (
        tarfile.open(archive) as source,
        gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as target,
    ):
        for member in sorted(source.getmembers(), key=lambda member: member.name):
            if member.name.endswith(".egg-info/SOURCES.txt"):
                continue  # names what earlier builds found too; setuptools writes it anew
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            target.addfile(member, source.extractfile(member) if member.isfile() else None)
    archive.write_bytes(out.getvalue())
