"""Tables, lessons and puzzles of one person on one device, without a server.

`LocalServer` answers what the site answers: whole pages by path, and the messages of table pages. What it keeps goes
through a `Journal`.
"""
