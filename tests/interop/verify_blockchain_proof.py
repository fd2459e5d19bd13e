#!/usr/bin/env python3
"""Checks blockchain proofs (urn:sello:blockchain-proof:1) with nothing but Python's standard library.

Written from docs/proof-format.md alone, to show that the document is enough: it shares no code with the
project. One line per proof; exit status 0 only if every proof holds.

    verify_blockchain_proof.py [--file F | --sha256 HEX] [--token-sha256 HEX] [--log-key VKEY]
                               [--trusted-block HEX] PROOF.xml...
"""
import argparse
import base64
import datetime
import hashlib
import re
import sys
import xml.etree.ElementTree as ElementTree
from xml.parsers import expat

NS = '{urn:sello:blockchain-proof:1}'


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
    item, end = rlp_item(data, 0)
    require(end == len(data), 'bytes follow an RLP item')
    return item


def rlp_item(data, at):
    require(at < len(data), 'an RLP item is missing')
    first = data[at]
    if first < 0x80:
        return data[at:at + 1], at + 1
    base = 0xc0 if first >= 0xc0 else 0x80
    start, length = at + 1, first - base
    if length > 55:
        start = at + 1 + length - 55
        encoded = data[at + 1:start]
        length = int.from_bytes(encoded, 'big')
        require(encoded[:1] != b'\0' and length > 55, 'an RLP length is not minimal')
    end = start + length
    require(end <= len(data), 'an RLP item is cut short')
    if base == 0x80:
        require(length != 1 or data[start] >= 0x80, 'an RLP prefix is needless')
        return data[start:end], end
    items = []
    while start < end:
        item, start = rlp_item(data[:end], start)
        items.append(item)
    return items, end


def rlp_number(number):
    data = number.to_bytes((number.bit_length() + 7) // 8, 'big')
    return data if len(data) == 1 and data[0] < 0x80 else bytes([0x80 + len(data)]) + data


def nibbles(data):
    return [half for byte in data for half in (byte >> 4, byte & 15)]


def proven_transaction(root, index, nodes):
    """The value that the trie nodes prove for the key rlp(index)."""
    path, nodes, node = nibbles(rlp_number(index)), list(nodes), root
    while True:
        if isinstance(node, bytes):
            require(nodes and keccak256(nodes[0]) == node, 'a trie node has another hash')
            node = rlp_decode(nodes.pop(0))
        if len(node) == 17:
            require(path, 'the path ends at a branch')
            node, path = node[path[0]], path[1:]
            continue
        require(len(node) == 2, 'a trie node is malformed')
        packed = nibbles(node[0])
        require(packed[0] < 4 and (packed[0] % 2 == 1 or packed[1] == 0), 'a trie path is malformed')
        here = packed[1:] if packed[0] % 2 else packed[2:]
        require(path[:len(here)] == here, 'the trie leads elsewhere')
        path = path[len(here):]
        if packed[0] >= 2:
            require(not path and not nodes, 'trie nodes are left over')
            return node[1]
        node = node[1]


# Merkle tree of RFC 9162.

def merkle_root(leaf, index, size, steps):
    require(index < size, 'there is no such leaf')
    node, last, value = index, size - 1, leaf
    for side, sibling in steps:
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
    return value


# Ed25519 of RFC 8032, verification only.

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


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
    if x % 2 != data[31] >> 7:
        x = P - x
    return x, y, 1, x * y % P


def ed25519_verifies(public_key, message, signature):
    scalar = int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or scalar >= L:
        return False
    base = point_decode((4 * pow(5, -1, P) % P).to_bytes(32, 'little'))
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), 'little') % L
    left = point_multiply(scalar, base)
    right = point_add(point_decode(signature[:32]), point_multiply(hashed, point_decode(public_key)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def check_signature(note, origin, vkey):
    name, key_id, data = vkey.split('+', 2)
    key = base64.b64decode(data, validate=True)
    require(name == origin and key[0] == 1 and len(key) == 33, 'the key is not one of this log')
    require(sha256(name.encode() + b'\n' + key)[:4].hex() == key_id, 'the key has another identifier')
    text, signatures = note.rsplit('\n\n', 1)
    for line in signatures.splitlines():
        dash, signer, signature = line.split(' ')
        signature = base64.b64decode(signature, validate=True)
        if dash == '—' and signer == name and signature[:4].hex() == key_id:
            require(ed25519_verifies(key[1:], (text + '\n').encode(), signature[4:]), 'the log did not sign this')
            return
    raise Refused('the log did not sign this')


# OpenTimestamps, as far as a Bitcoin attestation.

OTS_MAGIC = b'\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08'


class OtsReader:
    def __init__(self, data):
        self.data, self.at, self.attested = data, 0, []

    def take(self, count):
        require(self.at + count <= len(self.data), 'the OpenTimestamps file is cut short')
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def walk(self, message):
        tag = self.take(1)[0]
        while tag == 0xff:
            self.part(self.take(1)[0], message)
            tag = self.take(1)[0]
        self.part(tag, message)

    def part(self, tag, message):
        if tag == 0:
            kind, payload = self.take(8), OtsReader(self.take(self.number()))
            if kind.hex() == '0588960d73d71901':
                self.attested.append((payload.number(), message))
        elif tag == 0xf0:
            self.walk(message + self.take(self.number()))
        elif tag == 0xf1:
            self.walk(self.take(self.number()) + message)
        elif tag == 0x08:
            self.walk(sha256(message))
        else:
            raise Refused('the OpenTimestamps file has another operation')


# The proof itself.

def parse(path):
    def refuse(*_):
        raise Refused('a DTD is not allowed')

    with open(path, 'rb') as file:
        data = file.read()
    require(len(data) <= 262144, 'the proof is too large')
    check_profile(data)
    try:
        scout = expat.ParserCreate()
        scout.StartDoctypeDeclHandler = refuse
        scout.Parse(data, True)
        return ElementTree.fromstring(data)
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise Refused(f'not XML: {error}') from error


def check_profile(data):
    """The part of XML that proofs use (1.1); what it leaves out could be read in two ways."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Refused('not UTF-8') from error
    text = re.sub(r'^<\?xml version="1\.0"( encoding="UTF-8")?\s?\?>', '', text)
    require(not re.search(r'<[!?]|&#|\ufeff', text), 'a DTD, comment, instruction or CDATA section is not allowed')
    require(not re.search(r'</?\w+:|\sxmlns:', text), 'a prefix is not allowed')
    require(not re.search(r'="0\d+"', text), 'a number has a leading zero')


def find(element, name):
    found = element.findall(NS + name)
    require(len(found) == 1, f'{name} is missing')
    return found[0]


def unhex(text):
    require(text is not None and text == text.lower(), 'hexadecimal text is missing')
    return bytes.fromhex(text)


def check_path(element, leaf):
    require(element.get('algorithm') == 'RFC6962-SHA256', 'the tree has another algorithm')
    steps = [(step.get('side'), unhex(step.text)) for step in element.findall(NS + 'Step')]
    index, size, root = int(element.get('leafIndex')), int(element.get('treeSize')), unhex(find(element, 'Root').text)
    require(merkle_root(leaf, index, size, steps) == root, 'the path does not lead to the root')
    return size, root


def check_checkpoint(proof, leaf, log_key):
    checkpoint = find(proof, 'Checkpoint')
    size, root = check_path(find(checkpoint, 'MerkleProof'), leaf)
    note = base64.b64decode(find(checkpoint, 'Note').text, validate=True).decode()
    origin, stated_size, stated_root = note.split('\n')[:3]
    require(origin == find(proof, 'Certificate').get('issuer'), 'the checkpoint is of another log')
    require(stated_size == str(size) and base64.b64decode(stated_root) == root, 'the checkpoint states another tree')
    if log_key is not None:
        check_signature(note, origin, log_key)


def block_time(block):
    time = datetime.datetime.strptime(block.get('time'), '%Y-%m-%dT%H:%M:%SZ')
    return int(time.replace(tzinfo=datetime.timezone.utc).timestamp())


# Position of the input in each type's list, and the number of fields.
LAYOUTS = {0: (5, 9), 1: (6, 11), 2: (7, 12), 3: (7, 14), 4: (7, 13)}


def check_commitment(anchor, root):
    transaction = find(anchor, 'Transaction')
    raw = unhex(find(transaction, 'Raw').text)
    require(keccak256(raw) == unhex(transaction.get('hash')), 'the transaction has another hash')
    kind = 0 if raw[0] >= 0xc0 else raw[0]
    fields = rlp_decode(raw if kind == 0 else raw[1:])
    input_at, count = LAYOUTS[kind]
    require(len(fields) == count, 'the transaction has other fields')
    chain = (int.from_bytes(fields[6], 'big') - 35) // 2 if kind == 0 else int.from_bytes(fields[0], 'big')
    require(anchor.get('network') == f'eip155:{chain}', 'the transaction is for another chain')
    commitment = b'SLO1' + root
    offset = int(find(transaction, 'Commitment').get('offset'))
    require(fields[input_at] == commitment, 'the transaction does not say the root')
    require(raw[offset:offset + 36] == commitment, 'the commitment stands elsewhere')
    return int(transaction.get('index')), raw


def check_ethereum(anchor, root):
    """True if the proof reaches the block's hash, false if it ends at the transaction."""
    index, raw = check_commitment(anchor, root)
    inclusion, block = find(anchor, 'Inclusion'), find(anchor, 'Block')
    if inclusion.get('type') == 'none':
        return False
    require(anchor.get('headerRule') == 'ethereum', 'the header rule is not known')
    header = unhex(find(block, 'Header').text)
    require(keccak256(header) == unhex(block.get('hash')), 'the block has another hash')
    fields = rlp_decode(header)
    require(int.from_bytes(fields[8], 'big') == int(block.get('number')), 'the block has another number')
    require(int.from_bytes(fields[11], 'big') == block_time(block), 'the block has another time')
    nodes = [unhex(node.text) for node in inclusion.findall(NS + 'Node')]
    require(proven_transaction(fields[4], index, nodes) == raw, 'the transaction is not in the block')
    return True


def check_bitcoin(anchor, root):
    block, number = find(anchor, 'Block'), int(find(anchor, 'Block').get('number'))
    data = base64.b64decode(find(anchor, 'OpenTimestamps').text, validate=True)
    start = len(OTS_MAGIC)
    require(data[:start] == OTS_MAGIC and data[start:start + 32] == root, 'the OpenTimestamps file is for another root')
    reader = OtsReader(data[start + 32:])
    reader.walk(root)
    require(reader.at == len(reader.data), 'the OpenTimestamps file is too long')
    attested = [message for height, message in reader.attested if height == number]
    require(attested, 'the OpenTimestamps file does not lead to the block')
    if block.find(NS + 'Header') is None:
        return False
    header = unhex(find(block, 'Header').text)
    require(len(header) == 80 and header[36:68] in attested, 'the block has another Merkle root')
    require(sha256(sha256(header))[::-1] == unhex(block.get('hash')), 'the block has another hash')
    require(int.from_bytes(header[68:72], 'little') == block_time(block), 'the block has another time')
    return True


def judge(path, expected, token, log_key, trusted):
    proof = parse(path)
    require(proof.tag == NS + 'BlockchainProof' and proof.get('version') == '1', 'not a proof of this version')
    digests = [unhex(find(find(proof, 'Document'), name).text) for name in ('Digest', 'TimeStampToken')]
    require(expected in (None, digests[0]), 'the proof is about another document')
    require(token in (None, digests[1]), 'the proof is about another time stamp')
    leaf_element = find(proof, 'Leaf')
    require(leaf_element.get('scheme') == 'SELLO-LEAF-v1', 'the leaf has another scheme')
    salt, leaf = unhex(find(leaf_element, 'Salt').text), unhex(find(leaf_element, 'Hash').text)
    require(all(len(part) == 32 for part in (salt, *digests)), 'a part of the leaf has another length')
    require(sha256(b'\0SELLO-LEAF-v1\0' + salt + b''.join(digests)) == leaf, 'the leaf is not of this document')
    check_checkpoint(proof, leaf, log_key)
    anchors = proof.findall(NS + 'Anchor')
    if proof.get('status') == 'pending':
        require(not anchors, 'a pending proof has no anchors')
        return 'pending'
    require(anchors, 'the proof has no anchors')
    confirmed = False
    for anchor in anchors:
        _, root = check_path(find(anchor, 'MerkleProof'), leaf)
        is_bitcoin = anchor.get('network').startswith('bip122:')
        reaches_block = check_bitcoin(anchor, root) if is_bitcoin else check_ethereum(anchor, root)
        confirmed |= reaches_block and unhex(find(anchor, 'Block').get('hash')) == trusted
    if trusted is None:
        return 'consistent'
    return 'on_chain' if confirmed else 'not_on_chain'


def main():
    parser = argparse.ArgumentParser(description='Checks blockchain proofs.')
    parser.add_argument('--file')
    parser.add_argument('--sha256', type=bytes.fromhex)
    parser.add_argument('--token-sha256', type=bytes.fromhex)
    parser.add_argument('--log-key')
    parser.add_argument('--trusted-block', type=bytes.fromhex)
    parser.add_argument('proofs', nargs='+')
    options = parser.parse_args()
    expected = options.sha256
    if options.file is not None:
        with open(options.file, 'rb') as file:
            expected = sha256(file.read())
    all_hold = True
    for path in options.proofs:
        try:
            verdict = judge(path, expected, options.token_sha256, options.log_key, options.trusted_block)
        except (Refused, ValueError, TypeError, IndexError, KeyError, AttributeError, RecursionError) as error:
            verdict = f'inconsistent ({error})'
        print(f'{path}: {verdict}')
        all_hold &= verdict in ('consistent', 'on_chain')
    sys.exit(0 if all_hold else 1)


if __name__ == '__main__':
    main()
