#!/bin/sh
# Start Tablero in a container. Without words: the site. With words: that command of `tablero`, or options of the site.
# Settings come through the environment (TABLERO_PORT, TABLERO_PUBLIC ...); TABLERO_DATABASE is a file in the volume
# unless it is a postgresql:// address, and TABLERO_COPIES the folder for copies before upgrades.
set -eu

case "${1-}" in
"" | -*) set -- serve --no-browser "$@" ;;
serve) shift && set -- serve --no-browser "$@" ;;
esac

volume=${TABLERO_COPIES:-/data}
if [ "$1" = serve ] && ! [ -w "$volume" ]; then
    echo "tablero: user $(id -u) cannot write to the volume $volume; on the host: chown -R $(id -u) FOLDER," \
        "or take a named volume" >&2
    exit 1
fi

# What it writes is for its owner alone. It takes the place of this shell, so that signals reach it.
umask 077
exec tablero "$@"
