"""Learned judgement: networks that say who will win and who holds what, and how they are made."""
