"""Running the server as a process."""
