"""Tables: their logs, seats and settings in the database."""
