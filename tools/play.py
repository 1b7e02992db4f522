"""Start the site at once, as plain Python if need be; compile and build the documentation in the background."""

import os
import subprocess
import sys
from pathlib import Path

import compile
import handbook
import page


def main() -> None:
    if not compile.is_done():
        compile.clear()
        # A child of this process, which becomes the site: when that ends, the compiler ends too.
        subprocess.Popen([sys.executable, compile.__file__, "--beside"], stdin=subprocess.DEVNULL)
    page.make()
    if not handbook.is_made():
        subprocess.Popen([sys.executable, handbook.__file__, "--beside"], stdin=subprocess.DEVNULL)
    command = str(Path(sys.executable).with_name("tablero"))
    sys.stdout.flush()
    os.execv(command, [command, "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
