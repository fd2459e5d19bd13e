#!/usr/bin/env python3
"""Checks blockchain proofs with nothing but Python's standard library, and answers with one of three verdicts.

Written from docs/proof-format.md alone, to show that the document is enough: it shares no code with the project.

    verify_blockchain_proof.py [--file F | --sha256 HEX] [--token F | --token-sha256 HEX] [--log-key VKEY]...
                               [--trusted-block HEX]... [--broken ALGORITHM@DATE]... [--as-of DATE] PROOF.xml...
    verify_blockchain_proof.py --xml PROOF.xml [FILE] [and the other options above]
    verify_blockchain_proof.py --json-lines

The second form takes the arguments of `sello verify`, where `--sha256` is `--hash` and `--token` is `--tsr`. The digest
is a SHA-256, or the SHA-384 or SHA-512 that a proof of version 3 names.


One line per proof; below a single one, what it claims and nothing binds. Exit status: 0 if every proof is valid, 3 if
none is invalid and some are unconfirmed, 1 if one is invalid, 2 for wrong usage.

The third form judges one proof per line of standard input, in one process: a JSON object with `xml` and, if wanted,
`token` and `file` (all base64), `sha256`, `token_sha256` (hexadecimal), `log_keys`, `trusted_blocks` (lists; a block is its
hash, or an object with `hash`, `network` and `number`) and `broken` (a list of algorithms, each on the day of the check). It answers each line with `verdict`, `because` and `claims`.

Of a time stamp (`--token`: a response or a bare token) it reads what it stamps, by SHA-256, SHA-384 or SHA-512, and when. It does not check who signed
it, so a time stamp never makes a proof valid here.

`--broken RSA@2035-01-01` is what you no longer believe in, and since when; `--as-of 2036-01-01` judges as on a day to come. A
blockchain proof has no date of its own: once an algorithm that it rests on is broken, it proves nothing.
"""
import argparse
import base64
import collections
import datetime
import functools
import hashlib
import json
import re
import sys


class Refused(Exception):
    """The proof does not hold; the message says where."""


def require(condition, message):
    if not condition:
        raise Refused(message)


def sha256(data):
    return hashlib.sha256(data).digest()


# Keccak-256 as Ethereum uses it: rate 1088, padding 01 … 80.

def rotate(lane, count):
    count %= 64
    return ((lane << count) | (lane >> (64 - count))) & (2 ** 64 - 1)


def permute(lanes):
    register = 1
    for _ in range(24):
        parity = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        change = [parity[(x + 4) % 5] ^ rotate(parity[(x + 1) % 5], 1) for x in range(5)]
        lanes = [[lanes[x][y] ^ change[x] for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, lanes[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, lanes[x][y] = lanes[x][y], rotate(current, (step + 1) * (step + 2) // 2)
        for y in range(5):
            row = [lanes[x][y] for x in range(5)]
            for x in range(5):
                lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
        for j in range(7):
            register = ((register << 1) ^ ((register >> 7) * 0x71)) % 256
            if register & 2:
                lanes[0][0] ^= 1 << ((1 << j) - 1)
    return lanes


@functools.lru_cache(maxsize=512)
def keccak256(data):
    lanes = [[0] * 5 for _ in range(5)]
    data = bytearray(data) + b'\x01'
    data += bytes(-len(data) % 136)
    data[-1] |= 0x80
    for start in range(0, len(data), 136):
        for i in range(17):
            lanes[i % 5][i // 5] ^= int.from_bytes(data[start + 8 * i:start + 8 * i + 8], 'little')
        lanes = permute(lanes)
    return b''.join(lanes[x][0].to_bytes(8, 'little') for x in range(4))


# RLP, canonical encodings only.

def rlp_decode(data):
    item, end = rlp_item(data, 0, len(data), 1)
    require(end == len(data), 'bytes follow an RLP item')
    return item


def rlp_item(data, at, limit, depth):
    require(depth <= 16, 'RLP lists are nested too deep')
    require(at < limit, 'an RLP item is missing')
    first = data[at]
    if first < 0x80:
        return data[at:at + 1], at + 1
    base = 0xc0 if first >= 0xc0 else 0x80
    start, length = at + 1, first - base
    if length > 55:
        start = at + 1 + length - 55
        require(length - 55 <= 4 and start <= limit, 'an RLP length is too long')
        encoded = data[at + 1:start]
        length = int.from_bytes(encoded, 'big')
        require(encoded[0] != 0 and length > 55, 'an RLP length is not minimal')
    end = start + length
    require(end <= limit, 'an RLP item is cut short')
    if base == 0x80:
        require(length != 1 or data[start] >= 0x80, 'an RLP prefix is needless')
        return data[start:end], end
    items = []
    while start < end:
        item, start = rlp_item(data, start, end, depth + 1)
        items.append(item)
    return items, end


def rlp_list(data, least):
    fields = rlp_decode(data)
    require(isinstance(fields, list) and len(fields) >= least, 'an RLP list is missing or too short')
    return fields


def rlp_bytes(item, *lengths):
    require(isinstance(item, bytes) and (not lengths or len(item) in lengths), 'an RLP field has another length')
    return item


def rlp_number(item):
    require(isinstance(item, bytes) and len(item) <= 32 and item[:1] != b'\0', 'an RLP field is no number')
    return int.from_bytes(item, 'big')


def encode_rlp_number(number):
    data = number.to_bytes((number.bit_length() + 7) // 8, 'big')
    return data if len(data) == 1 and data[0] < 0x80 else bytes([0x80 + len(data)]) + data


def nibbles(data):
    return [half for byte in data for half in (byte >> 4, byte & 15)]


def proven_transaction(root, index, nodes):
    """The value that the trie nodes prove for the key rlp(index)."""
    path, nodes, node = nibbles(encode_rlp_number(index)), list(nodes), root
    while True:
        if isinstance(node, bytes):
            require(nodes and keccak256(nodes[0]) == node, 'a trie node has another hash')
            node = rlp_decode(nodes.pop(0))
        require(isinstance(node, list), 'a trie node is malformed')
        if len(node) == 17:
            require(path, 'the path ends at a branch')
            node, path = node[path[0]], path[1:]
            continue
        require(len(node) == 2 and isinstance(node[0], bytes) and node[0], 'a trie node is malformed')
        packed = nibbles(node[0])
        require(packed[0] < 4 and (packed[0] % 2 == 1 or packed[1] == 0), 'a trie path is malformed')
        here = packed[1:] if packed[0] % 2 else packed[2:]
        require(path[:len(here)] == here, 'the trie leads elsewhere')
        path = path[len(here):]
        if packed[0] >= 2:
            require(not path and not nodes, 'trie nodes are left over')
            return rlp_bytes(node[1])
        require(here, 'a trie node leads nowhere')
        node = node[1]


# Merkle tree of RFC 9162.

def check_path(path, leaf):
    """The steps lead from the leaf to the root, each on the side that index and size demand."""
    require(path.index < path.size, 'there is no such leaf')
    node, last, value = path.index, path.size - 1, leaf
    for side, sibling in path.steps:
        require(last > 0, 'the path is too long')
        if node % 2 or node == last:
            require(side == 'left', 'a step stands on the wrong side')
            value = sha256(b'\x01' + sibling + value)
            while node % 2 == 0:
                node, last = node // 2, last // 2
        else:
            require(side == 'right', 'a step stands on the wrong side')
            value = sha256(b'\x01' + value + sibling)
        node, last = node // 2, last // 2
    require(last == 0, 'the path is too short')
    require(value == path.root, 'the path does not lead to the root')


def statements(path, leaf):
    """Which leaves, first and one past the last, have which hash according to the path."""
    yield (path.index, path.index + 1), leaf
    node, last, width = path.index, path.size - 1, 1
    for _, sibling in path.steps:
        if node % 2 or node == last:
            while node % 2 == 0:
                node, last, width = node // 2, last // 2, 2 * width
            yield ((node - 1) * width, node * width), sibling
        else:
            yield ((node + 1) * width, min((node + 2) * width, path.size)), sibling
        node, last, width = node // 2, last // 2, 2 * width
    yield (0, path.size), path.root


def check_agreement(proof):
    """What the proof says twice, it says the same way."""
    hash_of, leaves_of = {}, {}
    for path in [proof.path, *(anchor.path for anchor in proof.anchors)]:
        for leaves, value in statements(path, proof.leaf):
            same = hash_of.setdefault(leaves, value) == value and leaves_of.setdefault(value, leaves) == leaves
            require(same, f'checkpoint and anchors disagree about the leaves {leaves[0]} to {leaves[1] - 1}')
    at_height, by_hash = {}, {}
    for anchor in proof.anchors:
        height = (anchor.network, anchor.number)
        require(at_height.setdefault(height, anchor.hash) == anchor.hash, 'two anchors disagree about a block')
        facts = (anchor.network, anchor.number, anchor.time)
        require(by_hash.setdefault(anchor.hash, facts) == facts, 'two anchors disagree about a block')


# Ed25519 of RFC 8032, verification only.

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
# The y of the eight points whose order divides eight.
EIGHTH = int.from_bytes(bytes.fromhex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'), 'little')
SMALL_ORDER = (0, 1, P - 1, EIGHTH, P - EIGHTH)


def point_add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = point_add(result, point)
        point, scalar = point_add(point, point), scalar >> 1
    return result


def point_decode(data):
    y = int.from_bytes(data, 'little') & (2 ** 255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    require(y < P and x * x % P == square, 'a point is not on the curve')
    # A key of small order has one signature for all messages; its points are those that can be written twice, too.
    require(y not in SMALL_ORDER, 'a point is of small order')
    if x % 2 != data[31] >> 7:
        x = P - x
    return x, y, 1, x * y % P


@functools.lru_cache(maxsize=512)
def ed25519_verifies(public_key, message, signature):
    scalar = int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or len(public_key) != 32 or scalar >= L:
        return False
    base = point_decode((4 * pow(5, -1, P) % P).to_bytes(32, 'little'))
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), 'little') % L
    left = point_multiply(scalar, base)
    right = point_add(point_decode(signature[:32]), point_multiply(hashed, point_decode(public_key)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# ML-DSA-44 of FIPS 204, verification only.

Q = 8380417
ROWS = 4
GAMMA_1 = 2 ** 17
GAMMA_2 = (Q - 1) // 88
MOST_HINTS = 80


def little_bits(data, width):
    number = int.from_bytes(data, 'little')
    return [number >> i * width & (1 << width) - 1 for i in range(8 * len(data) // width)]


def make_zetas():
    return [pow(1753, int(f'{i:08b}'[::-1], 2), Q) for i in range(256)]


ZETAS = make_zetas()


def to_ntt(values):
    values = [value % Q for value in values]
    zeta, length = 0, 128
    while length >= 1:
        for start in range(0, 256, 2 * length):
            zeta += 1
            for j in range(start, start + length):
                high = ZETAS[zeta] * values[j + length] % Q
                values[j], values[j + length] = (values[j] + high) % Q, (values[j] - high) % Q
        length //= 2
    return values


def from_ntt(values):
    values = list(values)
    zeta, length = 256, 1
    while length < 256:
        for start in range(0, 256, 2 * length):
            zeta -= 1
            for j in range(start, start + length):
                low, high = values[j], values[j + length]
                values[j], values[j + length] = (low + high) % Q, -ZETAS[zeta] * (low - high) % Q
        length *= 2
    return [value * 8347681 % Q for value in values]


def matrix_entry(rho, row, column):
    # Three octets give a number below 2^23, and nearly all of those are below Q; the loop asks for more where they are not.
    size = 1008
    while True:
        stream = hashlib.shake_128(rho + bytes([column, row])).digest(size)
        numbers = [int.from_bytes(stream[i:i + 3], 'little') & 0x7fffff for i in range(0, size, 3)]
        entry = [number for number in numbers if number < Q]
        if len(entry) >= 256:
            return entry[:256]
        size *= 2


def challenge_of(commitment):
    size = 512
    while True:
        stream = hashlib.shake_256(commitment).digest(size)
        try:
            return draw_challenge(int.from_bytes(stream[:8], 'little'), iter(stream[8:]))
        except StopIteration:
            size *= 2


def draw_challenge(signs, places):
    challenge = [0] * 256
    for i in range(256 - 39, 256):
        place = next(places)
        while place > i:
            place = next(places)
        challenge[i] = challenge[place]
        challenge[place] = 1 - 2 * (signs >> i + 39 - 256 & 1)
    return challenge


def read_hints(data):
    """The places of the hints in each row, or None where they are written in another than the one way."""
    rows, index = [], 0
    for end in data[MOST_HINTS:]:
        if not index <= end <= MOST_HINTS:
            return None
        places = data[index:end]
        if list(places) != sorted(set(places)):
            return None
        rows.append(set(places))
        index = end
    return None if any(data[index:MOST_HINTS]) else rows


def high_part(value, hinted):
    low = value % (2 * GAMMA_2)
    if low > GAMMA_2:
        low -= 2 * GAMMA_2
    high = (value - low) // (2 * GAMMA_2)
    if value - low == Q - 1:
        high, low = 0, low - 1
    if not hinted:
        return high
    return (high + (1 if low > 0 else -1)) % 44


def mldsa44_verifies(public_key, message, signature):
    if len(public_key) != 1312 or len(signature) != 2420:
        return False
    commitment = signature[:32]
    z = [[GAMMA_1 - value for value in little_bits(signature[32 + 576 * i:32 + 576 * (i + 1)], 18)] for i in range(ROWS)]
    hints = read_hints(signature[32 + 576 * ROWS:])
    if hints is None or any(abs(value) >= GAMMA_1 - 78 for row in z for value in row):
        return False
    mu = hashlib.shake_256(hashlib.shake_256(public_key).digest(64) + b'\0\0' + message).digest(64)
    challenge, z = to_ntt(challenge_of(commitment)), [to_ntt(row) for row in z]
    packed = b''
    for row in range(ROWS):
        t1 = to_ntt([value << 13 for value in little_bits(public_key[32 + 320 * row:32 + 320 * (row + 1)], 10)])
        total = [-challenge[i] * t1[i] for i in range(256)]
        for column in range(ROWS):
            entry = matrix_entry(public_key[:32], row, column)
            total = [total[i] + entry[i] * z[column][i] for i in range(256)]
        high = [high_part(value, i in hints[row]) for i, value in enumerate(from_ntt([value % Q for value in total]))]
        packed += sum(value << 6 * i for i, value in enumerate(high)).to_bytes(192, 'little')
    return hashlib.shake_256(mu + packed).digest(32) == commitment


# The signed note of c2sp.org/signed-note, and the checkpoint in it.

SPACES = '\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
SIGNATURE_LINE = re.compile(f'\u2014 ([^{SPACES}]+) ([^{SPACES}]+)')
KEY_NAME = re.compile(f'[^{SPACES}+\x00-\x1f]+')


def read_note(note):
    """The text that is signed, and the signatures as (name, key id, signature)."""
    require(not re.search('[\x00-\x09\x0b-\x1f]', note), 'the note holds a control character')
    require('\n\n' in note and note.endswith('\n'), 'the note has no signatures')
    split = note.rindex('\n\n')
    lines = note[split + 2:-1].split('\n')
    require(len(lines) <= 32, 'the note has too many signatures')
    signatures = []
    for line in lines:
        found = SIGNATURE_LINE.fullmatch(line)
        require(found and KEY_NAME.fullmatch(found[1]), 'a line below the note is not a signature')
        data = unbase64(found[2])
        require(len(data) >= 5, 'a line below the note is not a signature')
        signatures.append((found[1], data[:4], data[4:]))
    return note[:split + 1], signatures


def read_checkpoint(text):
    lines = text[:-1].split('\n')
    require(len(lines) >= 3 and lines[0] != '' and '' not in lines[3:], 'the note is not a checkpoint')
    root = unbase64(lines[2])
    require(len(root) == 32, 'the note is not a checkpoint')
    return lines[0], count(lines[1]), root


def read_key(vkey):
    parts = vkey.split('+', 2)
    require(len(parts) == 3, 'this is not a verifier key')
    name, key_id, data = parts
    key = unbase64(data)
    require(KEY_NAME.fullmatch(name) and re.fullmatch('[0-9a-f]{8}', key_id), 'this is not a verifier key')
    require(key[:1] in KEY_BYTES and len(key) == 1 + KEY_BYTES[key[:1]], 'this is not a key of a log')
    require(sha256(name.encode() + b'\n' + key)[:4].hex() == key_id, 'the key has another identifier')
    return name, bytes.fromhex(key_id), key


# Ed25519, and ML-DSA-44 of c2sp.org/tlog-cosignature.
KEY_BYTES = {b'\x01': 32, b'\x06': 1312}
RESTS_ON = {b'\x01': ['Ed25519', 'SHA-512'], b'\x06': ['ML-DSA']}


def is_signed(key, text, signature):
    name, _, data = key
    if data[0] == 1:
        return ed25519_verifies(data[1:], text.encode(), signature)
    origin, size, root = read_checkpoint(text)
    names = [part.encode() for part in (name, origin)]
    if len(signature) != 8 + 2420 or any(len(part) > 255 for part in names):
        return False
    signer, log = [bytes([len(part)]) + part for part in names]
    signed = b'subtree/v1\n\0' + signer + signature[:8] + log + bytes(8) + size.to_bytes(8, 'big') + root
    return mldsa44_verifies(data[1:], signed, signature[8:])


def believed_keys(log_keys, broken):
    """One signature is enough: keys of a broken algorithm are set aside, unless no other is given."""
    keys = [read_key(vkey) for vkey in log_keys]
    believed = [key for key in keys if not set(RESTS_ON[key[2][:1]]) & set(broken)]
    return believed or keys


def check_checkpoint(proof, log_keys, broken):
    text, signatures = read_note(proof.note)
    origin, size, root = read_checkpoint(text)
    require(origin == proof.issuer, 'the checkpoint is of another log')
    require((size, root) == (proof.path.size, proof.path.root), 'the checkpoint states another tree')
    check_path(proof.path, proof.leaf)
    if log_keys is None:
        return []
    keys = believed_keys(log_keys, broken)
    signers = []
    for name, key_id, signature in signatures:
        key = next((known for known in keys if known[:2] == (name, key_id)), None)
        if key is None:
            continue
        # One that names a given key and is not by it makes the whole note worthless.
        require(is_signed(key, text, signature), 'a signature is not by the key that it names')
        # A key may sign only for the log whose name it bears.
        if name == origin and key_id.hex() not in signers:
            signers.append(key_id.hex())
    require(signers, 'none of the given keys signed for this log')
    return signers


# OpenTimestamps, as far as a Bitcoin attestation.

OTS_MAGIC = b'\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08'
BITCOIN, LITECOIN, ETHEREUM = '0588960d73d71901', '06869a0d73d71b45', '30fe8087b5c7ead7'
PENDING = '83dfe30d2ef90c8e'


class OtsReader:
    def __init__(self, data):
        self.data, self.at, self.parts, self.attested = data, 0, 0, []

    def take(self, size):
        require(self.at + size <= len(self.data), 'the OpenTimestamps file is cut short')
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self):
        value = 0
        for group in range(7):
            byte = self.take(1)[0]
            value += (byte & 127) << (7 * group)
            if byte < 128:
                require(byte != 0 or group == 0, 'a number is not in its shortest form')
                return value
        raise Refused('a number is too large')

    def variable(self, most):
        size = self.number()
        require(size <= most, 'a part of the OpenTimestamps file is too long')
        return self.take(size)

    def end(self):
        require(self.at == len(self.data), 'bytes are left over in the OpenTimestamps file')

    def walk(self, message, depth):
        """`message` is None behind an operation that is not computed here; the rest is read all the same."""
        require(depth <= 256, 'operations are nested too deep')
        last = False
        while not last:
            self.parts += 1
            require(self.parts <= 1024, 'there are too many operations')
            tag = self.take(1)[0]
            last = tag != 0xff
            if not last:
                tag = self.take(1)[0]
            if tag == 0:
                self.attestation(message)
            else:
                self.walk(self.apply(tag, message), depth + 1)

    def apply(self, tag, message):
        if tag in (0xf0, 0xf1):
            argument = self.variable(4096)
            require(argument, 'an operation has nothing to add')
            change = (lambda m: m + argument) if tag == 0xf0 else (lambda m: argument + m)
        else:
            require(tag in OPERATIONS, 'the OpenTimestamps file has an unknown operation')
            change = OPERATIONS[tag]
        result = None if message is None or change is None else change(message)
        require(result is None or len(result) <= 4096, 'an operation makes its message too long')
        return result

    def attestation(self, message):
        kind, payload = self.take(8).hex(), OtsReader(self.variable(8192))
        if kind == PENDING:
            uri = payload.variable(1000)
            require(re.fullmatch(b'[A-Za-z0-9\\-._/:]*', uri), 'the address of a calendar is not allowed')
            payload.end()
        elif kind in (BITCOIN, LITECOIN, ETHEREUM):
            height = payload.number()
            payload.end()
            if kind == BITCOIN and message is not None and len(message) == 32:
                self.attested.append((height, message))


# SHA-1 is weak and RIPEMD-160 not everywhere: what is behind them counts as absent.
OPERATIONS = {
    0x02: None, 0x03: None, 0x08: sha256, 0x67: keccak256,
    0xf2: lambda m: m[::-1], 0xf3: lambda m: m.hex().encode(),
}


# XML, as strictly as the format demands: no DTD, comments, CDATA, prefixes or entities beyond the five.

Element = collections.namedtuple('Element', 'name attributes children text')
NAME, SPACE = '[A-Za-z][A-Za-z0-9]{0,63}', '[ \t\r\n]'
DECLARATION = re.compile(
    """<\\?xml version=("1\\.0"|'1\\.0')( encoding=("UTF-8"|'UTF-8'|"utf-8"|'utf-8'))?( standalone=("yes"|'yes'))? ?\\?>""")
OPENING = re.compile(f"""<({NAME})((?:{SPACE}+{NAME}=(?:"[^"<>]*"|'[^'<>]*'))*){SPACE}*(/?)>""")
CLOSING = re.compile(f'</({NAME}){SPACE}*>')
ATTRIBUTE = re.compile("""([A-Za-z][A-Za-z0-9]*)=(?:"([^"]*)"|'([^']*)')""")
ENTITIES = {'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'"}


def is_space(text):
    return text.strip(' \t\n\r') == ''


def resolve(text):
    require(not re.search('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]', text), 'a character is not allowed in XML')
    require(']]>' not in text, 'there is "]]>" in text')

    def value_of(found):
        require(found[1] in ENTITIES, 'an entity is not one of the five')
        return ENTITIES[found[1]]

    return re.sub('&([a-z]{2,4};)?', value_of, text)


def read_attributes(text):
    attributes = {}
    for name, double, single in ATTRIBUTE.findall(text):
        value = double or single
        require(name not in attributes and not re.search('[\t\n\r]', value), 'an attribute is malformed')
        attributes[name] = resolve(value)
    require(len(attributes) <= 8, 'an element has too many attributes')
    return attributes


def read_xml(data, max_depth, max_elements):
    require(len(data) <= 262144, 'the proof is too large')
    source = data.decode('utf-8')
    declaration = DECLARATION.match(source)
    at, elements, stack = declaration.end() if declaration else 0, 0, []
    while True:
        start = source.find('<', at)
        require(start >= 0, 'an element is not closed')
        take_text(stack, source[at:start])
        closing = CLOSING.match(source, start)
        if closing:
            at, closed = closing.end(), closing[1]
        else:
            opening = OPENING.match(source, start)
            require(opening, 'there is no plain tag')
            at, elements = opening.end(), elements + 1
            require(elements <= max_elements and len(stack) < max_depth, 'there are too many elements')
            if stack:
                require(is_space(stack[-1]['text']), 'an element mixes text and elements')
                stack[-1]['text'] = ''
            stack.append({'name': opening[1], 'attributes': read_attributes(opening[2]), 'children': [], 'text': ''})
            closed = opening[1] if opening[3] else None
        if closed is None:
            continue
        require(stack and stack[-1]['name'] == closed, 'a closing tag closes nothing')
        element = Element(**stack.pop())
        if not stack:
            require(is_space(source[at:]), 'something follows the root element')
            return element
        stack[-1]['children'].append(element)


def take_text(stack, text):
    if is_space(text) and (not stack or stack[-1]['children']):
        return
    require(stack and not stack[-1]['children'], 'text stands where only elements may')
    stack[-1]['text'] += resolve(text)


# Values, each with one spelling.

def unhex(text, size=None, most=4096):
    require(len(text) <= 2 * most and re.fullmatch('[0-9a-f]+', text), 'this is not hexadecimal, or too long')
    require(len(text) % 2 == 0 and size in (None, len(text) // 2), 'a value has another length')
    return bytes.fromhex(text)


def unbase64(text):
    data = base64.b64decode(text.encode('ascii'), validate=True)
    require(base64.b64encode(data).decode() == text, 'base64 is not in its only form')
    return data


def count(text):
    require(re.fullmatch('0|[1-9][0-9]{0,15}', text) and int(text) < 2 ** 53, 'this is no count')
    return int(text)


def seconds(text):
    """Seconds since 1970 of a time like 2026-03-01T12:00:00Z."""
    found = re.fullmatch('([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z', text)
    require(found, 'this is no time')
    year, month, day, hour, minute, second = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    require(year >= 1 and 1 <= month <= 12 and 1 <= day <= days[month - 1], 'this is no day')
    require(hour < 24 and minute < 60 and second < 60, 'this is no time of day')
    before = year - 1
    whole = 365 * year + before // 4 - before // 100 + before // 400 + 1
    since_1970 = whole + sum(days[:month - 1]) + day - 1 - EPOCH
    return ((since_1970 * 24 + hour) * 60 + minute) * 60 + second


EPOCH = 365 * 1970 + 1969 // 4 - 1969 // 100 + 1969 // 400 + 1


def attributes(element, **rules):
    """Exactly these attributes; a rule is a pattern for the whole value."""
    require(set(element.attributes) == set(rules), f'{element.name} has other attributes')
    for name, rule in rules.items():
        require(re.fullmatch(rule, element.attributes[name]), f'the attribute {name} of {element.name} is wrong')
    return [element.attributes[name] for name in rules]


def children(element, *names):
    require([child.name for child in element.children] == list(names), f'{element.name} has other elements')
    return element.children


def content(element, **rules):
    """The text of an element without children."""
    attributes(element, **rules)
    require(not element.children, f'{element.name} has elements')
    return element.text


def empty(element):
    require(not element.children and element.text == '', f'{element.name} has content')


# The proof, read.

SHA256 = re.escape('http://www.w3.org/2001/04/xmlenc#sha256')
# The digests of version 3: the URI, the function, and the DER of a MessageImprint up to the digest itself.
LONG_DIGESTS = {
    'http://www.w3.org/2001/04/xmldsig-more#sha384':
        (hashlib.sha384, bytes.fromhex('3041300d060960864801650304020205000430')),
    'http://www.w3.org/2001/04/xmlenc#sha512':
        (hashlib.sha512, bytes.fromhex('3051300d060960864801650304020305000440')),
}
HASH, COUNT = '[0-9a-f]{64}', '0|[1-9][0-9]{0,15}'
Proof = collections.namedtuple('Proof', 'status id issuer hash digest token scheme salt leaf path note anchors')
Path = collections.namedtuple('Path', 'index size steps root')
Anchor = collections.namedtuple(
    'Anchor', 'network trust status finality path transaction nodes ots hash number time header')
Transaction = collections.namedtuple('Transaction', 'hash index raw offset')


def read_proof(root):
    require(root.name == 'BlockchainProof', 'this is not a blockchain proof')
    # Version 2: the token is over a tree of hashes, and an evidence record leads from the file to it.
    # Version 3: the token is over the SHA-384 or SHA-512 of the file.
    version = root.attributes.get('version') if root.attributes.get('version') in ('2', '3') else '1'
    _, _, status = attributes(
        root, xmlns=f'urn:sello:blockchain-proof:{version}', version=version, status='pending|anchored|final')
    require([child.name for child in root.children[:4]] == ['Certificate', 'Document', 'Leaf', 'Checkpoint'],
            'the proof has other elements')
    certificate, document, leaf, checkpoint, *anchors = root.children
    cert_id, issuer = attributes(certificate, id='[A-Za-z0-9_-]{1,128}', issuer='[!-~]{1,255}')
    empty(certificate)
    attributes(document)
    digest, token = children(document, 'Digest', 'TimeStampToken')
    function = hashlib.sha256
    if version == '3':
        require(digest.attributes.get('algorithm') in LONG_DIGESTS, 'the digest of this version is a SHA-384 or SHA-512')
        function, _ = LONG_DIGESTS[digest.attributes['algorithm']]
        digest = unhex(content(digest, algorithm=re.escape(digest.attributes['algorithm'])), function().digest_size)
    else:
        digest = unhex(content(digest, algorithm=SHA256), 32)
    token = unhex(content(token, algorithm=SHA256), 32)
    scheme, = attributes(leaf, scheme='SELLO-LEAF-v3' if version == '3' else 'SELLO-LEAF-v[12]')
    salt, leaf_hash = [unhex(content(child), 32) for child in children(leaf, 'Salt', 'Hash')]
    attributes(checkpoint, format=re.escape('c2sp.org/tlog-checkpoint'))
    path, note = children(checkpoint, 'MerkleProof', 'Note')
    note = unbase64(content(note))
    require(0 < len(note) <= 65536, 'the note is too long')
    anchors = [read_anchor(anchor) for anchor in anchors]
    require(len(anchors) <= 8 and (status == 'pending') == (not anchors), 'the status does not fit the anchors')
    require(status != 'final' or all(anchor.status == 'final' for anchor in anchors), 'an anchor is not final')
    return Proof(
        status, cert_id, issuer, function, digest, token, scheme, salt, leaf_hash, read_path(path), note.decode('utf-8'), anchors)


def read_path(element):
    _, index, size = attributes(element, algorithm='RFC6962-SHA256', leafIndex=COUNT, treeSize=COUNT)
    *steps, root = element.children or [None]
    require(root is not None and root.name == 'Root' and len(steps) <= 64, 'a path has no root, or too many steps')
    require(all(step.name == 'Step' for step in steps), 'a path has other elements')
    steps = [(attributes(step, side='left|right')[0], unhex(content(step, side='left|right'), 32)) for step in steps]
    return Path(count(index), count(size), steps, unhex(content(root), 32))


def read_anchor(element):
    require(element.name == 'Anchor', 'the proof has other elements')
    network, trust, status, finality, rule = attributes(
        element, network='eip155:[1-9][0-9]{0,31}|bip122:[0-9a-f]{32}', trust='operator|permissioned|public',
        status='anchored|final', finality='finalized|depth:[1-9][0-9]{0,8}', headerRule='ethereum|bitcoin|none')
    is_bitcoin = rule == 'bitcoin'
    require(network.startswith('bip122:') == is_bitcoin, 'the network has another header rule')
    transaction = nodes = ots = None
    if is_bitcoin:
        path, ots, block = children(element, 'MerkleProof', 'OpenTimestamps', 'Block')
        ots = unbase64(content(ots))
        require(0 < len(ots) <= 65536, 'the OpenTimestamps file is too long')
    else:
        path, transaction, inclusion, block = children(element, 'MerkleProof', 'Transaction', 'Inclusion', 'Block')
        transaction = read_transaction(transaction)
        nodes = read_inclusion(inclusion, rule)
    block_hash, number, time = attributes(block, hash=HASH, number=COUNT, time='.*')
    require(len(block.children) <= 1 and block.text == '', 'a block has one header')
    header = None
    if block.children:
        header, = children(block, 'Header')
        header = unhex(content(header))
    require(not is_bitcoin or header is None or len(header) == 80, 'a Bitcoin header has 80 bytes')
    require(is_bitcoin or (header is None) == (rule == 'none'), 'header and header rule do not go together')
    return Anchor(network, trust, status, finality, read_path(path), transaction, nodes, ots,
                  bytes.fromhex(block_hash), count(number), seconds(time), header)


def read_transaction(element):
    tx_hash, index = attributes(element, hash=HASH, index=COUNT)
    raw, commitment = children(element, 'Raw', 'Commitment')
    offset, = attributes(commitment, offset=COUNT)
    empty(commitment)
    return Transaction(bytes.fromhex(tx_hash), count(index), unhex(content(raw)), count(offset))


def read_inclusion(element, rule):
    if rule == 'none':
        attributes(element, type='none', reason='[ -~]{1,500}')
        empty(element)
        return None
    attributes(element, type='mpt')
    require(1 <= len(element.children) <= 32, 'there are no nodes, or too many')
    require(all(node.name == 'Node' for node in element.children), 'the inclusion has other elements')
    return [unhex(content(node)) for node in element.children]


# The checks of an anchor. Both return whether the proof reaches the block's hash.

# Position of the recipient in each type's list, and the number of fields. Value and input follow the recipient.
LAYOUTS = {0: (3, 9), 1: (4, 11), 2: (5, 12), 3: (5, 14), 4: (5, 13)}


def check_commitment(anchor):
    transaction, root = anchor.transaction, anchor.path.root
    raw = transaction.raw
    require(keccak256(raw) == transaction.hash, 'the transaction has another hash')
    kind = 0 if raw[0] >= 0xc0 else raw[0]
    require(raw[0] != 0 and kind in LAYOUTS, 'the transaction is of an unknown type')
    fields = rlp_decode(raw if kind == 0 else raw[1:])
    to, size = LAYOUTS[kind]
    require(isinstance(fields, list) and len(fields) == size, 'the transaction has other fields')
    rlp_bytes(fields[to], 0, 20)
    rlp_number(fields[to + 1])
    rlp_number(fields[0 if kind == 0 else 1])
    v = rlp_number(fields[6]) if kind == 0 else None
    chain = rlp_number(fields[0]) if kind else (v - 35) // 2 if v >= 35 else None
    require(anchor.network == f'eip155:{chain}', 'the transaction is for another chain')
    require(fields[to + 2] == b'SLO1' + root, 'the transaction does not say the root')
    require(offset_of_field(raw, kind, to + 2) == transaction.offset, 'the commitment stands elsewhere')


def offset_of_field(raw, kind, wanted):
    """Where the content of that field begins; fields of more than 55 bytes do not come before the input."""
    at = 0 if kind == 0 else 1
    at += 1 if raw[at] <= 0xf7 else 1 + raw[at] - 0xf7
    for _ in range(wanted):
        _, at = rlp_item(raw, at, len(raw), 2)
    return at + 1


def check_ethereum(anchor):
    check_commitment(anchor)
    if anchor.header is None:
        return False
    fields = rlp_list(anchor.header, 15)
    rlp_bytes(fields[0], 32)
    require(keccak256(anchor.header) == anchor.hash, 'the block has another hash')
    require(rlp_number(fields[8]) == anchor.number, 'the block has another number')
    require(rlp_number(fields[11]) == anchor.time, 'the block has another time')
    proven = proven_transaction(rlp_bytes(fields[4], 32), anchor.transaction.index, anchor.nodes)
    require(proven == anchor.transaction.raw, 'the transaction is not in the block')
    return True


BITCOIN_NETWORKS = {
    'bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba',
    'bip122:00000000da84f2bafbbc53dee25a72ae', 'bip122:00000008819873e925422c1ff0f99f7c',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}


def check_bitcoin(anchor):
    require(anchor.network in BITCOIN_NETWORKS, 'this is no network of Bitcoin')
    data, start, root = anchor.ots, len(OTS_MAGIC), anchor.path.root
    require(data[:start] == OTS_MAGIC and data[start:start + 32] == root, 'the OpenTimestamps file is for another root')
    reader = OtsReader(data[start + 32:])
    reader.walk(root, 1)
    reader.end()
    attested = [message for height, message in reader.attested if height == anchor.number]
    require(attested, 'the OpenTimestamps file does not lead to the block')
    if anchor.header is None:
        return False
    require(anchor.header[36:68] in attested, 'the block has another Merkle root')
    require(sha256(sha256(anchor.header))[::-1] == anchor.hash, 'the block has another hash')
    require(int.from_bytes(anchor.header[68:72], 'little') == anchor.time, 'the block has another time')
    return True


# The time stamp, as far as this program looks into it.

Token = collections.namedtuple('Token', 'sha256 hash imprint time')
IMPRINTS = {
    '608648016503040201': hashlib.sha256, '608648016503040202': hashlib.sha384, '608648016503040203': hashlib.sha512,
}


Der = collections.namedtuple('Der', 'tag content whole children')


def read_der(data):
    """The one element that fills the data, with all inside it: DER allows one encoding only."""
    require(len(data) <= 1 << 20, 'the time stamp is too long')
    element, end = der_element(data, 0, len(data), 1, iter(range(20_000)))
    require(end == len(data), 'bytes follow the time stamp')
    return element


def der_element(data, at, limit, depth, places):
    """`places` gives as many numbers as elements may follow."""
    require(depth <= 32, 'the time stamp is nested too deep')
    require(next(places, None) is not None, 'the time stamp has too many elements')
    require(at + 2 <= limit, 'the time stamp is cut short')
    tag, length, start = data[at], data[at + 1], at + 2
    structure = tag & 0x1f in (0x10, 0x11)
    require(tag != 0 and tag & 0x1f != 0x1f and (tag >= 0x40 or bool(tag & 0x20) == structure), 'a tag is not DER')
    if length >= 0x80:
        size = length & 0x7f
        require(1 <= size <= 4 and start + size <= limit, 'the time stamp has a length that is not allowed')
        start, length = start + size, int.from_bytes(data[start:start + size], 'big')
        require(length >= max(0x80, 256 ** (size - 1)), 'a length is not in its shortest form')
    end, children = start + length, []
    require(end <= limit, 'the time stamp is cut short')
    at_child = start if tag & 0x20 else end
    while at_child < end:
        child, at_child = der_element(data, at_child, end, depth + 1, places)
        children.append(child)
    return Der(tag, data[start:end], data[at:end], children), end


class DerFields:
    """The fields of a structure, in order. What the definition does not have is refused."""
    def __init__(self, element, tag=0x30):
        require(element.tag == tag, 'a structure of the time stamp is another one')
        self.left = list(element.children)

    def take(self, *tags):
        require(self.left and self.left[0].tag in tags, 'a field of the time stamp is missing, or another one')
        return self.left.pop(0)

    def optional(self, tag):
        return self.left.pop(0) if self.left and self.left[0].tag == tag else None

    def explicit(self, tag):
        inner = self.take(tag).children
        require(len(inner) == 1, 'an explicit tag holds one element')
        return inner[0]

    def end(self):
        require(not self.left, 'the time stamp holds a field too many')


def der_integer(element, tag=0x02):
    content = element.content
    require(element.tag == tag and content, 'an integer is missing')
    padded = len(content) > 1 and (content[0], content[1] >> 7) in ((0, 0), (0xff, 1))
    require(not padded, 'an integer is not in its shortest form')
    return int.from_bytes(content, 'big', signed=True)


def der_small(element, tag=0x02):
    value = der_integer(element, tag)
    require(0 <= value < 2 ** 31, 'an integer is out of range')
    return value


def der_oid(element):
    content = element.content
    require(element.tag == 0x06 and 1 <= len(content) <= 128 and content[-1] < 0x80, 'an object identifier is missing')
    starts = [0] + [i + 1 for i, octet in enumerate(content[:-1]) if octet < 0x80]
    require(all(content[start] != 0x80 for start in starts), 'an object identifier is padded')
    return content.hex()


def der_boolean(element):
    require(element.content in (b'\0', b'\xff'), 'a truth value is not one')
    return element.content == b'\xff'


def der_algorithm(element):
    fields = DerFields(element)
    oid = der_oid(fields.take(0x06))
    require(len(fields.left) <= 1, 'an algorithm has too many parameters')
    return oid


SIGNED_DATA, TST_INFO = '2a864886f70d010702', '2a864886f70d0109100104'
CONTENT_TYPE, MESSAGE_DIGEST = '2a864886f70d010903', '2a864886f70d010904'


def read_token(data):
    """The token of a response that grants it, or a bare one; nothing may be left over anywhere."""
    outer = read_der(data)
    require(outer.tag == 0x30 and outer.children, 'this is no time stamp')
    token = outer if outer.children[0].tag == 0x06 else read_response(outer)
    fields = DerFields(token)
    require(der_oid(fields.take(0x06)) == SIGNED_DATA, 'the token is not signed data')
    signed_data = DerFields(fields.explicit(0xa0))
    fields.end()
    require(3 <= der_small(signed_data.take(0x02)) <= 5, 'the signed data is of another version')
    signed_data.take(0x31)
    info_der = read_encapsulated(signed_data.take(0x30))
    certificates = signed_data.optional(0xa0)
    require(certificates is None or all(each.tag in (0x30, 0xa1, 0xa2) for each in certificates.children),
            'a certificate is of an unknown kind')
    signed_data.optional(0xa1)
    signers = signed_data.take(0x31).children
    signed_data.end()
    require(len(signers) == 1, 'the token has one signer')
    digest_function, attributes = read_signer(signers[0])
    check_attributes(attributes, digest_function, info_der)
    hash_function, imprint, time = read_info(info_der)
    return Token(sha256(token.whole), hash_function, imprint, time)


def read_response(outer):
    fields = DerFields(outer)
    status_info = DerFields(fields.take(0x30))
    status = der_small(status_info.take(0x02))
    status_info.optional(0x30)
    failure = status_info.optional(0x03)
    status_info.end()
    token = fields.take(0x30)
    fields.end()
    if failure is not None:
        unused, bits = failure.content[:1], failure.content[1:]
        require(unused and unused[0] <= 7 and (bits or unused[0] == 0), 'a bit string is malformed')
        require(not bits or bits[-1] % (1 << unused[0]) == 0, 'a bit string is malformed')
    # A token comes with granted (0) or granted with modifications (1), and with no failure.
    require(status <= 1 and not (failure and known_failures(failure.content[1:])), 'the authority granted no time stamp')
    return token


def known_failures(bits):
    return any(bits[bit >> 3] & (0x80 >> (bit & 7)) for bit in (0, 2, 5, 14, 15, 16, 17, 25) if bit >> 3 < len(bits))


def read_encapsulated(element):
    fields = DerFields(element)
    require(der_oid(fields.take(0x06)) == TST_INFO, 'the signed content is no time stamp')
    content = fields.explicit(0xa0)
    fields.end()
    require(content.tag == 0x04, 'the signed content is no octet string')
    return content.content


def read_signer(element):
    """The hash of the signed attributes' digest, and the attributes by type."""
    fields = DerFields(element)
    require(der_small(fields.take(0x02)) in (1, 3), 'the signer is of another version')
    signer = fields.take(0x30, 0x80)
    if signer.tag == 0x30:
        names = DerFields(signer)
        names.take(0x30)
        names.take(0x02)
        names.end()
    digest_function = IMPRINTS.get(der_algorithm(fields.take(0x30)))
    require(digest_function, 'the digest of the signature is weak or unknown')
    attributes = {}
    for attribute in fields.take(0xa0).children:
        each = DerFields(attribute)
        kind = der_oid(each.take(0x06))
        require(kind not in attributes, 'a signed attribute appears twice')
        attributes[kind] = each.take(0x31).children
        each.end()
    der_algorithm(fields.take(0x30))
    fields.take(0x04)
    fields.optional(0xa1)
    fields.end()
    return digest_function, attributes


def check_attributes(attributes, digest_function, info_der):
    """Whether the signature is about this content; whose signature it is, is not checked here."""
    kinds, digests = attributes.get(CONTENT_TYPE, []), attributes.get(MESSAGE_DIGEST, [])
    require(len(kinds) == 1 and der_oid(kinds[0]) == TST_INFO, 'the signed content type is another one')
    require(len(digests) == 1 and digests[0].tag == 0x04, 'the signed digest is missing')
    require(digests[0].content == digest_function(info_der).digest(), 'the time stamp was changed after it was signed')


def read_info(info_der):
    info = DerFields(read_der(info_der))
    require(der_small(info.take(0x02)) == 1, 'the time stamp is of another version')
    der_oid(info.take(0x06))
    imprint = DerFields(info.take(0x30))
    hash_function = IMPRINTS.get(der_algorithm(imprint.take(0x30)))
    digest = imprint.take(0x04).content
    imprint.end()
    require(hash_function, 'the time stamp is of a digest that is weak or unknown')
    require(len(digest) == hash_function().digest_size, 'the stamped digest has another length')
    der_integer(info.take(0x02))
    time = info.take(0x18).content.decode('ascii')
    read_accuracy(info.optional(0x30))
    ordering, nonce = info.optional(0x01), info.optional(0x02)
    if ordering is not None:
        der_boolean(ordering)
    if nonce is not None:
        der_integer(nonce)
    authority, extensions = info.optional(0xa0), info.optional(0xa1)
    info.end()
    require(authority is None or len(authority.children) == 1, 'an explicit tag holds one element')
    for extension in extensions.children if extensions is not None else []:
        check_extension(extension)
    found = re.fullmatch(r'([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(\.[0-9]{1,32})?Z', time)
    require(found, 'the time stamp has no time')
    year, month, day, hour, minute, second, _ = found.groups()
    require(year >= '0100', 'the time stamp has no time')
    return hash_function, digest, seconds(f'{year}-{month}-{day}T{hour}:{minute}:{second}Z')


def read_accuracy(element):
    if element is not None:
        fields = DerFields(element)
        for tag in (0x02, 0x80, 0x81):
            part = fields.optional(tag)
            if part is not None:
                der_small(part, tag)
        fields.end()


def check_extension(element):
    fields = DerFields(element)
    der_oid(fields.take(0x06))
    critical = fields.optional(0x01)
    fields.take(0x04)
    fields.end()
    require(critical is None or not der_boolean(critical), 'the time stamp has an unknown critical extension')


# How much earlier than the time stamp a block may say to be, in seconds: five minutes for the provider's clock, and
# what the chain lets its own be off.
EARLIER = {'eip155': 300 + 300, 'bip122': 300 + 7200}


def check_time(anchor, token):
    earlier = token.time - anchor.time
    require(earlier <= EARLIER[anchor.network.split(':')[0]], 'the block is earlier than the time stamp that it holds')


# The verdict.

def judge(data, wanted):
    """(verdict, what it rests on, claims), or raises Refused: then the proof is invalid."""
    if is_originstamp(data):
        return judge_originstamp(data, wanted)
    proof = read_proof(read_xml(data, 8, 1200))
    check_document(proof.digest, wanted, proof.hash)
    require(wanted.token_sha256 in (None, proof.token), 'the proof is about another time stamp')
    require(wanted.token is None or wanted.token.sha256 == proof.token, 'the proof is about another time stamp')
    require(leaf_of(proof) == proof.leaf, 'the leaf is not of this document')
    signers = check_checkpoint(proof, wanted.log_keys, wanted.broken)
    shown = []
    for anchor in proof.anchors:
        check_path(anchor.path, proof.leaf)
        shown.append(check_bitcoin(anchor) if anchor.ots is not None else check_ethereum(anchor))
        if wanted.token is not None:
            check_time(anchor, wanted.token)
    check_agreement(proof)
    confirmed = check_blocks(proof, shown, wanted.trusted_blocks)
    on_ethereum = any(anchor.ots is None for anchor in proof.anchors)
    keys = believed_keys(wanted.log_keys or [], wanted.broken)
    check_believed(['SHA-256', NAMES[proof.hash]] + ['Keccak-256'] * on_ethereum
                   + [name for key in keys for name in RESTS_ON[key[2][:1]]], wanted)
    reached = []
    if wanted.log_keys is not None and proof.status != 'pending':
        reached.append(f"signed by the log with {'key' if len(signers) == 1 else 'keys'} {' '.join(signers)}")
    if any(confirmed):
        reached.append('in a trusted block')
    claims = list_claims(proof, shown, confirmed, wanted.log_keys is not None)
    if reached:
        return 'valid', ', '.join(reached), claims
    return 'unconfirmed', 'no chain has it yet' if proof.status == 'pending' else 'consistent, nobody vouches', claims


def leaf_of(proof):
    """The leaf in the form that the proof states: the log publishes the entries of the second form, never of the first."""
    named = b''.join(start for function, start in LONG_DIGESTS.values() if function is proof.hash) + proof.digest
    parts = proof.scheme.encode() + b'\0' + proof.salt + named + proof.token
    return sha256(b'\0' + parts) if proof.scheme == 'SELLO-LEAF-v1' else sha256(b'\0' + sha256(parts))


def check_believed(used, wanted):
    """What holds the proof together; SHA-512 is a part of Ed25519, on which nothing rests without a key of the log."""
    # What was asked for and cannot be checked is a failure.
    require(not wanted.broken or wanted.token is None, 'what the time stamp rests on is not read here: leave --token out')
    for algorithm in wanted.broken:
        require(algorithm not in used, f'{algorithm} counts as broken; what it holds together may have been forged since')


NAMES = {hashlib.sha256: 'SHA-256', hashlib.sha384: 'SHA-384', hashlib.sha512: 'SHA-512'}


def check_document(digest, wanted, function=hashlib.sha256):
    given = wanted.digest if wanted.file is None else function(wanted.file).digest()
    require(given in (None, digest), 'the proof is about another document')
    token = wanted.token
    if token is None:
        return
    if token.hash is function:
        require(token.imprint == digest, 'time stamp and proof are about different documents')
    elif function is not hashlib.sha256:
        raise Refused('the time stamp is of another kind of digest than the proof')
    elif wanted.file is not None:
        require(token.hash(wanted.file).digest() == token.imprint, 'the time stamp is about another document')
    else:
        # What was asked for and cannot be compared is a failure; nobody asked where there is no document.
        require(wanted.digest is None, f'the time stamp is of a {token.hash().name}: give the file')


def check_blocks(proof, shown, trusted):
    """Which anchors are in a block that the caller trusts."""
    if trusted is None:
        return [False] * len(shown)
    for anchor in proof.anchors:
        for block in trusted:
            replaced = (block.network, block.number) == (anchor.network, anchor.number) and block.hash != anchor.hash
            require(not replaced, 'the chain has another block at that height')
    confirmed = [
        is_shown and any(
            block.hash == anchor.hash
            and block.network in (None, anchor.network) and block.number in (None, anchor.number)
            for block in trusted)
        for anchor, is_shown in zip(proof.anchors, shown)]
    require(any(confirmed), 'no block of the proof is among the trusted ones, or none is shown to hold it')
    return confirmed


def list_claims(proof, shown, confirmed, is_signed):
    """What the proof states and nothing binds."""
    claims = [('certificate_id', proof.id), ('status', proof.status)]
    if not is_signed:
        claims += [('log_name', proof.issuer), ('log_place', f'{proof.path.index} of {proof.path.size}')]
    for i, anchor in enumerate(proof.anchors):
        names = ['trust', 'status', 'finality']
        if anchor.ots is not None and not confirmed[i]:
            names.append('network')
        if not shown[i]:
            names += ['number', 'time']
            claims.append((f'anchor {i + 1}.hash', anchor.hash.hex()))
        if not is_signed or anchor.path.size != proof.path.size:
            claims.append((f'anchor {i + 1}.tree_size', str(anchor.path.size)))
        claims += [(f'anchor {i + 1}.{name}', str(getattr(anchor, name))) for name in names]
    return claims


# OriginStamp's files: nested nodes, each the SHA-256 of the hexadecimal texts of the two below it.

def is_originstamp(data):
    try:
        return read_xml(data, 96, 512).name == 'node'
    except (Refused, UnicodeError):
        return False


def judge_originstamp(data, wanted):
    stamped = []

    def walk(element, name, kinds):
        value, kind = attributes(element, value=HASH, type='|'.join(kinds))
        require(element.name == name and element.text == '', 'an element is not one of a Merkle tree')
        if kind == 'hash':
            stamped.append(value)
        if element.children:
            require(len(element.children) == 2 and kind != 'hash', 'a node has two children or none')
            below = [walk(child, side, ('mesh', 'hash')) for child, side in zip(element.children, ('left', 'right'))]
            require(sha256(''.join(below).encode()).hex() == value, 'a node is not the hash of the two below it')
        return value

    walk(read_xml(data, 96, 512), 'node', ('key',))
    require(len(stamped) == 1, 'there must be exactly one stamped hash')
    check_document(bytes.fromhex(stamped[0]), wanted)
    # What was asked for and cannot be checked is a failure.
    require(wanted.log_keys is None, 'nothing here is signed by a log')
    require(wanted.trusted_blocks is None, 'the file names no block')
    check_believed(['SHA-256'], wanted)
    return 'unconfirmed', 'an OriginStamp file names no block', []


# The command line.

Wanted = collections.namedtuple('Wanted', 'file digest token token_sha256 log_keys trusted_blocks broken')
Block = collections.namedtuple('Block', 'hash network number')
UNREADABLE = (Refused, ValueError, TypeError, IndexError, KeyError, AttributeError, StopIteration, RecursionError)


def answer(data, wanted):
    try:
        verdict, because, claims = judge(data, wanted() if callable(wanted) else wanted)
    except UNREADABLE as error:
        verdict, because, claims = 'invalid', str(error), []
    return verdict, because, claims


def wanted_in(line):
    def block(given):
        if isinstance(given, str):
            return Block(bytes.fromhex(given), None, None)
        return Block(bytes.fromhex(given['hash']), given.get('network'), given.get('number'))

    unhexed = {name: bytes.fromhex(line[name]) if name in line else None for name in ('sha256', 'token_sha256')}
    blocks = [block(given) for given in line['trusted_blocks']] if 'trusted_blocks' in line else None
    token = read_token(base64.b64decode(line['token'])) if 'token' in line else None
    file = base64.b64decode(line['file']) if 'file' in line else None
    return Wanted(file, unhexed['sha256'], token, unhexed['token_sha256'], line.get('log_keys'), blocks, line.get('broken', []))


def answer_lines():
    for text in sys.stdin:
        line = json.loads(text)
        verdict, because, claims = answer(base64.b64decode(line['xml']), lambda: wanted_in(line))
        print(json.dumps({'verdict': verdict, 'because': because, 'claims': claims}))


def read_file(path):
    with open(path, 'rb') as file:
        return file.read()


def block_hash(text):
    value = bytes.fromhex(text.removeprefix('0x'))
    if len(value) != 32:
        raise ValueError('a block hash has 32 bytes')
    return Block(value, None, None)


# What the caller no longer believes in.

ALGORITHMS = (
    'RSA', 'ECDSA', 'P-256', 'P-384', 'P-521', 'Ed25519', 'ML-DSA', 'SHA-256', 'SHA-384', 'SHA-512', 'Keccak-256',
)


def day(text):
    """A day, or a moment of it in UTC, as 2035-01-01 or 2035-01-01T12:00:00Z."""
    whole = text if 'T' in text else text + 'T00:00:00Z'
    try:
        return datetime.datetime.fromtimestamp(seconds(whole), datetime.timezone.utc)
    except (Refused, OverflowError) as error:
        raise ValueError(f'write a day like 2035-01-01, or a time like 2035-01-01T12:00:00Z; it is "{text}"') from error


def read_broken(given, as_of):
    """The algorithms that are broken on the day of the check; a day that has not come is judged only if it is asked for."""
    now = datetime.datetime.now(datetime.timezone.utc)
    if as_of is not None:
        if day(as_of).date() < now.date():
            raise ValueError(f'--as-of must be today or a day to come; it is "{as_of}"')
        now = max(now, day(as_of))
    spelled = {name.replace('-', '').lower(): name for name in ALGORITHMS}
    broken = []
    for text in given:
        name, _, since = text.partition('@')
        algorithm = spelled.get(name.replace('-', '').lower())
        if algorithm is None or not since:
            raise ValueError(f'--broken must be ALGORITHM@DATE; it is "{text}". The algorithms are {", ".join(ALGORITHMS)}')
        if day(since) > now:
            raise ValueError(f'--broken {text} is after the day of the check; add --as-of {since}')
        broken.append(algorithm)
    return broken


def main():
    parser = argparse.ArgumentParser(description='Checks blockchain proofs.')
    parser.add_argument('--file')
    parser.add_argument('--sha256', '--hash', type=bytes.fromhex)
    parser.add_argument('--token', '--tsr')
    parser.add_argument('--token-sha256', type=bytes.fromhex)
    parser.add_argument('--log-key', action='append')
    parser.add_argument('--trusted-block', action='append', type=block_hash)
    parser.add_argument('--broken', action='append', default=[])
    parser.add_argument('--as-of')
    parser.add_argument('--xml')
    parser.add_argument('--json-lines', action='store_true')
    parser.add_argument('proofs', nargs='*')
    options = parser.parse_args()
    if options.json_lines:
        return answer_lines()
    if options.xml is not None:
        if len(options.proofs) > (options.file is None):
            parser.error('beside --xml, give one file')
        options.file, options.proofs = options.file or next(iter(options.proofs), None), [options.xml]
    if not options.proofs:
        parser.error('give a proof')
    try:
        broken = read_broken(options.broken, options.as_of)
    except ValueError as error:
        parser.error(str(error))
    file = None if options.file is None else read_file(options.file)
    # A log shows its keys a line each.
    log_keys = None if options.log_key is None else [key for given in options.log_key for key in given.split()]
    verdicts = set()
    for path in options.proofs:
        verdict, because, claims = answer(read_file(path), lambda: Wanted(
            file, options.sha256, read_token(read_file(options.token)) if options.token else None,
            options.token_sha256, log_keys, options.trusted_block, broken))
        verdicts.add(verdict)
        print(f'{path}: {verdict} ({because})')
        for name, value in claims if len(options.proofs) == 1 else []:
            print(f'  claimed by the proof: {name} {value}')
    sys.exit(1 if 'invalid' in verdicts else 3 if 'unconfirmed' in verdicts else 0)


if __name__ == '__main__':
    main()
