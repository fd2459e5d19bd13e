"""Resources: how an operation becomes a call. Lists, and answers that are files."""

from __future__ import annotations

import json
import os
import re
import secrets
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar

from ._bodies import body_of
from ._errors import unexpected
from ._transport import Response, Transport

Item = TypeVar("Item")


class Csv(TypedDict):
    csv: str | bytes


class Xlsx(TypedDict):
    #: A workbook of Excel.
    xlsx: bytes


class Ndjson(TypedDict):
    ndjson: str | bytes


@dataclass(frozen=True)
class Page(Generic[Item]):
    items: list[Item]
    #: More follow after this page.
    has_more: bool
    #: How many match in total, if the list says so.
    total: int | None


class Listing(Generic[Item]):
    """Iterating reads page after page; `page()` reads one."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, Any], field: str) -> None:
        self._transport = transport
        self._path = path
        self._query = {name: value for name, value in query.items() if value is not None}
        self._has_after = "after" in query
        self._field = field

    def page(self) -> Page[Item]:
        return self._read(self._query)

    def pages(self) -> Iterator[Page[Item]]:
        query: Mapping[str, Any] = self._query
        while True:
            page = self._read(query)
            yield page
            if not page.has_more or not page.items:
                return
            query = self._after(query, page.items)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

    def first(self, most: int) -> list[Item]:
        """At most `most` of them."""
        found: list[Item] = []
        if most > 0:
            for item in self:
                found.append(item)
                if len(found) >= most:
                    break
        return found

    def _after(self, query: Mapping[str, Any], items: list[Item]) -> Mapping[str, Any]:
        """By the last id if the list supports `after`, because records may be added meanwhile. By number elsewhere."""
        last: Any = items[-1]
        last_id = last.get("id") if isinstance(last, dict) else None
        if self._has_after and "offset" not in query and isinstance(last_id, str):
            if query.get("after") == last_id:
                raise unexpected("The server does not know `after`: it gave the same page twice.")
            return {**query, "after": last_id}
        return {**query, "offset": int(query.get("offset", 0)) + len(items)}

    def _read(self, query: Mapping[str, Any]) -> Page[Item]:
        told = self._transport.call("GET", self._path, read_json, query=query)
        items = told.get(self._field) if isinstance(told, dict) else None
        if not isinstance(items, list):
            raise unexpected("The server answered with something that is no list.")
        pagination = told.get("pagination") or {}
        return Page(items, pagination.get("has_more") is True, pagination.get("total"))


class Download:
    """An answer that is a file. Read it once: in pieces, as bytes, as text or into a file."""

    def __init__(self, response: Response) -> None:
        self._response = response
        self.headers = response.answer.headers
        self.content_type = self.headers.get("content-type", "application/octet-stream")
        #: The name suggested by the server.
        self.file_name = _file_name(self.headers.get("content-disposition", ""))

    def __iter__(self) -> Iterator[bytes]:
        return self._response.pieces()

    def read(self) -> bytes:
        return self._response.read()

    def text(self) -> str:
        return self.read().decode()

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Written completely or not at all; replaces an existing file only with `overwrite`."""
        target = os.fspath(path)
        if not overwrite and os.path.lexists(target):
            raise FileExistsError(f"{target} is there already; `overwrite=True` replaces it.")
        draft = f"{target}.{secrets.token_hex(6)}.part"
        try:
            with open(draft, "xb") as file:
                for piece in self:
                    file.write(piece)
            if overwrite:
                os.replace(draft, target)
            else:
                _take_name(draft, target)
        finally:
            if os.path.exists(draft):
                os.unlink(draft)


def _take_name(draft: str, target: str) -> None:
    """Unlike a rename, a link fails if the name was taken meanwhile. Some file systems have no links."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise FileExistsError(f"{target} is there already; `overwrite=True` replaces it.") from None
    except OSError:
        os.rename(draft, target)


def _file_name(disposition: str) -> str | None:
    """RFC 6266: the extended form carries every letter."""
    extended = re.search(r"filename\*=UTF-8''([^;]+)", disposition, re.IGNORECASE)
    if extended:
        return urllib.parse.unquote(extended[1])
    plain = re.search(r'filename="?([^";]+)"?', disposition, re.IGNORECASE)
    return plain[1] if plain else None


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(
        self,
        method: str,
        path: str,
        ids: tuple[str, ...],
        query: Mapping[str, Any],
        *,
        unwrap: str | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        told = self._transport.call(
            method,
            fill_path(path, ids),
            read_json,
            query=query,
            body=body_of(body) if method in ("POST", "PUT", "PATCH") else None,
            idempotency_key=idempotency_key,
        )
        return told if unwrap is None or told is None else told.get(unwrap)

    def _list(self, _method: str, path: str, ids: tuple[str, ...], query: Mapping[str, Any], field: str) -> Any:
        return Listing[Any](self._transport, fill_path(path, ids), query, field)

    def _download(
        self,
        method: str,
        path: str,
        ids: tuple[str, ...],
        query: Mapping[str, Any],
        *,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Download:
        return self._transport.call(
            method,
            fill_path(path, ids),
            Download,
            query=query,
            body=body_of(body) if method in ("POST", "PUT", "PATCH") else None,
            idempotency_key=idempotency_key,
        )


def read_json(response: Response) -> Any:
    text = response.read()
    if text == b"":
        return None
    try:
        return json.loads(text)
    except ValueError as error:
        raise unexpected("The server answered with something that is no JSON.") from error


def fill_path(path: str, ids: tuple[str, ...]) -> str:
    left = iter(ids)

    def fill(name: re.Match[str]) -> str:
        value = next(left)
        # `..` would lead to another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise TypeError(f"`{name[1]}` must be an id, and it is {value!r}.")
        return urllib.parse.quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, path)
