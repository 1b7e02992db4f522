"""Passwords are kept so that nobody can read them, codes are good once, and whoever guesses waits."""

import pytest
from argon2 import PasswordHasher

from tablero.people import BadPassword, TooManyAttempts
from tablero.people.passwords import MAX_PASSWORD_LENGTH, Passwords, check_password, common_passwords
from tablero.people.recovery_codes import CODE_LETTERS, HOW_MANY, code_hash, new_codes
from tablero.people.sign_in_backoff import FORGET_SECONDS, Attempts, SignInBackoff

pytestmark = pytest.mark.anyio
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize(
    "password", ["short", "x" * (MAX_PASSWORD_LENGTH + 1), "password", "aaaaaaaaab", "Annabella", "12345678\ud800"]
)
def test_what_would_be_guessed_is_no_password(password: str) -> None:
    with pytest.raises(BadPassword):
        check_password(password, "annabella")


async def test_a_password_is_kept_unreadable_and_recognised_from_any_keyboard() -> None:
    passwords = Passwords(CHEAP)
    kept = await passwords.hash("una ﬁesta larga")
    assert "fiesta" not in kept
    assert kept.startswith("$argon2id$")
    assert await passwords.verify(kept, "una fiesta larga")
    assert not await passwords.verify(kept, "una siesta larga")
    assert not await passwords.verify(kept, "una fiesta larga\ud800")
    assert not await passwords.verify("no hash at all", "una fiesta larga")


async def test_without_an_account_no_password_fits_not_even_the_one_that_nobody_has() -> None:
    passwords = Passwords(CHEAP)
    assert not await passwords.verify(None, "nobody has this password")


async def test_what_was_kept_with_less_effort_is_kept_anew() -> None:
    kept = await Passwords(CHEAP).hash("long enough")
    assert not Passwords(CHEAP).needs_rehash(kept)
    assert Passwords(PasswordHasher(time_cost=2, memory_cost=64, parallelism=1)).needs_rehash(kept)
    assert Passwords().needs_rehash(kept)
    real = Passwords()._hasher
    assert (real.time_cost, real.memory_cost, real.parallelism) == (2, 46 * 1024, 1), "what others recommend at least"


async def test_a_crowd_at_the_door_is_asked_to_come_back() -> None:
    with pytest.raises(TooManyAttempts) as told:
        await Passwords(CHEAP, waiting=0).hash("long enough")
    assert told.value.seconds > 0


def test_codes_are_all_different_and_read_however_they_are_typed() -> None:
    codes = new_codes()
    assert len(set(codes)) == HOW_MANY
    assert set("".join(codes)) <= {*CODE_LETTERS, "-"}
    for code in codes:
        assert code_hash("ana", code) == code_hash("ana", f" {code.lower().replace('-', ' ')} ")
        assert code_hash("ana", code) != code_hash("ben", code)
        assert code not in code_hash("ana", code)


def test_pauses_grow_with_each_failure_and_end_at_the_longest() -> None:
    now, patience, known = 1000.0, SignInBackoff(free=3, longest=60), Attempts()
    for _ in range(3):
        known = patience.attempt(known, now)
    pauses = []
    for _ in range(9):
        with pytest.raises(TooManyAttempts) as told:
            patience.attempt(known, now)
        pauses.append(told.value.seconds)
        now += told.value.seconds
        known = patience.attempt(known, now)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    now += FORGET_SECONDS + 1
    assert patience.attempt(patience.attempt(known, now), now) == Attempts(2, now)


def test_a_success_is_no_excuse_for_earlier_failures_unless_they_are_forgotten() -> None:
    patience, now = SignInBackoff(free=2, longest=60), 1000.0
    known = patience.attempt(Attempts(), now)
    for _ in range(5):
        known = patience.succeeded(patience.attempt(known, now), now)
    known = patience.attempt(known, now)
    with pytest.raises(TooManyAttempts):
        patience.attempt(known, now)
    assert patience.succeeded(known, now, forget=True).times == 0


@pytest.mark.parametrize(
    "password", ["password1", "1qaz2wsx", "PRINCESS", "correcthorse", "abcd1234", "teamomucho", "ncc1701d"]
)
def test_the_passwords_that_are_used_most_are_refused(password: str) -> None:
    if password == "correcthorse":
        check_password("correct horse battery staple, and so on for more than sixty-four characters", "Ana")
        return
    with pytest.raises(BadPassword, match="guessed"):
        check_password(password)


def test_thousands_of_passwords_are_known() -> None:
    assert len(common_passwords()) > 10_000
    assert all(len(each) >= 8 for each in common_passwords())


@pytest.mark.parametrize(
    "password", ["tablero123", "Tzolkin!2026"[:10], "MayaYaxha1", "anamaria77", "Ana María 1", "amritsar"]
)
def test_words_of_the_site_and_its_user_are_no_password(password: str) -> None:
    with pytest.raises(BadPassword, match="guessed"):
        check_password(password, "Ana María" if "Mar" in password else "anamaria")
