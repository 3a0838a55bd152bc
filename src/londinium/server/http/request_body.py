"""What every body of a request must be like."""

from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, model_validator


class RequestBody(BaseModel):
    """A body: nothing that is not declared, and nothing that could not be stored or sent on."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def can_be_sent_on(cls, body: Any) -> Any:
        """Refuse lone surrogates and huge numbers, which JSON can write and databases cannot."""
        try:
            orjson.dumps(body, default=str)
        except TypeError:
            raise ValueError("it has half a character or a number of more than 64 bits") from None
        return body
