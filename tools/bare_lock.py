"""Takes the addresses of sponsors out of npm's lock file: a lock carries versions and hashes, no addresses."""

import json
from pathlib import Path

LOCK = Path(__file__).resolve().parent.parent / "web" / "package-lock.json"


def main() -> None:
    lock = json.loads(LOCK.read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
