"""Keys, for those who give them to programs: make one, see it once, list and revoke them; as a page's forms and as JSON."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from tablero.people.names import tidy_name
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS
from tablero.site.language import tongue_of
from tablero.site.messages import sentence
from tablero.site.pages import Form, Visit, house_of
from tablero.site.people import Guest, guest_of, signed_key
from tablero.site.tokens import programs_page
from tablero.store.keys import SCOPES, Key
from tablero.table import Refusal


class KeyCard(msgspec.Struct):
    """A key of your account. `used` is the time of the last use, about to the hour."""

    id: str
    label: str
    scopes: list[str]
    made: float
    used: float | None


class NewKey(msgspec.Struct):
    """A key to make: what you call it, and what it opens: read, play, talk."""

    label: Annotated[str, msgspec.Meta(max_length=80)]
    scopes: Annotated[list[str], msgspec.Meta(max_length=8)] = msgspec.field(default_factory=lambda: ["read", "play", "talk"])


class MadeKey(msgspec.Struct):
    """The key itself, told this once: `Authorization: Bearer <key>`."""

    id: str
    key: str


def _card(key: Key) -> KeyCard:
    return KeyCard(key.id, key.label, list(key.scopes), key.made, key.used)


def holder_of_keys(request: Visit) -> Guest:
    """Whoever may make and revoke keys: somebody who is signed in, never a program."""
    guest = guest_of(request)
    if guest.account is None or guest.scopes is not None:
        raise PermissionDeniedException("keys belong to accounts: sign in first")
    return guest


class KeyApi(Controller):
    path = "/api/keys"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/", responses=PROBLEMS, summary="The keys of your account")
    async def list_keys(self, request: Visit) -> list[KeyCard]:
        return [_card(key) for key in await house_of(request).keys.of(holder_of_keys(request).id)]

    @post("/", responses=PROBLEMS, summary="Make a key for a program that acts in your name")
    async def make(self, request: Visit, data: JSONBody[NewKey]) -> MadeKey:
        guest = holder_of_keys(request)
        key = await house_of(request).keys.make(guest.id, tidy_name(data.label), data.scopes)
        return MadeKey(key.id, signed_key(request, key))

    @delete("/{id:str}", responses=PROBLEMS, summary="Revoke a key")
    async def revoke(self, request: Visit, id: FromPath[str]) -> None:
        if not await house_of(request).keys.revoke(holder_of_keys(request).id, id[:64]):
            raise NotFoundException("you have no such key")


@post("/keys")
async def make_here(request: Visit, data: Form) -> Response[Any]:
    """Make a key with the page's form; it is shown this once."""
    guest = holder_of_keys(request)
    chosen = [scope for scope in SCOPES if f"scope-{scope}" in data]
    try:
        key = await house_of(request).keys.make(guest.id, tidy_name(data.get("label", "")), chosen)
    except Refusal as error:
        return await programs_page(request, wrong=sentence(tongue_of(request).say(str(error))), status=400)
    return await programs_page(request, made=signed_key(request, key))


@post("/keys/{id:str}/revoke")
async def revoke_here(request: Visit, id: FromPath[str]) -> Redirect:
    await house_of(request).keys.revoke(holder_of_keys(request).id, id[:64])
    return Redirect("/tokens", status_code=303)


HANDLERS = (make_here, revoke_here)
