"""What is sent: bytes from memory, a file or a stream, by itself or in a form."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Union

CHUNK = 1 << 18

#: Bytes in pieces: an open file, or any iterable of bytes.
ByteStream = Union[BinaryIO, Iterable[bytes]]


@dataclass
class Source:
    """The bytes of a file, and what is known about them."""

    open: Callable[[], Iterator[bytes]]
    name: str | None = None
    size: int | None = None
    #: False once bytes of a stream that cannot be opened again have been read.
    can_replay: Callable[[], bool] = field(default=lambda: True)


def source_of(
    path: str | os.PathLike[str] | None,
    file: bytes | None,
    stream: ByteStream | Callable[[], ByteStream] | None,
    size: int | None = None,
) -> Source | None:
    """None if there are no bytes; more than one source is a mistake of the caller."""
    given = [one for one in (path, file, stream) if one is not None]
    if len(given) > 1:
        raise TypeError("Give the file once: `path`, `file` or `stream`.")
    if path is not None:
        return _source_of_path(os.fspath(path))
    if file is not None:
        content = bytes(file)
        return Source(open=lambda: iter((content,)), size=len(content))
    if stream is not None:
        return _source_of_stream(stream, size)
    return None


def _source_of_path(path: str) -> Source:
    def read() -> Iterator[bytes]:
        with open(path, "rb") as file:
            yield from _pieces(file)

    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path} is not a file.")
    return Source(open=read, name=os.path.basename(path), size=os.path.getsize(path))


def _source_of_stream(stream: ByteStream | Callable[[], ByteStream], size: int | None) -> Source:
    begun = False

    def read() -> Iterator[bytes]:
        nonlocal begun
        opened = stream() if callable(stream) else stream
        for piece in _pieces(opened):
            begun = True
            yield piece

    return Source(open=read, size=size, can_replay=lambda: callable(stream) or not begun)


def _pieces(stream: ByteStream) -> Iterator[bytes]:
    read = getattr(stream, "read", None)
    if read is None:
        yield from stream
        return
    while piece := read(CHUNK):
        yield piece


def fingerprint(source: Source) -> str:
    """The SHA-256 of a file of any size."""
    digest = hashlib.sha256()
    for piece in source.open():
        digest.update(piece)
    return digest.hexdigest()


@dataclass
class Body:
    content_type: str
    size: int | None
    open: Callable[[], Iterator[bytes]]
    can_replay: Callable[[], bool] = field(default=lambda: True)


def json_body(value: object) -> Body:
    return text_body("application/json", json.dumps(value, ensure_ascii=False))


def text_body(content_type: str, text: str | bytes) -> Body:
    content = text.encode() if isinstance(text, str) else text
    return Body(content_type, len(content), lambda: iter((content,)))


_TABLE_TYPES = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ndjson": "application/x-ndjson",
}


def body_of(value: Any) -> Body:
    """JSON, or a table: `{"csv": …}`, `{"xlsx": …}`, `{"ndjson": …}`."""
    for name, content_type in _TABLE_TYPES.items():
        table = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(table, (str, bytes)):
            return text_body(content_type, table)
    return json_body({} if value is None else value)


def form_body(fields: Mapping[str, str], source: Source, name: str, mime: str) -> Body:
    """A file between the fields of a form (RFC 7578)."""
    if any(not 32 <= ord(letter) <= 126 for letter in mime):
        raise TypeError("`file_mime` must be a media type, such as application/pdf.")
    boundary = f"sello-{secrets.token_hex(16)}"
    words = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    )
    head = (
        f'{words}--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(name)}"\r\n'
        f"Content-Type: {mime}\r\n\r\n"
    ).encode()
    tail = f"\r\n--{boundary}--\r\n".encode()

    def parts() -> Iterator[bytes]:
        yield head
        yield from source.open()
        yield tail

    size = None if source.size is None else len(head) + source.size + len(tail)
    return Body(f"multipart/form-data; boundary={boundary}", size, parts, source.can_replay)


def _quoted(name: str) -> str:
    """As browsers do it: a quote or line break would end the name."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
