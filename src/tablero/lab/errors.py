"""Errors of the lab; each message says what to do."""

from __future__ import annotations


class ArenaError(Exception):
    """A match, or another run of games, that cannot start or go on."""


class LearningError(Exception):
    """A value network that cannot be trained, or not here."""


class DatasetError(Exception):
    """A dataset that cannot be read."""
