"""Tables: their rules and journal, the live ones with their streams, and whose turn it is."""
