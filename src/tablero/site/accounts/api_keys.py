"""API keys of an account: create, list and revoke them, as forms of a page and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Response, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.people.names import tidy_name
from tablero.site.accounts.seat_tokens import credentials_page
from tablero.site.web.api import ApiController, api_delete, api_get, api_post
from tablero.site.web.errors import headers_of, problem_of
from tablero.site.web.identity import Guest, guest_of, signed_key
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, store_of
from tablero.site.web.security_log import log_event
from tablero.site.web.services import services_of
from tablero.store.people.accounts import Account
from tablero.store.people.api_keys import KEY_SCOPES, ApiKey
from tablero.table import Refusal
from tablero.ui.messages import sentence


class KeyCard(msgspec.Struct):
    """A key of your account. `used` is the time of the last use, about to the hour."""

    id: str
    label: str
    scopes: list[str]
    made: float
    used: float | None


class NewKey(msgspec.Struct):
    """A key to make: what you call it, what it opens (read, play, talk), and your password once more."""

    label: Annotated[str, msgspec.Meta(max_length=80)]
    password: Annotated[str, msgspec.Meta(max_length=400)]
    scopes: Annotated[list[str], msgspec.Meta(max_length=8)] = msgspec.field(
        default_factory=lambda: ["read", "play", "talk"]
    )


class MadeKey(msgspec.Struct):
    """The key itself, told this once: `Authorization: Bearer <key>`."""

    id: str
    key: str


def _card(key: ApiKey) -> KeyCard:
    return KeyCard(key.id, key.label, list(key.scopes), key.made, key.used)


def key_owner(request: HtmlRequest) -> tuple[Guest, Account]:
    """Return the signed-in visitor. Raise PermissionDeniedException for guests and for programs with a key."""
    guest = guest_of(request)
    if guest.account is None or guest.scopes is not None:
        raise PermissionDeniedException("keys belong to accounts: sign in first")
    return guest, guest.account


async def make_key(request: HtmlRequest, label: str, scopes: Sequence[str], password: str) -> ApiKey:
    """Make a key of the signed-in visitor. Raise NotAdmitted if `password` is wrong, Refusal if no such key can be."""
    guest, account = key_owner(request)
    accounts = services_of(request).accounts
    await accounts.check(request, account, password)
    key = await store_of(request).api_keys.make(guest.id, tidy_name(label), scopes)
    log_event(request, "key made", scopes=" ".join(key.scopes))
    accounts.mails.tell(request, account, "key")
    return key


class KeyApi(ApiController):
    path = "/api/keys"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_get("/", summary="The keys of your account")
    async def list_keys(self, request: HtmlRequest) -> list[KeyCard]:
        return [_card(key) for key in await store_of(request).api_keys.of(key_owner(request)[0].id)]

    @api_post("/", summary="Make a key for a program that acts in your name")
    async def make(self, request: HtmlRequest, data: JSONBody[NewKey]) -> MadeKey:
        key = await make_key(request, data.label, data.scopes, data.password)
        return MadeKey(key.id, signed_key(request, key))

    @api_delete("/{id:str}", summary="Revoke a key")
    async def revoke(self, request: HtmlRequest, id: FromPath[str]) -> None:
        if not await store_of(request).api_keys.revoke(key_owner(request)[0].id, id[:64]):
            raise NotFoundException("you have no such key")
        log_event(request, "key revoked")


@post("/keys")
async def make_here(request: HtmlRequest, data: Form) -> Response[Any]:
    """Create a key with the page's form; it is shown once."""
    chosen = [scope for scope in KEY_SCOPES if f"scope-{scope}" in data]
    try:
        key = await make_key(request, data.get("label", ""), chosen, data.get("password", ""))
    except Refusal as error:
        return await credentials_page(request, wrong=sentence(language_of(request).say(str(error))), status=400)
    except BadOption as error:
        wrong = sentence(error.told(language_of(request).say))
        response = await credentials_page(request, wrong=wrong, status=problem_of(error)[0])
        response.headers.update(headers_of(error))
        return response
    return await credentials_page(request, made=signed_key(request, key))


@post("/keys/{id:str}/revoke")
async def revoke_here(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    if await store_of(request).api_keys.revoke(key_owner(request)[0].id, id[:64]):
        log_event(request, "key revoked")
    return Redirect("/tokens", status_code=303)


HANDLERS = (make_here, revoke_here)
