"""
A reader of tiled logs, written from the texts of C2SP (tlog-tiles, tlog-checkpoint, signed-note) and RFC 6962 alone:
Python's standard library, and OpenSSL for Ed25519. It fetches checkpoint, tiles and entries, and computes the root from both.

  read_tiled_log.py PREFIX LOG_VKEY     prints: origin, size, entries that were hashed, entries that are not published
"""

import sys
import urllib.error
import urllib.request

from tlog_witness import read_checkpoint, read_vkey, root_of, sha256, signers

WIDTH = 256


def fetch(url, content_type):
    """The body; None for 404."""
    try:
        with urllib.request.urlopen(url) as answer:
            if answer.headers["content-type"] != content_type:
                raise SystemExit("%s is %s" % (url, answer.headers["content-type"]))
            return answer.read()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise SystemExit("%s answered %d" % (url, error.code))


def path_of(kind, index, width):
    """tile/<L>/<N>[.p/<W>]: three digits an element, all but the last with an x."""
    elements = ["%03d" % (index % 1000)]
    while index >= 1000:
        index //= 1000
        elements.insert(0, "x%03d" % (index % 1000))
    return "tile/%s/%s%s" % (kind, "/".join(elements), "" if width == WIDTH else ".p/%d" % width)


def tiles_of(size, level):
    """Index and width of every tile of a level: full ones, and at the right edge a partial one."""
    hashes = size // WIDTH**level
    tiles = [(index, WIDTH) for index in range(hashes // WIDTH)]
    return tiles + ([(hashes // WIDTH, hashes % WIDTH)] if hashes % WIDTH else [])


def read_level(prefix, size, level):
    hashes = []
    for index, width in tiles_of(size, level):
        tile = fetch(prefix + path_of(level, index, width), "application/octet-stream")
        if tile is None or len(tile) != 32 * width:
            raise SystemExit("tile %d/%d of width %d is missing or misshapen" % (level, index, width))
        hashes += [tile[i : i + 32] for i in range(0, len(tile), 32)]
    return hashes


def split_bundle(data):
    """Big-endian uint16 length-prefixed entries."""
    entries = []
    while data:
        length = int.from_bytes(data[:2], "big")
        if len(data) < 2 + length:
            raise SystemExit("a bundle is cut short")
        entries.append(data[2 : 2 + length])
        data = data[2 + length :]
    return entries


def main(prefix, log_vkey):
    note = fetch(prefix + "checkpoint", "text/plain; charset=utf-8").decode()
    if not signers(note, [log_vkey]):
        raise SystemExit("the checkpoint is not signed by the log")
    origin, size, root = read_checkpoint(note)
    if origin != read_vkey(log_vkey)[0]:
        raise SystemExit("the checkpoint is of another log")
    leaves = read_level(prefix, size, 0)
    if root_of(leaves) != root:
        raise SystemExit("the leaves in the tiles give another root")
    below = leaves
    for level in range(1, 8):
        above = [root_of(below[i : i + WIDTH]) for i in range(0, len(below) - len(below) % WIDTH, WIDTH)]
        if read_level(prefix, size, level) != above:
            raise SystemExit("the tiles of level %d do not follow from those below" % level)
        below = above
    rebuilt, hashed = [], 0
    for index, width in tiles_of(size, 0):
        bundle = fetch(prefix + path_of("entries", index, width), "application/octet-stream")
        if bundle is None:
            rebuilt += leaves[index * WIDTH : index * WIDTH + width]
            continue
        entries = split_bundle(bundle)
        if len(entries) != width:
            raise SystemExit("bundle %d has %d entries" % (index, len(entries)))
        rebuilt += [sha256(b"\0" + entry) for entry in entries]
        hashed += width
    if root_of(rebuilt) != root:
        raise SystemExit("the entries give another root")
    print(origin, size, hashed, size - hashed)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: read_tiled_log.py https://host/log VKEY   (VKEY is what /log/key shows, from elsewhere)")
    main(sys.argv[1].rstrip("/") + "/", sys.argv[2])
