"""What the server does for people by itself: choices that leave none, standing answers."""

HANDLERS = ()
API = ()

__all__ = ["API", "HANDLERS"]
