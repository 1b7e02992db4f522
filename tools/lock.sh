#!/bin/sh
# Writes the lock files anew: versions and hashes for every platform, no download addresses.
set -eu
lock() {
    "$uv" pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
        --no-header --no-emit-index-url --no-emit-package tablero pyproject.toml "$@"
}
uv=$1
lock --extra dev --output-file requirements/dev.lock
lock --extra build --extra postgres --constraints requirements/dev.lock --output-file requirements/play.lock
lock --extra postgres --constraints requirements/dev.lock --output-file requirements/host.lock
