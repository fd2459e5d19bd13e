#!/usr/bin/env python3
"""Checks receipts of logs (RFC 9942, RFC9162_SHA256) with nothing but Python's standard library.

Written from the RFCs and docs/receipts.md, to show that they are enough: it shares no code with the project but that of the
other two programs here, which read time stamps and check signatures.

    verify_receipt.py --receipt RECEIPT [FILE | --hash HEX] [--tsr STAMP --root PEM...] [--log-key KEY]...
    verify_receipt.py --json-lines

Exit status: 0 for valid, 3 for unconfirmed (no key was given), 1 for invalid, 2 for wrong usage. The second form judges one
receipt per line of standard input: a JSON object with `receipt`, `file` (base64) and `keys`. It answers each line with
`verdict` and `because`.
"""
import argparse
import base64
import binascii
import hashlib
import json
import sys

import verify_blockchain_proof as proofs
import verify_evidence_record as records


class Refused(Exception):
    """The receipt does not hold; the message says why."""


def require(condition, message):
    if not condition:
        raise Refused(message)


def sha256(data):
    return hashlib.sha256(data).digest()


# CBOR (RFC 8949): only what has one reading.

MOST = 2 ** 53 - 1
CONSTANTS = {20: False, 21: True, 22: None}


class Tagged:
    def __init__(self, tag, item):
        self.tag, self.item = tag, item


class Cbor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        require(self.at + count <= len(self.data), 'bytes are missing')
        self.at += count
        return self.data[self.at - count:self.at]

    def item(self, depth=1):
        require(depth <= 16, 'items are nested too deep')
        first = self.take(1)[0]
        major, info = first >> 5, first & 31
        if major == 7:
            require(info in CONSTANTS, 'a value that is not read')
            return CONSTANTS[info]
        value = self.argument(info)
        if major == 0:
            return value
        if major == 1:
            require(value < MOST, 'a number is too small')
            return -1 - value
        if major == 2:
            return self.take(value)
        if major == 3:
            return self.take(value).decode('utf-8')
        if major == 6:
            return Tagged(value, self.item(depth + 1))
        require(value <= len(self.data) - self.at, 'bytes are missing')
        if major == 4:
            return [self.item(depth + 1) for _ in range(value)]
        items = {}
        for _ in range(value):
            label = self.item(depth + 1)
            require(is_number(label) or isinstance(label, str), 'a label is neither number nor text')
            require(label not in items, 'a label is there twice')
            items[label] = self.item(depth + 1)
        return items

    def argument(self, info):
        if info < 24:
            return info
        require(info <= 27, 'a length is indefinite')
        width = 1 << info - 24
        value = int.from_bytes(self.take(width), 'big')
        require(value >= (24 if width == 1 else 1 << 4 * width), 'a number is longer than needed')
        require(value <= MOST, 'a number is too large')
        return value


def read_cbor(data):
    reader = Cbor(data)
    item = reader.item()
    require(reader.at == len(data), 'bytes follow')
    return item


def is_number(item):
    return isinstance(item, int) and not isinstance(item, bool)


def byte_string(data):
    size = len(data)
    head = bytes([0x40 + size]) if size < 24 else b'\x58' + bytes([size]) if size < 256 else b'\x59' + size.to_bytes(2, 'big')
    return head + data


# Receipts.

LEAF = -int.from_bytes(b'SLO1', 'big')


class Receipt:
    def __init__(self, data):
        require(len(data) <= 65536, 'the receipt is too long')
        tagged = read_cbor(data)
        require(isinstance(tagged, Tagged) and tagged.tag == 18, 'not tagged as a COSE_Sign1')
        require(isinstance(tagged.item, list) and len(tagged.item) == 4, 'a COSE_Sign1 has four parts')
        self.header, outside, self.payload, self.signature = tagged.item
        require(isinstance(self.header, bytes) and isinstance(self.signature, bytes), 'a part has another type')
        require(isinstance(outside, dict), 'a part has another type')
        require(self.payload is None or is_hash(self.payload), 'the payload is no root')
        self.read_header(outside)
        self.read_proof(outside.get(396))
        self.read_leaf(outside.get(LEAF))

    def read_header(self, outside):
        header = read_cbor(self.header)
        require(isinstance(header, dict), 'the protected header is no map')
        require(not set(header) & set(outside), 'a label is in both headers')
        require(2 not in header and 2 not in outside, 'it has critical labels')
        require(header.get(395) == 1 and header[395] is not True, 'another kind of log')
        self.algorithm = header.get(1)
        require(is_number(self.algorithm), 'no algorithm')
        require(isinstance(header.get(4, outside.get(4, b'')), bytes), 'the key id is not bytes')
        claims = header.get(15, {})
        require(isinstance(claims, dict), 'the claims are no map')
        self.issuer = claims.get(1)
        require(1 not in claims or isinstance(self.issuer, str), 'the issuer is no text')

    def read_proof(self, value):
        require(isinstance(value, dict) and list(value) == [-1], 'not one kind of proof')
        require(isinstance(value[-1], list) and len(value[-1]) == 1, 'not one proof')
        require(isinstance(value[-1][0], bytes), 'the proof is not bytes')
        proof = read_cbor(value[-1][0])
        require(isinstance(proof, list) and len(proof) == 3, 'the proof has three parts')
        self.size, self.index, self.path = proof
        require(all(is_number(each) and each >= 0 for each in proof[:2]), 'size and index are numbers')
        require(isinstance(self.path, list) and len(self.path) <= 64, 'the path is too long')
        require(all(is_hash(each) for each in self.path), 'a hash has 32 bytes')

    def read_leaf(self, value):
        self.leaf = None
        if value is None:
            return
        require(isinstance(value, list) and len(value) == 4, 'the leaf has four parts')
        require(value[0] in ('SELLO-LEAF-v1', 'SELLO-LEAF-v2'), 'an unknown form of leaf')
        require(all(is_hash(each) for each in value[1:]), 'a part of the leaf has 32 bytes')
        self.leaf = value


def is_hash(item):
    return isinstance(item, bytes) and len(item) == 32


def leaf_of(receipt, wanted):
    if receipt.leaf is None:
        require(wanted.file is not None, 'the receipt does not name its entry: give it as the document')
        return sha256(b'\0' + wanted.file)
    scheme, salt, file, token = receipt.leaf
    require(wanted.sha256 in (None, file), 'the receipt is about another document')
    require(wanted.token in (None, token), 'the receipt is about another time stamp')
    entry = scheme.encode() + b'\0' + salt + file + token
    return sha256(b'\0' + entry) if scheme == 'SELLO-LEAF-v1' else sha256(b'\0' + sha256(entry))


def root_of(receipt, leaf):
    """RFC 9162, 2.1.3.2."""
    require(receipt.index < receipt.size, 'there is no such leaf')
    node, last, value = receipt.index, receipt.size - 1, leaf
    for sibling in receipt.path:
        require(last > 0, 'the path is too long')
        if node & 1 or node == last:
            value = sha256(b'\1' + sibling + value)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            value = sha256(b'\1' + value + sibling)
        node, last = node >> 1, last >> 1
    require(last == 0, 'the path is too short')
    require(receipt.payload in (None, value), 'the payload is another root')
    return value


# Keys: (name or None, curve, bytes).

CURVES = {
    (1, 6): ('Ed25519', 32, (-8, -19), ('Ed25519', 'SHA-512')),
    (2, 1): ('1.2.840.10045.3.1.7', 32, (-7, -9), ('ECDSA', 'P-256', 'SHA-256')),
    (2, 2): ('1.3.132.0.34', 48, (-35, -51), ('ECDSA', 'P-384', 'SHA-384')),
    (2, 3): ('1.3.132.0.35', 66, (-36, -52), ('ECDSA', 'P-521', 'SHA-512')),
}
HASHES = {32: hashlib.sha256, 48: hashlib.sha384, 66: hashlib.sha512}


def read_keys(text):
    if not text.startswith('cose:'):
        name, _, key = proofs.read_key(text)
        return [(name, CURVES[1, 6], key[1:])] if key[:1] == b'\x01' else []
    item = read_cbor(base64.b64decode(text[5:], validate=True))
    found = [read_cose_key(each) for each in (item if isinstance(item, list) else [item])[:64]]
    keys = [key for key in found if key is not None]
    require(keys, 'there is no COSE key that is read')
    return keys


def read_cose_key(item):
    if not isinstance(item, dict):
        return None
    require(-4 not in item, 'a private key')
    kind = (item.get(1), item.get(-1))
    curve = CURVES.get(kind) if all(is_number(each) for each in kind) else None
    if curve is None or item.get(3, curve[2][0]) not in curve[2]:
        return None
    parts = [item.get(-2)] if kind[0] == 1 else [item.get(-2), item.get(-3)]
    if not all(isinstance(part, bytes) and len(part) == curve[1] for part in parts):
        return None
    return None, curve, b''.join(parts)


def has_signed(key, receipt, root):
    name, (curve, size, algorithms, _), data = key
    if name not in (None, receipt.issuer) or receipt.algorithm not in algorithms:
        return False
    if len(receipt.signature) != 2 * size:
        return False
    message = b'\x84\x6aSignature1' + byte_string(receipt.header) + b'\x40' + byte_string(root)
    if curve == 'Ed25519':
        return proofs.ed25519_verifies(data, message, receipt.signature)
    x, y, r, s = [int.from_bytes(part, 'big') for part in (
        data[:size], data[size:], receipt.signature[:size], receipt.signature[size:])]
    on = records.CURVES[curve]
    if x >= on['p'] or y >= on['p'] or (y * y - x * x * x - on['a'] * x - on['b']) % on['p']:
        return False
    return records.ecdsa_holds((x, y), on, HASHES[size](message).digest(), r, s)


class Wanted:
    def __init__(self, file=None, digest=None, token=None, log_keys=None, broken=()):
        self.file, self.token, self.log_keys, self.broken = file, token, log_keys, broken
        self.sha256 = digest if file is None else sha256(file)


def judge(data, wanted):
    """(verdict, because), or raises Refused."""
    receipt = Receipt(data)
    root = root_of(receipt, leaf_of(receipt, wanted))
    require('SHA-256' not in wanted.broken, 'SHA-256 counts as broken')
    if wanted.log_keys is None:
        return 'unconfirmed', 'no key of the log was given'
    keys = [key for text in wanted.log_keys for key in read_keys(text)]
    signer = next((key for key in keys if has_signed(key, receipt, root)), None)
    require(signer, 'none of the given keys signed this root')
    broken = set(signer[1][3]) & set(wanted.broken)
    require(not broken, f'{", ".join(broken)} counts as broken')
    return 'valid', f'in {receipt.issuer or "a log"}; it does not say since when'


REFUSALS = (Refused, proofs.Refused, UnicodeError, binascii.Error)


def answer(data, wanted):
    try:
        return judge(data, wanted)
    except REFUSALS as error:
        return 'invalid', str(error)


def answer_lines():
    for line in sys.stdin:
        asked = json.loads(line)
        file = base64.b64decode(asked['file']) if 'file' in asked else None
        verdict, because = answer(base64.b64decode(asked['receipt']), Wanted(file, log_keys=asked.get('keys')))
        print(json.dumps({'verdict': verdict, 'because': because}), flush=True)


def read_file(path):
    with open(path, 'rb') as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description='Checks receipts of logs.')
    parser.add_argument('--receipt')
    parser.add_argument('--hash', type=bytes.fromhex)
    parser.add_argument('--tsr')
    parser.add_argument('--root', action='append', default=[])
    parser.add_argument('--trusted-block', action='append', default=[])
    parser.add_argument('--log-key', action='append')
    parser.add_argument('--broken', action='append', default=[])
    parser.add_argument('--as-of')
    parser.add_argument('--json-lines', action='store_true')
    parser.add_argument('file', nargs='?')
    options = parser.parse_args()
    if options.json_lines:
        return answer_lines()
    if options.receipt is None:
        parser.error('give --receipt')
    try:
        broken = proofs.read_broken(options.broken, options.as_of)
    except ValueError as error:
        parser.error(str(error))
    keys = None if options.log_key is None else [key for given in options.log_key for key in given.split()]
    verdict, because = 'invalid', 'no proof here leads to a block, and a root is for a time stamp'
    if not options.trusted_block and (options.tsr or not options.root):
        # The time stamp itself is judged by other programs; here it is only compared with the receipt.
        token = proofs.read_token(read_file(options.tsr)).sha256 if options.tsr else None
        file = None if options.file is None else read_file(options.file)
        verdict, because = answer(read_file(options.receipt), Wanted(file, options.hash, token, keys, broken))
    print(f'{options.receipt}: {verdict} ({because})')
    sys.exit({'valid': 0, 'unconfirmed': 3, 'invalid': 1}[verdict])


if __name__ == '__main__':
    main()
