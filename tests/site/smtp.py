"""A mail server for tests: it takes what it is sent, or refuses as it is told to."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class Post:
    """What has arrived, and whom the server refuses."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    signed_in: list[str] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)  # addresses, and the code they are refused with


@asynccontextmanager
async def post_office() -> AsyncIterator[Post]:
    post = Post()
    server = await asyncio.start_server(lambda reading, writing: _talk(post, reading, writing), "127.0.0.1", 0)
    post.port = server.sockets[0].getsockname()[1]
    async with server:
        yield post


async def _talk(post: Post, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
    def answer(words: str) -> None:
        writing.write(f"{words}\r\n".encode())

    answer("220 test")
    try:
        while line := (await reading.readline()).decode().strip():
            word = line.upper()
            if word.startswith("EHLO"):
                answer("250-test")
                answer("250 AUTH PLAIN")
            elif word.startswith("AUTH PLAIN"):
                _, name, password = base64.b64decode(line.split()[2]).decode().split("\0")
                post.signed_in.append(f"{name}:{password}")
                answer("235 fine")
            elif word.startswith("RCPT"):
                to = line[line.index("<") + 1 : line.index(">")]
                answer(f"{post.refused[to]} not here" if to in post.refused else "250 fine")
            elif word == "DATA":
                answer("354 go on")
                text = await reading.readuntil(b"\r\n.\r\n")
                mail = message_from_bytes(text[:-3], policy=policy.default)
                assert isinstance(mail, EmailMessage)
                post.mails.append(mail)
                answer("250 taken")
            elif word == "QUIT":
                answer("221 bye")
                break
            elif word.startswith("STARTTLS"):
                answer("502 no")
            else:
                answer("250 fine")
    finally:
        writing.close()
