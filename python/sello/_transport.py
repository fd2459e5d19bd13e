"""Sends calls: address, key, retries, time limit, proxy."""

from __future__ import annotations

import http.client
import os
import random
import re
import secrets
import ssl
import threading
import time
import urllib.parse
import urllib.request
import weakref
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from ._bodies import Body
from ._errors import SelloConnectionError, SelloError, refusal

Result = TypeVar("Result")

#: Longer pauses are the caller's decision: a monthly quota may take weeks to renew.
LONGEST_PAUSE = 60.0
FIRST_PAUSE = 0.5
LONGEST_BACKOFF = 8.0
#: Limits, an unavailable provider or store, or a proxy that cannot reach its server.
PASSING = (408, 429, 502, 503, 504)
#: A server closes idle connections after a while.
LONGEST_IDLE = 4.0
MOST_IDLE = 4


@dataclass(frozen=True)
class Answer:
    """What the server sent besides the body."""

    status: int
    #: With names in lower case.
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        """Identifies the call to the operator of the server."""
        return self.headers.get("x-request-id")


@dataclass(frozen=True)
class Retry:
    """Before a pause."""

    error: SelloError
    pause: float
    tries: int


@dataclass(frozen=True)
class Options:
    api_key: str
    base_url: str
    max_retries: int = 5
    timeout: float = 120.0
    language: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    on_retry: Callable[[Retry], object] | None = None
    on_response: Callable[[Answer], object] | None = None
    proxy: str | None = None
    ssl_context: ssl.SSLContext | None = None
    now: Callable[[], float] = time.time
    random: Callable[[], float] = random.random
    sleep: Callable[[float], object] = time.sleep


class Response:
    """An answer with status 2xx, whose body is not read yet."""

    def __init__(self, answer: Answer, raw: http.client.HTTPResponse, done: Callable[[], object]) -> None:
        self.answer = answer
        self._raw = raw
        self._done = done

    def pieces(self) -> Iterator[bytes]:
        """Raises if the connection breaks before the end."""
        announced = self.answer.headers.get("content-length")
        left = int(announced) if announced is not None and announced.isdigit() else None
        try:
            while piece := self._raw.read(1 << 16):
                if left is not None:
                    left -= len(piece)
                yield piece
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise SelloConnectionError(f"The answer broke off: {error}") from error
        if left:
            self.close()
            raise SelloConnectionError(f"The answer broke off: {left} bytes are missing.")
        self._done()

    def read(self) -> bytes:
        return b"".join(self.pieces())

    def close(self) -> None:
        self._raw.close()


class Transport:
    def __init__(self, options: Options) -> None:
        if not re.fullmatch(r"[\x21-\x7e]+", options.api_key):
            raise TypeError("`api_key` must be an API key, such as sello_test_…")
        if not re.match(r"https?://[^/?#]+", options.base_url):
            raise TypeError("`base_url` must be the address of a server, such as https://sello.example")
        self.options = options
        self._url = urllib.parse.urlsplit(options.base_url.rstrip("/"))
        self._root = f"{self._url.path}/api/public/v1"
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._lock = threading.Lock()
        # A client that nobody closes leaves no open connection behind.
        weakref.finalize(self, _close_all, self._idle)

    def changed(self, **changes: Any) -> Transport:
        return Transport(replace(self.options, **changes))

    def close(self) -> None:
        with self._lock:
            _close_all(self._idle)

    def call(
        self,
        method: str,
        path: str,
        read: Callable[[Response], Result],
        *,
        query: Mapping[str, object] | None = None,
        body: Body | None = None,
        idempotency_key: str | None = None,
    ) -> Result:
        """Retries until `read` succeeds on an answer or the failure is permanent."""
        headers = self._headers(method, body, idempotency_key)
        target = self._root + path + search_of(query or {})
        tries = 0
        while True:
            try:
                return self._try(method, target, headers, body, read)
            except SelloError as error:
                pause = pause_before(error, tries, self.options.random)
                can_repeat = tries < self.options.max_retries and (body is None or body.can_replay())
                if pause is None or not can_repeat:
                    raise
                tries += 1
                if self.options.on_retry is not None:
                    self.options.on_retry(Retry(error, pause, tries))
                self.options.sleep(pause)

    def _headers(self, method: str, body: Body | None, idempotency_key: str | None) -> dict[str, str]:
        """The same for all tries: a retry must use the Idempotency-Key of the first try."""
        headers = {"authorization": f"Bearer {self.options.api_key}", "user-agent": "sello-python"}
        if self.options.language is not None:
            headers["accept-language"] = self.options.language
        if body is not None:
            headers["content-type"] = body.content_type
            # A file whose size is known is announced, so that one that is too large is refused before it is sent.
            if body.size is not None:
                headers["content-length"] = str(body.size)
        if method == "POST":
            headers["idempotency-key"] = idempotency_key or f"sdk-{secrets.token_hex(16)}"
        return {**headers, **self.options.headers}

    def _try(
        self, method: str, target: str, headers: Mapping[str, str], body: Body | None, read: Callable[[Response], Result]
    ) -> Result:
        response = self._exchange(method, target, headers, body)
        if self.options.on_response is not None:
            self.options.on_response(response.answer)
        answer = response.answer
        if not 200 <= answer.status < 300:
            raise refusal(answer.status, answer.headers, response.read(), self.options.now())
        return read(response)

    def _exchange(self, method: str, target: str, headers: Mapping[str, str], body: Body | None) -> Response:
        connection, is_used = self._take()
        try:
            raw = self._send(connection, method, target, headers, body)
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            connection.close()
            # An idle connection may have been closed by the server in the meantime.
            if is_used and isinstance(error, (ConnectionError, http.client.BadStatusLine)):
                if body is None or body.can_replay():
                    return self._exchange(method, target, headers, body)
            reason = str(error) or type(error).__name__
            raise SelloConnectionError(f"The server cannot be reached: {reason}") from error
        answer = Answer(raw.status, {name.lower(): value for name, value in raw.getheaders()})
        return Response(answer, raw, lambda: self._give_back(connection, raw))

    def _send(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Body | None,
    ) -> http.client.HTTPResponse:
        is_chunked = body is not None and body.size is None
        connection.putrequest(method, self._prefix() + target)
        for name, value in {**headers, **self._proxy_headers()}.items():
            connection.putheader(name, value)
        if is_chunked:
            connection.putheader("transfer-encoding", "chunked")
        try:
            connection.endheaders(body.open() if body else None, encode_chunked=is_chunked)
        except (BrokenPipeError, ConnectionResetError):
            # The server may have refused before the body was sent, and said why.
            try:
                return connection.getresponse()
            except (OSError, http.client.HTTPException):
                pass
            raise
        return connection.getresponse()

    def _take(self) -> tuple[http.client.HTTPConnection, bool]:
        with self._lock:
            while self._idle:
                connection, since = self._idle.pop()
                if time.monotonic() - since < LONGEST_IDLE:
                    return connection, True
                connection.close()
        return self._open(), False

    def _give_back(self, connection: http.client.HTTPConnection, raw: http.client.HTTPResponse) -> None:
        with self._lock:
            if raw.will_close or len(self._idle) >= MOST_IDLE:
                connection.close()
            else:
                self._idle.append((connection, time.monotonic()))

    def _open(self) -> http.client.HTTPConnection:
        host, port, is_tls = self._url.hostname or "", self._url.port, self._url.scheme == "https"
        proxy = self._proxy()
        reach = (host, port) if proxy is None else (proxy.hostname or "", proxy.port or 80)
        timeout = self.options.timeout
        if not is_tls:
            return http.client.HTTPConnection(*reach, timeout=timeout)
        context = self.options.ssl_context or ssl.create_default_context()
        connection = http.client.HTTPSConnection(*reach, timeout=timeout, context=context)
        if proxy is not None:
            connection.set_tunnel(host, port or 443, headers=_credentials(proxy))
        return connection

    def _proxy(self) -> urllib.parse.SplitResult | None:
        """`proxy`, or `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` of the environment."""
        address = self.options.proxy
        if address is None and not urllib.request.proxy_bypass(self._url.netloc):
            address = urllib.request.getproxies().get(self._url.scheme)
        if not address:
            return None
        return urllib.parse.urlsplit(address if "://" in address else f"http://{address}")

    def _prefix(self) -> str:
        """For a request without encryption, the proxy gets the complete address."""
        is_plain = self._url.scheme == "http" and self._proxy() is not None
        return f"http://{self._url.netloc}" if is_plain else ""

    def _proxy_headers(self) -> dict[str, str]:
        proxy = self._proxy() if self._url.scheme == "http" else None
        return {} if proxy is None else _credentials(proxy)


def _close_all(idle: list[tuple[http.client.HTTPConnection, float]]) -> None:
    while idle:
        idle.pop()[0].close()


def _credentials(proxy: urllib.parse.SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
    return {"proxy-authorization": f"Basic {b64encode(pair.encode()).decode()}"}


def pause_before(error: SelloError, tries: int, chance: Callable[[], float]) -> float | None:
    """How long to wait before the next try; None if it would fail again."""
    # Where the first attempt is still running, its answer will be ours.
    passes = error.code == "idempotency_in_progress" or error.status in PASSING
    if not passes and not isinstance(error, SelloConnectionError):
        return None
    if error.retry_after is None:
        # Half of it is random, so that callers that failed together do not retry together.
        return min(FIRST_PAUSE * 2.0**tries, LONGEST_BACKOFF) * (1 + chance()) / 2
    return None if error.retry_after > LONGEST_PAUSE else error.retry_after + chance() * FIRST_PAUSE


def search_of(query: Mapping[str, object]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, Mapping):
            # `metadata={"a": "b"}` is `metadata[a]=b`.
            pairs += [(f"{name}[{key}]", _text(one)) for key, one in value.items()]
        elif isinstance(value, (list, tuple)):
            pairs += [(name, _text(one)) for one in value]
        elif value is not None:
            pairs.append((name, _text(value)))
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else str(value)


def from_environment(name: str, given: str | None, what: str) -> str:
    value = given if given is not None else os.environ.get(name, "")
    if value == "":
        raise TypeError(f"Give `{what}`, or set {name} in the environment.")
    return value
