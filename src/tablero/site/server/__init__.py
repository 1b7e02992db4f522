"""The server: the application, its processes, connections and limits."""
