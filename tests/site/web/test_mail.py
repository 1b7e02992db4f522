"""Mail: taken by the host's server or refused in words; nothing that people write becomes a header."""

from __future__ import annotations

import pytest

from tablero.site.settings import Settings
from tablero.site.web.mail import MailFailed, can_mail, send_mail
from tests.site.smtp import Post, post_office

pytestmark = pytest.mark.anyio


def settings(post: Post, security: str = "none", user: str = "") -> Settings:
    return Settings(
        smtp_host="127.0.0.1",
        smtp_port=post.port,
        smtp_security=security,  # type: ignore[arg-type]
        smtp_from="Tablero <tablero@example.org>",
        smtp_user=user,
        smtp_password="secret" if user else "",
    )


async def test_a_mail_arrives_as_it_was_written() -> None:
    async with post_office() as post:
        await send_mail(
            settings(post, user="house"),
            "ana@example.org",
            "Te toca en Yaxhá",
            "Línea una.\n\nhttps://games.example/t/x\n",
            {"List-Unsubscribe": "<https://games.example/no>"},
        )
    [mail] = post.mails
    assert mail["To"] == "ana@example.org"
    assert mail["From"] == "Tablero <tablero@example.org>"
    assert mail["Subject"] == "Te toca en Yaxhá"
    assert mail["List-Unsubscribe"] == "<https://games.example/no>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "Línea una." in mail.get_content()
    assert post.signed_in == ["house:secret"]


async def test_no_words_become_a_header_or_a_second_address() -> None:
    async with post_office() as post:
        await send_mail(settings(post), "ana@example.org", "Hello\r\nBcc: all@example.org", "Text", {"X-Name": "a\nb"})
        for address in (
            "ana@example.org,b@example.org",
            "ana@example.org\r\nBcc: b@example.org",
            "<ana@example.org>",
            "ana",
            "",
        ):
            with pytest.raises(MailFailed) as failed:
                await send_mail(settings(post), address, "Hello", "Text")
            assert failed.value.refused
    [mail] = post.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Hello Bcc: all@example.org"
    assert mail["X-Name"] == "a b"


async def test_a_refused_address_is_told_apart_from_a_server_in_trouble() -> None:
    async with post_office() as post:
        post.refused.update({"gone@example.org": 550, "later@example.org": 451})
        with pytest.raises(MailFailed) as gone:
            await send_mail(settings(post), "gone@example.org", "Hello", "Text")
        with pytest.raises(MailFailed) as later:
            await send_mail(settings(post), "later@example.org", "Hello", "Text")
        assert (gone.value.refused, later.value.refused) == (True, False)
    with pytest.raises(MailFailed) as away:  # nobody listens there any more
        await send_mail(settings(post), "ana@example.org", "Hello", "Text")
    assert not away.value.refused
    assert post.mails == []


async def test_nothing_is_sent_in_the_open_where_security_was_asked_for() -> None:
    async with post_office() as post:
        with pytest.raises(MailFailed):
            await send_mail(settings(post, "starttls", user="house"), "ana@example.org", "Hello", "Text")
    assert post.mails == []
    assert post.signed_in == []


async def test_without_a_server_there_is_no_mail() -> None:
    assert not can_mail(Settings())
    assert not can_mail(Settings(smtp_host="smtp.example.org"))
    with pytest.raises(MailFailed):
        await send_mail(Settings(), "ana@example.org", "Hello", "Text")
