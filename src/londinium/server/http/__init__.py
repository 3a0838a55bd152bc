"""Requests and answers: routes, their models, and what protects them."""
