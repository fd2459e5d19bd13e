"""The client: one key, every resource of the API."""

from __future__ import annotations

import json
import math
import os
import ssl
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

from ._bodies import ByteStream, Source, body_of, fingerprint, form_body, json_body, source_of
from ._errors import SelloError, unexpected
from ._operations import (
    Certificate,
    CertificatesResource,
    ProofsResource,
    Resources,
    VerifyHashAnswer,
    VerifyHashesAnswerItem,
    VerifyResource,
    WebhooksResource,
)
from ._resource import Download, read_json
from ._transport import Answer, Options, Retry, Transport, from_environment
from ._webhooks import WebhookEvent, verify_webhook

ProofType = Literal["file", "nom151", "blockchain", "record", "bundle", "constancia", "court", "asic"]

#: How long one call may wait, in seconds.
LONGEST_CALL = 30
SHORTEST_PAUSE = 2.0
#: In one call.
MOST_HASHES = 1_000


class Certificates(CertificatesResource):
    def create(  # type: ignore[override]
        self,
        *,
        path: str | os.PathLike[str] | None = None,
        file: bytes | None = None,
        stream: ByteStream | Callable[[], ByteStream] | None = None,
        sha256: str | None = None,
        file_name: str | None = None,
        file_mime: str | None = None,
        file_size: int | None = None,
        title: str | None = None,
        description: str | None = None,
        document_type: str | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, str] | None = None,
        seal: Literal["pdf", "pdf_if_possible"] | None = None,
        stamp: Literal["own", "shared"] | None = None,
        hash_only: bool = False,
        idempotency_key: str | None = None,
    ) -> Certificate:
        """Certifies a file (`path`, `file` or `stream`) or a fingerprint (`sha256`). Needs the scope `certificates:write`.

        With `hash_only` a file of any size is hashed here, and only its fingerprint is sent. A `stream` is an open file or
        an iterable of bytes; a function that opens it lets a failed upload be tried again. With `seal` a PDF gets a copy
        with a time stamp inside too; `sealed` of the answer tells how far it is. With `stamp="shared"` the call waits some
        seconds for others, with which it shares one time stamp.
        """
        source = source_of(path, file, stream, file_size)
        name = file_name or (source.name if source is not None else None)
        if name is None:
            raise TypeError("`file_name` is missing.")
        words = _given(
            title=title,
            description=description,
            document_type=document_type,
            external_id=external_id,
            seal=seal,
            stamp=stamp,
        )
        if source is None or hash_only:
            more = _given(
                sha256=_own_hash(source, sha256),
                file_name=name,
                file_mime=file_mime,
                file_size=file_size if source is None else source.size,
                metadata=metadata,
            )
            body = json_body({**words, **more})
        else:
            texts = _given(sha256=sha256, metadata=None if metadata is None else json.dumps(dict(metadata)))
            body = form_body({**words, **texts}, source, name, file_mime or "application/octet-stream")
        told = self._transport.call(
            "POST", "/certificates", read_json, body=body, idempotency_key=idempotency_key
        )
        return _certificate(told)

    def wait_until_certified(
        self, id: str, *, timeout: float = 1800, on_check: Callable[[Certificate], object] | None = None
    ) -> Certificate:
        """Returns once it is anchored; raises a `SelloError` (`not_certified_yet`) after `timeout` seconds."""
        options = self._transport.options
        deadline = options.now() + timeout
        while True:
            asked_at = options.now()
            left = min(LONGEST_CALL, math.ceil(deadline - asked_at))
            certificate = self.get(id, wait="certified", timeout=left) if left > 0 else self.get(id)
            if on_check is not None:
                on_check(certificate)
            if certificate["status"] == "certified":
                return certificate
            if deadline - options.now() <= 0:
                message = f"It is stamped, but was not anchored within {timeout:g} s."
                raise SelloError("not_certified_yet", message, 200)
            # A server that answers at once is asked every two seconds.
            pause = min(deadline - options.now(), SHORTEST_PAUSE - (options.now() - asked_at))
            if pause > 0:
                options.sleep(pause)


class Proofs(ProofsResource):
    def download(
        self,
        id: str,
        type: ProofType,
        *,
        format: Literal["raw", "ots", "tlog"] = "raw",
        original: Literal["include", "omit"] | None = None,
    ) -> Download:
        """The proof itself; `ots` and `tlog` are other forms of the blockchain proof.

        `original`: with `court`, `omit` leaves the original out of the package.
        """
        if original is None:
            return self.get_file(id, type=type, format=format)
        return self.get_file(id, type=type, format=format, original=original)

    def bytes(self, id: str, type: ProofType, *, format: Literal["raw", "ots", "tlog"] = "raw") -> bytes:
        return self.download(id, type, format=format).read()

    def save(
        self,
        id: str,
        type: ProofType,
        path: str | os.PathLike[str],
        *,
        format: Literal["raw", "ots", "tlog"] = "raw",
        original: Literal["include", "omit"] | None = None,
        overwrite: bool = False,
    ) -> None:
        """Written completely or not at all; replaces an existing file only with `overwrite`."""
        self.download(id, type, format=format, original=original).save(path, overwrite=overwrite)


class Verify(VerifyResource):
    def __call__(
        self,
        sha256: str | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        file: bytes | None = None,
        stream: ByteStream | None = None,
    ) -> VerifyHashAnswer:
        """Was this file or fingerprint certified by this account? The file is hashed here. Needs the scope `verify:read`."""
        return self.verify_hash(_own_hash(source_of(path, file, stream), sha256))

    def many(self, hashes: Sequence[str]) -> list[VerifyHashesAnswerItem]:
        """Any number of fingerprints, in the order given; each call carries up to a thousand."""
        found: list[VerifyHashesAnswerItem] = []
        for start in range(0, len(hashes), MOST_HASHES):
            found += self.verify_hashes({"hashes": list(hashes[start : start + MOST_HASHES])})
        return found


class Webhooks(WebhooksResource):
    #: Checks a delivered event and returns it; needs no client.
    verify = staticmethod(verify_webhook)


class Sello(Resources):
    """Use it as a context manager, or `close()` it, to close its idle connections. Threads may share one client."""

    certificates: Certificates
    proofs: Proofs
    verify: Verify
    webhooks: Webhooks

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        max_retries: int = 5,
        timeout: float = 120,
        language: Literal["en", "es"] | None = None,
        headers: Mapping[str, str] | None = None,
        on_retry: Callable[[Retry], object] | None = None,
        on_response: Callable[[Answer], object] | None = None,
        proxy: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """`api_key` and `base_url` default to `SELLO_API_KEY` and `SELLO_URL`; `proxy` to `HTTPS_PROXY` and `HTTP_PROXY`."""
        options = Options(
            api_key=from_environment("SELLO_API_KEY", api_key, "api_key"),
            base_url=from_environment("SELLO_URL", base_url, "base_url"),
            max_retries=max_retries,
            timeout=timeout,
            language=language,
            headers=headers or {},
            on_retry=on_retry,
            on_response=on_response,
            proxy=proxy,
            ssl_context=ssl_context,
        )
        self._use(Transport(options))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self._open(transport)
        self.certificates = Certificates(transport)
        self.proofs = Proofs(transport)
        self.verify = Verify(transport)
        self.webhooks = Webhooks(transport)

    def with_options(self, **changes: Any) -> Sello:
        """A client with other options: `sello.with_options(max_retries=0)`, `on_response=…`, `headers=…`."""
        other = object.__new__(Sello)
        other._use(self._transport.changed(**changes))
        return other

    def request(
        self, method: str, path: str, *, query: Mapping[str, object] | None = None, body: object = None
    ) -> Download:
        """An operation that this version of the package does not know, by its path below `/api/public/v1`."""
        if not path.startswith("/"):
            raise TypeError("`path` must begin with a slash.")
        sent = None if body is None else body_of(body)
        return self._transport.call(method.upper(), path, Download, query=query, body=sent)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Sello:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _own_hash(source: Source | None, stated: str | None) -> str:
    """The stated SHA-256 is checked here, because the server never sees the file."""
    if source is None:
        if stated is None:
            raise TypeError("Give the file (`path`, `file` or `stream`) or its `sha256`.")
        return stated
    sha256 = fingerprint(source)
    if stated is not None and stated.lower() != sha256:
        raise SelloError("digest_mismatch", "`sha256` is not that of the file.", 0)
    return sha256


def _certificate(told: Any) -> Certificate:
    certificate = told.get("certificate") if isinstance(told, dict) else None
    if not isinstance(certificate, dict) or not isinstance(certificate.get("id"), str):
        raise unexpected("The server answered with something that is no certificate.")
    return cast(Certificate, certificate)


__all__ = ["Sello", "WebhookEvent"]
