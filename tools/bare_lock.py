"""Remove the addresses of sponsors from npm's lock files: a lock carries versions and hashes, no addresses."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = (ROOT / "web/package-lock.json", ROOT / "tools/peers/boardgameio/package-lock.json")


def main() -> None:
    for path in LOCKS:
        lock = json.loads(path.read_text("utf-8"))
        for package in lock["packages"].values():
            package.pop("funding", None)
        path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
