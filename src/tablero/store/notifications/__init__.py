"""Notifications: channels of people and the outbox."""
