"""What keeps research from going on."""

from __future__ import annotations


class ArenaError(Exception):
    """A match that cannot be played, or not any further; the sentence says why and what to do."""


class LearningError(Exception):
    """A judge that cannot be learned, or not here; the sentence says why and what to do."""


class DatasetError(Exception):
    """A dataset that cannot be read, or not as it is; the sentence says why and what to do."""
