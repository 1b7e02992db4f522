"""The documentation under /docs: files of one folder, cached by browsers, and nothing else of the machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero.ui import rendering

pytestmark = pytest.mark.anyio
Client = AsyncTestClient[Litestar]
PAGE = "<!doctype html><title>Study</title>" + "<p>rows and rows</p>" * 100


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small folder in the place of the real one, with a secret beside it."""
    (tmp_path / "secret.html").write_text("secret")
    place = tmp_path / "docs"
    for name in ("assets", "games"):
        (place / name).mkdir(parents=True)
    for name in ("index.html", "study.html", "games/index.html"):
        (place / name).write_text(PAGE)
    (place / "assets/bundle.0a1b2c3d.min.js").write_text("1")
    (place / "assets/icon.svg").write_text("<svg/>")
    (place / "assets/.hidden.html").write_text("secret")
    (place / "made-from.sha256").write_text("secret")
    monkeypatch.setattr(rendering, "DOCS_FOLDER", place)
    return place


async def test_a_page_is_served_with_its_kind_and_asked_for_again_cheaply(client: Client, shelf: Path) -> None:
    answer = await client.get("/docs/study.html")
    assert answer.status_code == 200
    assert answer.text == PAGE
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    again = await client.get("/docs/study.html", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    (shelf / "study.html").write_text(PAGE + "more")
    changed = await client.get("/docs/study.html", headers={"If-None-Match": answer.headers["etag"]})
    assert changed.text.endswith("more")


async def test_what_carries_a_hash_in_its_name_is_kept_for_good(client: Client, shelf: Path) -> None:
    script = await client.get("/docs/assets/bundle.0a1b2c3d.min.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    icon = await client.get("/docs/assets/icon.svg")
    assert icon.headers["content-type"].startswith("image/svg+xml")
    assert icon.headers["cache-control"] == "no-cache"


async def test_a_look_at_the_head_brings_no_body(client: Client, shelf: Path) -> None:
    head = await client.head("/docs/study.html")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"]
    assert (await client.head("/docs/nothing.html")).status_code == 404


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("/docs", "index"),
        ("/docs/", "index"),
        ("/docs/study", "study"),
        ("/docs/games", "games/index"),
        ("/docs/games/", "games/index"),
    ],
)
async def test_short_addresses_lead_to_the_page(client: Client, shelf: Path, asked: str, leads: str) -> None:
    answer = await client.get(asked, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"/docs/{leads}.html")


@pytest.mark.parametrize(
    "path",
    [
        "nothing.html",
        "assets",
        "made-from.sha256",
        "assets/.hidden.html",
        "../secret.html",
        "%2e%2e/secret.html",
        "assets/%2e%2e/%2e%2e/secret.html",
        "..%2fsecret.html",
        "..%5csecret.html",
        "%2fetc%2fpasswd",
        "study.html%00",
        "a/" * 9 + "b.html",
    ],
)
async def test_what_is_no_page_is_said_in_our_words(client: Client, shelf: Path, path: str) -> None:
    answer = await client.get(f"/docs/{path}", follow_redirects=False)
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text
    assert "secret" not in answer.text.replace("secret.html", "")


async def test_what_is_not_built_yet_says_so_in_every_language(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "DOCS_FOLDER", tmp_path / "nowhere")
    for path in ("/docs", "/docs/study.html"):
        answer = await client.get(path)
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert "make docs" in answer.text
    for language, words in (
        ("es", "La documentación aún no está generada"),
        ("fr", "La documentation n’est pas encore générée"),
    ):
        assert words in (await client.get("/docs", headers={"Accept-Language": language})).text


async def test_pages_lead_to_the_documentation_once_it_is_built(client: Client, shelf: Path) -> None:
    assert 'href="/docs"' in (await client.get("/")).text
    assert 'href="/docs/games/maya.html"' in (await client.get("/games/maya")).text
    (shelf / "index.html").unlink()
    assert '"/docs' not in (await client.get("/")).text
    assert '"/docs' not in (await client.get("/games/maya")).text
