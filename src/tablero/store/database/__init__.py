"""Schema, engine, writer, notifications between processes, and the base class of repositories."""
