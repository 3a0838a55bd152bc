"""Logs: one JSON object a line on standard error, without anything secret."""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

import orjson

LOG: Final = logging.getLogger("londinium.server")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; `extra={"fields": {...}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _one_line(line)


def _one_line(fields: dict[str, Any]) -> str:
    try:
        return orjson.dumps(fields, default=str).decode()
    except TypeError:  # a lone surrogate, or a huge number
        return json.dumps(fields, default=str)


def log_config(level: str) -> dict[str, Any]:
    """Return the configuration for `logging.config.dictConfig` and for uvicorn's `log_config`."""
    quiet = {"handlers": [], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "londinium": {"level": level.upper()},
            "uvicorn": {"level": level.upper()},
            "uvicorn.access": quiet,  # has query strings; ours has not
        },
    }
