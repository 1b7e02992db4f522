#!/bin/sh
# Makes the virtual environment with the first Python that is new enough, or says what to install.
set -eu
folder=$1
for name in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.14 python; do
    [ -n "$name" ] || continue
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "${python:-}" ]; then
    echo "Tablero needs Python 3.11 or newer, and none was found." >&2
    echo "Install one (Debian or Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! "$python" -c 'import venv' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "Python $version is here, but without its venv part." >&2
    echo "Install it (Debian or Ubuntu: apt-get install python$version-venv) and try again." >&2
    exit 1
fi
echo "Making $folder with $("$python" --version) ..."
rm -rf "$folder"
"$python" -m venv --without-pip "$folder" # pip is fetched if it is needed: it takes two seconds
