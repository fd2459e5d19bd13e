"""What a call can fail with."""

from __future__ import annotations

import email.utils
import json
from collections.abc import Mapping


class SelloError(Exception):
    """A refusal of the API. `message` is for people: it names the field and how to fix it. Programs should use `code`."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int,
        *,
        request_id: str | None = None,
        retry_after: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: The HTTP status; 0 when no answer came.
        self.status = status
        #: Identifies the call to the operator of the server.
        self.request_id = request_id
        #: Seconds after which the same call may succeed.
        self.retry_after = retry_after
        #: Of the answer, with names in lower case.
        self.headers: Mapping[str, str] = headers or {}

    def __str__(self) -> str:
        words = f"{self.message} ({self.code})"
        return words if self.request_id is None else f"{words}, request {self.request_id}"


class SelloConnectionError(SelloError):
    """No answer came: the network, the address or the time limit."""

    def __init__(self, message: str) -> None:
        super().__init__("connection_failed", message, 0)


def refusal(status: int, headers: Mapping[str, str], body: bytes, now: float) -> SelloError:
    """A proxy may answer in place of the server, with anything."""
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    words = told if isinstance(told, dict) else {}
    code, message = words.get("error"), words.get("message")
    return SelloError(
        code if isinstance(code, str) else "unexpected_answer",
        message if isinstance(message, str) else f"The server answered {status} without saying why.",
        status,
        request_id=headers.get("x-request-id"),
        retry_after=read_retry_after(headers.get("retry-after"), now),
        headers=headers,
    )


def unexpected(message: str) -> SelloError:
    return SelloError("unexpected_answer", message, 200)


def read_retry_after(header: str | None, now: float) -> float | None:
    """Seconds, or a date (RFC 9110)."""
    if header is None or header.strip() == "":
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - now)
    except ValueError:
        return None
