"""What every part of the JSON API shares: controller, decorators of handlers, types."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, Request, delete, get, patch, post, put
from litestar.exceptions import ClientException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from tablero.site.web.errors import Problem, json_error


class ApiRequest(Request[Any, Any, Any]):
    """A request of the JSON API; a body that cannot be decoded is a client error (400), and so is another type (415):
    a form of another site can send text/plain."""

    async def json(self) -> Any:
        kind = self.content_type[0]
        if kind not in ("", "application/json") and not kind.endswith("+json"):
            raise ClientException("send JSON, with Content-Type: application/json", status_code=415)
        try:
            return await super().json()
        except RecursionError:
            raise ValidationException("this JSON is nested too deeply") from None
        except UnicodeDecodeError:
            raise ValidationException("JSON is written in UTF-8") from None


Id = Annotated[str, Parameter(description="The id of a table.", max_length=64)]
MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ActionId = Annotated[str, msgspec.Meta(min_length=1, max_length=128, description="Yours; the same twice counts once.")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
Name = Annotated[str, msgspec.Meta(max_length=200)]

PROBLEM_RESPONSES = {
    400: ResponseSpec(Problem, description="The request cannot be understood, or names what does not exist."),
    401: ResponseSpec(Problem, description="The token opens no seat."),
    403: ResponseSpec(Problem, description="Not your seat, or a request from another site."),
    404: ResponseSpec(Problem, description="No such table."),
    409: ResponseSpec(Problem, description="Not now: out of turn, stale version, nothing to take back, seat taken."),
    413: ResponseSpec(Problem, description="More than a request may carry."),
    415: ResponseSpec(Problem, description="The body is not sent as application/json."),
    422: ResponseSpec(Problem, description="The rules forbid this move; `rule` and `guide` say which."),
    429: ResponseSpec(Problem, description="Too many requests."),
    503: ResponseSpec(Problem, description="The database is busy or full; nothing was changed."),
}

api_get = partial(get, responses=PROBLEM_RESPONSES)
api_post = partial(post, responses=PROBLEM_RESPONSES)
api_patch = partial(patch, responses=PROBLEM_RESPONSES)
api_put = partial(put, responses=PROBLEM_RESPONSES)
api_delete = partial(delete, responses=PROBLEM_RESPONSES)


class ApiController(Controller):
    """Handlers that answer errors as JSON."""

    request_class = ApiRequest
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: json_error}  # type: ignore[misc]
