"""Repeats a verification draw from public data alone: recompute_draw.py DRAW.json SEALED.json

DRAW.json is the page of the draw with .json at its end; SEALED.json is the sealed list that it names. Prints the
commitments that were drawn, or says what does not hold. Written from docs/draws.md, without any code of Sello.
"""

import hashlib
import json
import math
import sys
from datetime import datetime, timezone
from decimal import Decimal


def keccak256(data):
    """Keccak-256 as Ethereum uses it: SHA3-256 with the padding from before it was standardised."""
    rotations = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14]
    mask = (1 << 64) - 1
    rotate = lambda word, by: ((word << by) | (word >> (64 - by))) & mask if by else word
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if register & 1:
                constant |= 1 << ((1 << bit) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    padded = bytearray(data) + b"\x01" + b"\x00" * (-(len(data) + 1) % 136)
    padded[-1] |= 0x80
    state = [0] * 25
    for start in range(0, len(padded), 136):
        for lane in range(17):
            state[lane] ^= int.from_bytes(padded[start + 8 * lane : start + 8 * lane + 8], "little")
        for constant in constants:
            parity = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
            for i in range(25):
                state[i] ^= parity[(i + 4) % 5] ^ rotate(parity[(i + 1) % 5], 1)
            moved = [0] * 25
            for x in range(5):
                for y in range(5):
                    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(state[x + 5 * y], rotations[x + 5 * y])
            for i in range(25):
                row = 5 * (i // 5)
                state[i] = moved[i] ^ (~moved[row + (i + 1) % 5] & moved[row + (i + 2) % 5] & mask)
            state[0] ^= constant
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])


def header_fields(header):
    """The fields of a block header, which is one RLP list of byte strings."""
    def item(at):
        first = header[at]
        if first < 0x80:
            return header[at : at + 1], at + 1
        if first <= 0xB7:
            return header[at + 1 : at + 1 + first - 0x80], at + 1 + first - 0x80
        size = first - 0xB7
        length = int.from_bytes(header[at + 1 : at + 1 + size], "big")
        return header[at + 1 + size : at + 1 + size + length], at + 1 + size + length

    at = 1 if header[0] <= 0xF7 else 1 + header[0] - 0xF7
    fields = []
    while at < len(header):
        field, at = item(at)
        fields.append(field)
    return fields


def read_header(text):
    header = bytes.fromhex(text)
    fields = header_fields(header)
    return {
        "hash": keccak256(header).hex(),
        "parent": fields[0].hex(),
        "number": int.from_bytes(fields[8], "big"),
        "time": datetime.fromtimestamp(int.from_bytes(fields[11], "big"), timezone.utc),
    }


def demand(holds, what):
    if not holds:
        sys.exit(f"does not hold: {what}")


def check_block(draw, sealed):
    block, rule = draw["block"], sealed["chain"]
    stamped_at = datetime.fromisoformat(draw["certificate"]["stamped_at"].replace("Z", "+00:00"))
    header = read_header(block["header"])
    demand(header["hash"] == block["hash"], "the header hashes to the block")
    demand(header["number"] == block["number"], "the header has the number of the block")
    demand(header["number"] >= rule["from_block"], "the block is high enough")
    demand(header["time"] > stamped_at, "the block came after the time stamp")
    if header["number"] > rule["from_block"]:
        before = read_header(block["previous_header"])
        demand(before["hash"] == header["parent"], "the block before is the parent")
        demand(before["time"] <= stamped_at, "the block before came too early, so the block is the first")


def draw_again(sealed, seed):
    commitments = [bytes.fromhex(text) for text in sealed["commitments"]]
    ordered = sorted(commitments, key=lambda commitment: hashlib.sha256(seed + commitment).digest())
    if sealed["share_percent"] is not None:
        most = math.ceil(len(commitments) * Decimal(str(sealed["share_percent"])) / 100)
    else:
        most = sealed["count"]
    return [commitment.hex() for commitment in ordered[:most]]


def main(draw_path, sealed_path):
    with open(draw_path, encoding="utf-8") as file:
        draw = json.load(file)
    with open(sealed_path, "rb") as file:
        sealed_bytes = file.read()
    demand(hashlib.sha256(sealed_bytes).hexdigest() == draw["sealed_document"]["sha256"], "the list is the sealed one")
    sealed = json.loads(sealed_bytes)
    for name in ("number", "name", "from", "to", "share_percent", "count"):
        demand(sealed[name] == draw[name], f"the page and the sealed list agree on {name}")
    check_block(draw, sealed)
    drawn = draw_again(sealed, bytes.fromhex(draw["block"]["hash"]))
    demand(drawn == draw["drawn"], "the draw gives the same commitments")
    print("\n".join(drawn))


if __name__ == "__main__":
    main(*sys.argv[1:])
