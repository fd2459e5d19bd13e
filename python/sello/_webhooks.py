"""Checks that a message came from the server that shares the secret (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import cast

from ._operations import WebhookEvent


class WebhookVerificationError(Exception):
    """The message cannot be trusted. The reason is for your log, not for the sender."""


def verify_webhook(
    headers: Mapping[str, str],
    body: str | bytes,
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """The event. `body` must be the exact bytes that came, before any JSON parser. Give both secrets during a rotation."""
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    _assert_recent(timestamp, time.time() if now is None else now, tolerance)
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else list(secret)
    # Every pair is tried, so that the time does not reveal which one fits.
    fits = [
        hmac.compare_digest(hmac.new(_key(one), signed, hashlib.sha256).digest(), candidate)
        for one in secrets
        for candidate in _candidates(signatures)
    ]
    if not any(fits):
        raise WebhookVerificationError("No signature fits the message.")
    return _event(content)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = next((value for key, value in headers.items() if key.lower() == name), "")
    if not isinstance(value, str) or value == "":
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value


def _assert_recent(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The time of the message is not a number.")
    age = now - int(timestamp)
    if age > tolerance:
        raise WebhookVerificationError("The message is too old.")
    if age < -tolerance:
        raise WebhookVerificationError("The message is from the future.")


def _candidates(signatures: str) -> list[bytes]:
    found = [_decoded(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    return [one for one in found if one is not None]


def _key(secret: str) -> bytes:
    key = _decoded(secret.removeprefix("whsec_"))
    if not key:
        raise TypeError("The secret of a webhook is `whsec_` and base64; this one cannot be read.")
    return key


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _event(content: bytes) -> WebhookEvent:
    try:
        told = json.loads(content)
    except ValueError:
        told = None
    if not isinstance(told, dict) or "type" not in told or "data" not in told:
        raise WebhookVerificationError("The message is signed, but is no event.")
    event = {"type": str(told["type"]), "timestamp": str(told.get("timestamp", "")), "data": told["data"]}
    # The server signs the events, so the records in them are trusted.
    return cast(WebhookEvent, event)
