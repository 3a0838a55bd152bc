"""People: who somebody is, their accounts, passwords and tokens."""
