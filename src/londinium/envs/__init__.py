"""Interfaces for researchers: environments of other libraries on the rules of this one."""
