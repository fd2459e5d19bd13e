#!/usr/bin/env python3
"""Checks evidence records (RFC 4998) with nothing but Python's standard library.

Written from the RFCs and docs/evidence-records.md, to show that they are enough: it shares no code with the project.

    verify_evidence_record.py RECORD FILE... --root PEM... [--at TIME] [--group] [--broken ALGORITHM@DATE]...
    verify_evidence_record.py --json-lines

Exit status: 0 if the record proves the files, 1 if not, 2 for wrong usage. `--group`: the files are a whole group.

The second form judges one record per line of standard input: a JSON object with `record`, `objects`, `roots` (base64;
roots as DER), `at` and, if wanted, `group` and `broken` (objects with `algorithm` and `since`). It answers each line with
`verdict` (`trusted` or `untrusted`) and `because`.

Signatures by RSA (PKCS #1 v1.5) and by ECDSA on P-256, P-384 and P-521 are checked; a record that needs another one is
not trusted.
"""
import argparse
import base64
import datetime
import functools
import hashlib
import json
import re
import sys


class Refused(Exception):
    """The record does not hold; the message says why."""


def require(condition, message):
    if not condition:
        raise Refused(message)


# ASN.1. A node is (tag, start, content start, end, children); only DER makes nodes.

SEQUENCE, SET, INTEGER, BITS, OCTETS, OID, BOOLEAN = 0x30, 0x31, 2, 3, 4, 6, 1


class Node:
    def __init__(self, data, tag, start, body, end, children):
        self.data, self.tag, self.start, self.body, self.end, self.children = data, tag, start, body, end, children

    @property
    def whole(self):
        return self.data[self.start:self.end]

    @property
    def content(self):
        return self.data[self.body:self.end]


def der_header(data, at, limit):
    require(at < limit, 'an element is missing')
    tag = data[at]
    number, universal, constructed = tag & 31, tag & 0xc0 == 0, bool(tag & 0x20)
    require(tag != 0 and number != 31, 'a tag that is not read')
    require(not universal or constructed == (number in (16, 17)), 'a tag in the wrong form')
    require(at + 1 < limit, 'a length is missing')
    first = data[at + 1]
    if first < 0x80:
        body, length = at + 2, first
    else:
        count = first & 0x7f
        require(1 <= count <= 4 and at + 1 + count < limit, 'a length that is not DER')
        body = at + 2 + count
        length = int.from_bytes(data[at + 2:body], 'big')
        require(length >= 0x80 and data[at + 2] != 0, 'a length that is not minimal')
    require(body + length <= limit, 'an element runs past its parent')
    return tag, body, body + length


def der_walk(data, at, limit, depth, budget):
    require(depth <= 32, 'nested too deep')
    budget[0] -= 1
    require(budget[0] >= 0, 'too many elements')
    tag, body, end = der_header(data, at, limit)
    children = []
    if tag & 0x20:
        next_at = body
        while next_at < end:
            child = der_walk(data, next_at, end, depth + 1, budget)
            children.append(child)
            next_at = child.end
    return Node(data, tag, at, body, end, children)


def der(data, most_bytes=1 << 20, most_elements=20_000):
    require(len(data) <= most_bytes, 'too many bytes')
    node = der_walk(data, 0, len(data), 1, [most_elements])
    require(node.end == len(data), 'bytes follow the structure')
    return node


def shallow(data, at, limit):
    """The element at `at` with its members, which are not looked into."""
    tag, body, end = der_header(data, at, limit)
    children = []
    while body_next(children, body) < end:
        start = body_next(children, body)
        child_tag, child_body, child_end = der_header(data, start, end)
        children.append(Node(data, child_tag, start, child_body, child_end, []))
        require(len(children) <= 256, 'too many members')
    return Node(data, tag, at, body, end, children)


def body_next(children, body):
    return children[-1].end if children else body


def encoded(tag, content):
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, 'big')
    return bytes([tag, 0x80 | len(length)]) + length + content


def ber_to_der(data, at, limit, depth=1, budget=None):
    """The element at `at`, rewritten as DER, and where it ends."""
    budget = budget if budget is not None else [20_000]
    require(depth <= 32, 'nested too deep')
    budget[0] -= 1
    require(budget[0] >= 0, 'too many elements')
    require(at + 1 < limit, 'an element is missing')
    tag, first = data[at], data[at + 1]
    require(tag != 0 and tag & 31 != 31, 'a tag that is not read')
    count = first & 0x7f if first > 0x80 else 0
    require(count <= 4 and at + 1 + count < limit, 'a length that is not read')
    body = at + 2 + count
    length = None if first == 0x80 else int.from_bytes(data[at + 2:body], 'big') if count else first
    end = limit if length is None else body + length
    require(end <= limit, 'an element runs past its parent')
    if not tag & 0x20:
        require(length is not None, 'a value of indefinite length')
        return encoded(tag, data[body:end]), end
    members, next_at = [], body
    while True:
        if length is None and data[next_at:min(next_at + 2, end)] == b'\0\0':
            next_at += 2
            break
        if length is not None and next_at == end:
            break
        member, next_at = ber_to_der(data, next_at, end, depth + 1, budget)
        members.append(member)
    if tag == SET:
        members.sort()
    elif tag == 0x24:
        require(all(member[0] == OCTETS for member in members), 'a string of pieces that are no strings')
        return encoded(OCTETS, b''.join(member[2 + (member[1] & 0x7f if member[1] & 0x80 else 0):] for member in members)), next_at
    else:
        require(tag & 0xc0 or tag == SEQUENCE, 'a value in pieces')
    return encoded(tag, b''.join(members)), next_at


class Fields:
    """The members of a structure, in the order of its definition."""

    def __init__(self, node, tag=SEQUENCE):
        require(node.tag == tag, 'another structure belongs here')
        self.members = list(node.children)

    def take(self, *tags):
        require(self.members, 'a field is missing')
        require(not tags or self.members[0].tag in tags, 'another field belongs here')
        return self.members.pop(0)

    def optional(self, tag):
        return self.members.pop(0) if self.members and self.members[0].tag == tag else None

    def end(self):
        require(not self.members, 'an unexpected field')


def only(node):
    require(len(node.children) == 1, 'an explicit tag holds one element')
    return node.children[0]


def first_of(node):
    require(node.children, 'a structure is empty')
    return node.children[0]


def oid(node, tag=OID):
    require(node.tag == tag and 1 <= len(node.content) <= 128 and node.content[-1] < 0x80, 'no object identifier')
    arcs, arc, fresh = [], 0, True
    for byte in node.content:
        require(not (fresh and byte == 0x80), 'an arc is padded')
        arc, fresh = arc << 7 | byte & 0x7f, byte < 0x80
        if fresh:
            arcs.append(arc)
            arc = 0
    top = min(arcs[0] // 40, 2)
    return '.'.join(str(one) for one in [top, arcs[0] - 40 * top] + arcs[1:])


def integer(node, tag=INTEGER):
    content = node.content
    require(node.tag == tag and content, 'no integer')
    require(len(content) == 1 or (content[0], content[1] >> 7) not in ((0, 0), (255, 1)), 'an integer is padded')
    return int.from_bytes(content, 'big', signed=True)


def octets(node):
    require(node.tag == OCTETS, 'no octet string')
    return node.content


def bits(node):
    require(node.tag == BITS and node.content and node.content[0] == 0, 'no whole octets')
    return node.content[1:]


def named_bits(node):
    content = node.content
    require(node.tag == BITS and content and content[0] <= 7, 'no bits')
    return {8 * i + j for i, byte in enumerate(content[1:]) for j in range(8) if byte & (0x80 >> j)}


def algorithm(node, tag=SEQUENCE):
    fields = Fields(node, tag)
    name = oid(fields.take())
    parameters = fields.take() if fields.members else None
    fields.end()
    return name, parameters


def moment(node):
    """Milliseconds since 1970, and whether the text is a time at all."""
    text = node.content.decode('latin1')
    if node.tag == 0x17:
        found = re.fullmatch(r'(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)()Z', text, re.ASCII)
        require(found, 'no time')
        year = int(found[1]) + (1900 if int(found[1]) >= 50 else 2000)
    else:
        require(node.tag == 0x18, 'no time')
        found = re.fullmatch(r'(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,32})?Z', text, re.ASCII)
        require(found and int(found[1]) >= 100, 'no time')
        year = int(found[1])
    try:
        at = datetime.datetime(year, *(int(found[i]) for i in range(2, 7)), tzinfo=datetime.timezone.utc)
    except ValueError:
        raise Refused('no time')
    fraction = (found[7] or '.')[1:4].ljust(3, '0')
    return calendar_ms(at) + int(fraction)


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def calendar_ms(at):
    return (at - EPOCH) // datetime.timedelta(milliseconds=1)


# Algorithms.

HASHES = {
    '2.16.840.1.101.3.4.2.1': 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384', '2.16.840.1.101.3.4.2.3': 'sha512',
}
NAMES = {'sha256': 'SHA-256', 'sha384': 'SHA-384', 'sha512': 'SHA-512'}
RSA_KEY, EC_KEY = '1.2.840.113549.1.1.1', '1.2.840.10045.2.1'
RSA_WITH = {'1.2.840.113549.1.1.11': 'sha256', '1.2.840.113549.1.1.12': 'sha384', '1.2.840.113549.1.1.13': 'sha512'}
ECDSA_WITH = {'1.2.840.10045.4.3.2': 'sha256', '1.2.840.10045.4.3.3': 'sha384', '1.2.840.10045.4.3.4': 'sha512'}
# DigestInfo up to the digest (RFC 8017, section 9.2).
DIGEST_INFO = {
    'sha256': bytes.fromhex('3031300d060960864801650304020105000420'),
    'sha384': bytes.fromhex('3041300d060960864801650304020205000430'),
    'sha512': bytes.fromhex('3051300d060960864801650304020305000440'),
}


def curve(p, b, n, gx, gy):
    return {'p': p, 'a': p - 3, 'b': b, 'n': n, 'g': (gx, gy), 'size': (p.bit_length() + 7) // 8}


CURVES = {
    '1.2.840.10045.3.1.7': curve(
        0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff,
        0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b,
        0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551,
        0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
        0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5),
    '1.3.132.0.34': curve(
        2**384 - 2**128 - 2**96 + 2**32 - 1,
        0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef,
        0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973,
        0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7,
        0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f),
    '1.3.132.0.35': curve(
        2**521 - 1,
        0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00,
        0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409,
        0x00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66,
        0x011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650),
}


def double(point, p):
    """In Jacobian coordinates, with a = -3."""
    x, y, z = point
    if y == 0 or z == 0:
        return 0, 1, 0
    square = y * y % p
    slope = 3 * (x - z * z) * (x + z * z) % p
    middle = 4 * x * square % p
    new_x = (slope * slope - 2 * middle) % p
    return new_x, (slope * (middle - new_x) - 8 * square * square) % p, 2 * y * z % p


def add(first, second, p):
    if first[2] == 0:
        return second
    if second[2] == 0:
        return first
    (x1, y1, z1), (x2, y2, z2) = first, second
    square1, square2 = z1 * z1 % p, z2 * z2 % p
    u1, u2 = x1 * square2 % p, x2 * square1 % p
    s1, s2 = y1 * square2 * z2 % p, y2 * square1 * z1 % p
    if u1 == u2:
        return double(first, p) if s1 == s2 else (0, 1, 0)
    h, r = (u2 - u1) % p, (s2 - s1) % p
    cube = h * h * h % p
    middle = u1 * h * h % p
    x = (r * r - cube - 2 * middle) % p
    return x, (r * (middle - x) - s1 * cube) % p, h * z1 * z2 % p


def ecdsa_holds(key, on, digest, r, s):
    p, n = on['p'], on['n']
    if not (1 <= r < n and 1 <= s < n):
        return False
    excess = max(0, 8 * len(digest) - n.bit_length())
    e = int.from_bytes(digest, 'big') >> excess
    inverse = pow(s, -1, n)
    u, v = e * inverse % n, r * inverse % n
    g, q = (*on['g'], 1), (*key, 1)
    both, point = add(g, q, p), (0, 1, 0)
    for i in reversed(range(max(u.bit_length(), v.bit_length()))):
        point = double(point, p)
        which = (u >> i & 1, v >> i & 1)
        if which != (0, 0):
            point = add(point, both if which == (1, 1) else g if which == (1, 0) else q, p)
    if point[2] == 0:
        return False
    return point[0] * pow(point[2], -2, p) % p % n == r


@functools.lru_cache(maxsize=4096)
def signature_names(key_info, signature_oid, digest_name):
    """What a signature by this key rests on: family and hash; None if it cannot be checked here."""
    key_oid, _ = algorithm(first_of(der(key_info)))
    if key_oid == RSA_KEY:
        name = digest_name if signature_oid == RSA_KEY else RSA_WITH.get(signature_oid)
        return ('RSA', name) if name else None
    if key_oid == EC_KEY and signature_oid in ECDSA_WITH:
        return 'ECDSA', ECDSA_WITH[signature_oid]
    return None


@functools.lru_cache(maxsize=4096)
def signature_holds(key_info, signature_oid, digest_name, signature, data):
    names = signature_names(key_info, signature_oid, digest_name)
    require(names is not None, 'a signature algorithm that is not checked here')
    family, hash_name = names
    digest = hashlib.new(hash_name, data).digest()
    fields = Fields(der(key_info))
    _, parameters = algorithm(fields.take())
    key = bits(fields.take())
    fields.end()
    if family == 'RSA':
        numbers = Fields(der(key))
        modulus, exponent = integer(numbers.take()), integer(numbers.take())
        numbers.end()
        require(2048 <= modulus.bit_length() <= 8192 and exponent.bit_length() <= 64, 'an RSA key of the wrong size')
        size = (modulus.bit_length() + 7) // 8
        value = int.from_bytes(signature, 'big')
        if len(signature) != size or value >= modulus:
            return False
        info = DIGEST_INFO[hash_name] + digest
        wanted = b'\0\1' + b'\xff' * (size - len(info) - 3) + b'\0' + info
        return pow(value, exponent, modulus).to_bytes(size, 'big') == wanted
    require(parameters is not None and parameters.tag == OID and oid(parameters) in CURVES, 'an unknown curve')
    on = CURVES[oid(parameters)]
    if len(key) != 1 + 2 * on['size'] or key[0] != 4:
        return False
    x, y = int.from_bytes(key[1:1 + on['size']], 'big'), int.from_bytes(key[1 + on['size']:], 'big')
    if x >= on['p'] or y >= on['p'] or (y * y - x * x * x - on['a'] * x - on['b']) % on['p']:
        return False
    try:
        pair = Fields(der(signature))
        r, s = integer(pair.take()), integer(pair.take())
        pair.end()
    except Refused:
        return False
    return ecdsa_holds((x, y), on, digest, r, s)


# Certificates (RFC 5280).

KNOWN_CRITICAL = {'2.5.29.15', '2.5.29.19', '2.5.29.37', '2.5.29.32'}
TIME_STAMPING = '1.3.6.1.5.5.7.3.8'


class Certificate:
    def __init__(self, data):
        self.data = data
        fields = Fields(der(data))
        tbs, outer = fields.take(SEQUENCE), fields.take(SEQUENCE)
        self.signature = bits(fields.take())
        fields.end()
        self.tbs = tbs.whole
        inside = Fields(tbs)
        version = inside.optional(0xa0)
        require(version is None or integer(only(version)) in (0, 1, 2), 'a certificate of an unknown version')
        self.serial = inside.take(INTEGER).whole
        inner = inside.take(SEQUENCE)
        require(inner.whole == outer.whole, 'two signature algorithms')
        self.signature_oid, _ = algorithm(inner)
        self.issuer = inside.take(SEQUENCE).whole
        validity = Fields(inside.take(SEQUENCE))
        self.not_before, self.not_after = moment(validity.take()), moment(validity.take())
        validity.end()
        self.subject = inside.take(SEQUENCE).whole
        self.key_info = inside.take(SEQUENCE).whole
        inside.optional(0x81)
        inside.optional(0x82)
        extensions = inside.optional(0xa3)
        inside.end()
        self.read_extensions(only(extensions).children if extensions else [])

    def read_extensions(self, extensions):
        self.usage = self.purposes = self.authority = self.key_id = None
        self.path_length, self.critical_purposes, self.unknown_critical = None, False, False
        for extension in extensions:
            fields = Fields(extension)
            name, critical = oid(fields.take()), fields.optional(BOOLEAN)
            is_critical = critical is not None and critical.content == b'\xff'
            value = der(octets(fields.take()))
            fields.end()
            if name == '2.5.29.15':
                self.usage = named_bits(value)
            elif name == '2.5.29.37':
                self.purposes, self.critical_purposes = [oid(one) for one in value.children], is_critical
            elif name == '2.5.29.19':
                constraints = Fields(value)
                flag = constraints.optional(BOOLEAN)
                self.authority = flag is not None and flag.content == b'\xff'
                length = constraints.optional(INTEGER)
                self.path_length = integer(length) if length else None
            elif name == '2.5.29.14':
                self.key_id = octets(value)
            elif is_critical and name not in KNOWN_CRITICAL:
                self.unknown_critical = True

    def was_issued_by(self, issuer):
        return signature_holds(issuer.key_info, self.signature_oid, None, self.signature, self.tbs)


@functools.lru_cache(maxsize=4096)
def certificate(data):
    """None if it cannot be read: anybody can put such a thing into a token."""
    try:
        return Certificate(data)
    except Refused:
        return None


def is_in_date(one, at):
    return one.not_before <= at < one.not_after + 1000


def find_path(chain, candidates, roots, at):
    """From the signer up to a root, all in date at that time; None if there is no such path."""
    last = chain[-1]
    if last.data in roots:
        return chain if all(is_in_date(one, at) for one in chain) else None
    if len(chain) >= 8:
        return None
    for issuer in candidates:
        is_root = issuer.data in roots
        if issuer.subject != last.issuer or issuer in chain or not issuer.authority or issuer.unknown_critical:
            continue
        if not (is_root if issuer.usage is None else 5 in issuer.usage):
            continue
        below = sum(one.subject != one.issuer for one in chain[1:])
        if issuer.path_length is not None and below > issuer.path_length:
            continue
        if not is_root and issuer.purposes is not None and not {TIME_STAMPING, '2.5.29.37.0'} & set(issuer.purposes):
            continue
        try:
            if not last.was_issued_by(issuer):
                continue
        except Refused:
            continue
        found = find_path(chain + [issuer], candidates, roots, at)
        if found:
            return found
    return None


# Time stamps (RFC 3161, RFC 5652).

SIGNED_DATA, TST_INFO = '1.2.840.113549.1.7.2', '1.2.840.113549.1.9.16.1.4'
CONTENT_TYPE, MESSAGE_DIGEST = '1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'
SIGNING_TIME = '1.2.840.113549.1.9.5'
ESS_V1, ESS_V2 = '1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'


class Token:
    def __init__(self, node):
        outer = Fields(node)
        require(oid(outer.take()) == SIGNED_DATA, 'no signed data')
        data = Fields(only(outer.take(0xa0)))
        outer.end()
        require(integer(data.take()) in (3, 4, 5), 'signed data of another version')
        data.take(SET)
        content = Fields(data.take(SEQUENCE))
        require(oid(content.take()) == TST_INFO, 'the content is no time stamp')
        self.info = octets(only(content.take(0xa0)))
        content.end()
        held = data.optional(0xa0)
        data.optional(0xa1)
        signers = data.take(SET).children
        data.end()
        self.read_info()
        self.certificates = [one.whole for one in (held.children if held else []) if one.tag == SEQUENCE]
        others = [one for one in (held.children if held else []) if one.tag != SEQUENCE]
        require(all(one.tag in (0xa1, 0xa2) for one in others), 'a certificate of an unknown kind')
        self.attribute_certificates = len(others)
        self.signers = [self.read_signer(one) for one in signers]

    def read_info(self):
        info = Fields(der(self.info))
        require(integer(info.take()) == 1, 'a time stamp of another version')
        self.policy = oid(info.take())
        imprint = Fields(info.take())
        self.imprint_oid, _ = algorithm(imprint.take())
        self.imprint = octets(imprint.take())
        imprint.end()
        self.serial = integer(info.take())
        at = info.take(0x18)
        self.at = moment(at)
        accuracy = info.optional(SEQUENCE)
        ordering = info.optional(BOOLEAN)
        require(ordering is None or ordering.content in (b'\0', b'\xff'), 'no boolean')
        info.optional(INTEGER)
        info.optional(0xa0)
        extensions = info.optional(0xa1)
        info.end()
        self.accuracy = self.read_accuracy(accuracy) if accuracy else 0
        self.has_critical = any(
            any(field.tag == BOOLEAN and field.content == b'\xff' for field in one.children)
            for one in (extensions.children if extensions else []))

    @staticmethod
    def read_accuracy(node):
        fields = Fields(node)
        parts = [fields.optional(tag) for tag in (INTEGER, 0x80, 0x81)]
        fields.end()
        values = [integer(part, part.tag) if part else 0 for part in parts]
        require(all(0 <= value < 2**32 for value in values), 'an accuracy out of range')
        return values[0] * 1000 + values[1] + values[2] / 1000

    @staticmethod
    def read_signer(node):
        fields = Fields(node)
        require(integer(fields.take()) in (1, 3), 'a signer of another version')
        who = fields.take()
        if who.tag == 0x80:
            named = ('key', who.content)
        else:
            name = Fields(who)
            named = ('serial', name.take(SEQUENCE).whole, name.take(INTEGER).whole)
            name.end()
        digest_oid, _ = algorithm(fields.take())
        signed = fields.take(0xa0)
        signature_oid, _ = algorithm(fields.take())
        signature = octets(fields.take())
        fields.optional(0xa1)
        fields.end()
        attributes = {}
        for one in signed.children:
            parts = Fields(one)
            kind, values = oid(parts.take()), parts.take(SET).children
            parts.end()
            require(kind not in attributes, 'an attribute twice')
            attributes[kind] = values
        return {
            'named': named, 'digest': HASHES.get(digest_oid), 'attributes': attributes,
            'signed': b'\x31' + signed.whole[1:], 'oid': signature_oid, 'signature': signature,
        }

    def signer_certificate(self, roots):
        named = self.signers[0]['named']
        pool = [certificate(one) for one in self.certificates]
        if named[0] == 'key':
            fitting = [one for one in pool + [certificate(root) for root in roots] if one and one.key_id == named[1]]
        else:
            fits = lambda one: one and (one.issuer, one.serial) == named[1:]
            fitting = [one for one in pool if fits(one)]
            fitting = fitting or [one for one in map(certificate, roots) if fits(one)]
        if len(fitting) > 1:
            ids = list(self.ess_ids())
            fitting = [one for one in fitting if ids and hashlib.new(ids[0][0], one.data).digest() == ids[0][1]] or fitting
        require(fitting, "the signer's certificate is missing")
        return fitting[0]

    def ess_ids(self):
        for kind, default in ((ESS_V2, 'sha256'), (ESS_V1, 'sha1')):
            for value in self.signers[0]['attributes'].get(kind, []):
                # Only the first identifier is the signer's (RFC 5035, section 5.4).
                fields = Fields(first_of(Fields(value).take(SEQUENCE)))
                name = default
                if kind == ESS_V2 and fields.members and fields.members[0].tag == SEQUENCE:
                    name = HASHES.get(algorithm(fields.take())[0])
                    require(name, 'a certificate named by a weak digest')
                digest, serial = octets(fields.take()), fields.optional(SEQUENCE)
                fields.end()
                yield name, digest, serial

    def check(self, roots):
        """That a time-stamping authority signed it; returns the path to a root."""
        require(len(self.signers) == 1, 'not one signer')
        require(len(self.certificates) <= 32, 'too many certificates')
        require(not self.has_critical, 'an unknown critical extension')
        require(self.serial >= 0, 'a negative serial number')
        require(self.attribute_certificates == 0, 'attribute certificates')
        signer, attributes = self.signers[0], self.signers[0]['attributes']
        require(signer['digest'], 'a weak digest')
        types, digests = attributes.get(CONTENT_TYPE, []), attributes.get(MESSAGE_DIGEST, [])
        require(len(types) == 1 and len(digests) == 1, 'an attribute is missing')
        require(oid(types[0]) == TST_INFO, 'signed as something else')
        require(octets(digests[0]) == hashlib.new(signer['digest'], self.info).digest(), 'changed after signing')
        if SIGNING_TIME in attributes:
            require(len(attributes[SIGNING_TIME]) == 1, 'two signing times')
            moment(attributes[SIGNING_TIME][0])
        by = self.signer_certificate(roots)
        require(signature_holds(by.key_info, signer['oid'], signer['digest'], signer['signature'], signer['signed']),
                'the signature is not that of the signer')
        ids = list(self.ess_ids())
        require(ids, 'the signature names no certificate')
        for name, digest, serial in ids:
            require(hashlib.new(name, by.data).digest() == digest, 'the signature names another certificate')
            if serial:
                parts = Fields(serial)
                general, number = first_of(parts.take()), parts.take(INTEGER)
                require(general.tag == 0xa4 and only(general).whole == by.issuer and number.whole == by.serial,
                        'the signature names another certificate')
        require(not by.unknown_critical and (by.usage is None or by.usage & {0, 1}), 'the key may not sign')
        require(by.purposes == [TIME_STAMPING] and by.critical_purposes, 'not a certificate for time stamping alone')
        pool = [certificate(one) for one in roots + self.certificates]
        path = find_path([by], [one for one in pool if one], roots, self.at)
        require(path, 'no path to a root that was valid at that time')
        return path

    def rests_on(self, path):
        names = {NAMES[HASHES[self.imprint_oid]]}
        signer = self.signers[0]
        names.add(NAMES[signer['digest']])
        pairs = [signature_names(path[0].key_info, signer['oid'], signer['digest'])]
        pairs += [signature_names(above.key_info, one.signature_oid, None) for one, above in zip(path, path[1:])]
        for family, hash_name in filter(None, pairs):
            names |= {family, NAMES[hash_name]}
        return names


# Evidence records (RFC 4998).

class Stamp:
    def __init__(self, data, node):
        require(node.tag == SEQUENCE, 'no archive time stamp')
        at, end = node.body, node.end
        options = {}
        for tag in (0xa0, 0xa1, 0xa2):
            if at < end and data[at] == tag:
                _, _, after = der_header(data, at, end)
                options[tag] = der(data[at:after], 4 << 20)
                at = after
        token_der, after = ber_to_der(data, at, end)
        require(after == end, 'an unexpected field')
        self.stored, self.token_der = data[at:end], token_der
        self.der = encoded(SEQUENCE, data[node.body:at] + token_der)
        try:
            read = der(self.stored)
        except Refused:
            read = der(token_der)
        self.token = Token(read)
        self.oid = digest_identifier(options[0xa0], 0xa0) if 0xa0 in options else self.token.imprint_oid
        self.lists = None
        if 0xa2 in options:
            require(options[0xa2].children, 'an empty tree')
            self.lists = [[octets(one) for one in Fields(each).members] for each in options[0xa2].children]
            require(all(self.lists), 'an empty list')

    @property
    def first(self):
        return self.lists[0] if self.lists else [self.token.imprint]

    def leads_to_imprint(self):
        carried = []
        for each in self.lists or []:
            joined = each + carried
            carried = joined if len(joined) == 1 else [self.hash(b''.join(sorted(joined)))]
        return not self.lists or carried == [self.token.imprint]

    def hash(self, data):
        return hashlib.new(HASHES[self.oid], data).digest()


def digest_identifier(node, tag=SEQUENCE):
    name, parameters = algorithm(node, tag)
    require(parameters is None or parameters.whole == b'\5\0', 'a digest with parameters')
    return name


def read_record(data):
    require(len(data) <= 4 << 20, 'too many bytes')
    whole = shallow(data, 0, len(data))
    require(whole.end == len(data), 'bytes follow the record')
    fields = Fields(whole)
    require(integer(fields.take(INTEGER)) == 1, 'a record of another version')
    digests = fields.take(SEQUENCE)
    for tag in (0xa0, 0xa1):
        option = fields.optional(tag)
        if option:
            der(option.whole, 4 << 20)
    sequence = fields.take(SEQUENCE)
    fields.end()
    chains = []
    for chain in shallow(data, sequence.start, sequence.end).children:
        require(chain.tag == SEQUENCE, 'no chain')
        chains.append([Stamp(data, one) for one in shallow(data, chain.start, chain.end).children])
    require(0 < len(chains) <= 32 and all(chains) and sum(map(len, chains)) <= 256, 'no chain, or too many')
    return [digest_identifier(one) for one in der(digests.whole).children], chains


def check_record(data, objects, is_group, roots, at, broken=()):
    listed, chains = read_record(data)
    stamps = [stamp for chain in chains for stamp in chain]
    for chain in chains:
        for stamp in chain:
            require(stamp.oid in HASHES, 'a weak digest')
            require(stamp.oid == chain[0].oid, 'two digests in one chain')
            require(stamp.oid in listed, 'a digest that is not listed')
            require(stamp.token.imprint_oid == stamp.oid, 'the stamp is by another digest than the tree')
            size = hashlib.new(HASHES[stamp.oid]).digest_size
            require(all(len(one) == size for each in stamp.lists or [[stamp.token.imprint]] for one in each),
                    'a hash of the wrong length')
            require(len(stamp.token.imprint) == size, 'an imprint of the wrong length')
            require(stamp.leads_to_imprint(), 'the reduced tree does not lead to the hash stamped')
    times = [stamp.token.at for stamp in stamps]
    require(times == sorted(times), 'a stamp is older than the one before it')
    require(times[-1] <= at, 'a stamp was made after the time asked for')
    past = b''
    for chain in chains:
        first = chain[0]
        leaves = [first.hash(one) for one in objects]
        if past:
            leaves = [first.hash(leaf + first.hash(encoded(SEQUENCE, past))) for leaf in leaves]
        require(all(leaf in first.first for leaf in leaves), 'the object is not in every chain')
        require(not is_group or sorted(leaves) == sorted(first.first), 'the group holds other objects')
        for former, stamp in zip(chain, chain[1:]):
            covered = {stamp.hash(former.stored), stamp.hash(former.token_der)}
            require(covered & set(stamp.first), 'a stamp is not over the one before it')
        past += encoded(SEQUENCE, b''.join(stamp.der for stamp in chain))
    for stamp, successor in zip(stamps, stamps[1:] + [None]):
        path = stamp.token.check(roots)
        until = successor.token.at + successor.token.accuracy if successor else at
        require(all(one.not_after + 1000 > until for one in path), 'a certificate ended before the next stamp')
        names = stamp.token.rests_on(path)
        require(not any(name in names and since <= min(until, at) for name, since in broken),
                'an algorithm was broken before the next stamp')


def instant(text):
    text = text if 'T' in text else f'{text}T00:00:00Z'
    return calendar_ms(datetime.datetime.fromisoformat(text.replace('Z', '+00:00')))


def judge(*question):
    try:
        check_record(*question)
        return 'trusted', 'the record proves the object'
    except Refused as refusal:
        return 'untrusted', str(refusal)


def answer_lines():
    for line in sys.stdin:
        asked = json.loads(line)
        decoded = [[base64.b64decode(one) for one in asked[name]] for name in ('objects', 'roots')]
        broken = [(one['algorithm'], instant(one['since'])) for one in asked.get('broken', [])]
        verdict, because = judge(
            base64.b64decode(asked['record']), decoded[0], asked.get('group', False), decoded[1], instant(asked['at']),
            broken)
        print(json.dumps({'verdict': verdict, 'because': because}), flush=True)


def pem_certificates(path):
    text = open(path, encoding='latin1').read()
    found = re.findall('-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----', text, re.DOTALL)
    return [base64.b64decode(''.join(one.split())) for one in found]


def main():
    if sys.argv[1:] == ['--json-lines']:
        return answer_lines()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('record')
    parser.add_argument('files', nargs='+')
    parser.add_argument('--root', action='append', required=True)
    parser.add_argument('--at', default=datetime.datetime.now(datetime.timezone.utc).isoformat())
    parser.add_argument('--group', action='store_true')
    parser.add_argument('--broken', action='append', default=[])
    asked = parser.parse_args()
    roots = [one for path in asked.root for one in pem_certificates(path)]
    broken = [(name, instant(since)) for name, since in (one.split('@') for one in asked.broken)]
    objects = [open(path, 'rb').read() for path in asked.files]
    verdict, because = judge(open(asked.record, 'rb').read(), objects, asked.group, roots, instant(asked.at), broken)
    print(f'{verdict}: {because}')
    return 0 if verdict == 'trusted' else 1


if __name__ == '__main__':
    sys.exit(main())
