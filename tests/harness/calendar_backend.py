#!/usr/bin/env python3
"""An OpenTimestamps calendar and its Bitcoin, made with Debian's python3-opentimestamps and
python3-bitcoinlib.

POST /digest, GET /timestamp/<commitment>   as calendars have them; X-Calendar-Uri says what the promise names
GET /block-height/<n>, /block/<hash>/header as Esplora has them
POST /mine                                  puts all commitments into a new block; answers with height and header
"""
import hashlib
import json
import os
import struct
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

from bitcoin.core import CBlock, CMutableTransaction, CMutableTxIn, CMutableTxOut, CTransaction, b2lx, lx
from bitcoin.core.script import OP_RETURN, CScript
from opentimestamps.bitcoin import make_timestamp_from_block
from opentimestamps.core.notary import PendingAttestation
from opentimestamps.core.op import OpAppend, OpPrepend, OpSHA256
from opentimestamps.core.serialize import BytesSerializationContext
from opentimestamps.core.timestamp import Timestamp, make_merkle_tree

FIRST_HEIGHT = 900_000
EASIEST_TARGET = 0x207FFFFF

lock = Lock()
pending = {}
complete = {}
headers = []


def serialized(stamp):
    context = BytesSerializationContext()
    stamp.serialize(context)
    return context.getbytes()


def promise(digest, uri):
    stamp = Timestamp(digest)
    hashed = stamp.ops.add(OpAppend(os.urandom(16))).ops.add(OpSHA256())
    sibling = hashed.ops.add(OpPrepend(os.urandom(32))).ops.add(OpSHA256())
    timed = sibling.ops.add(OpPrepend(struct.pack('>L', int(time.time()))))
    commitment = timed.ops.add(OpAppend(os.urandom(8)))
    commitment.attestations.add(PendingAttestation(uri))
    with lock:
        pending[commitment.msg] = Timestamp(commitment.msg)
    return serialized(stamp)


def transaction(script):
    return CTransaction.from_tx(CMutableTransaction([CMutableTxIn()], [CMutableTxOut(0, script)]))


def mine():
    with lock:
        tip = make_merkle_tree(list(pending.values()) or [Timestamp(os.urandom(32))])
        others = [transaction(CScript([OP_RETURN, os.urandom(20)])) for _ in range(4)]
        ours = transaction(CScript([OP_RETURN, tip.msg]))
        transactions = [*others[:2], ours, *others[2:]]
        before = hashlib.sha256(hashlib.sha256(headers[-1]).digest()).digest() if headers else lx('00' * 32)
        draft = CBlock(vtx=transactions)
        fields = {'nVersion': 2, 'hashPrevBlock': before, 'hashMerkleRoot': draft.calc_merkle_root(),
                  'nTime': int(time.time()), 'nBits': EASIEST_TARGET, 'vtx': transactions}
        block = next(made for made in (CBlock(nNonce=nonce, **fields) for nonce in range(1000))
                     if made.GetHash()[-1] < 0x7F)
        height = FIRST_HEIGHT + len(headers)
        tip.merge(make_timestamp_from_block(tip.msg, block, height))
        header = block.get_header().serialize()
        headers.append(header)
        complete.update(pending)
        pending.clear()
        return {'height': height, 'header': header.hex(), 'time': block.nTime}


def block_hash(header):
    return b2lx(hashlib.sha256(hashlib.sha256(header).digest()).digest())


class Calendar(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, body, kind='application/vnd.opentimestamps.v1'):
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        if self.path == '/mine':
            self.answer(200, json.dumps(mine()).encode(), 'application/json')
        elif self.path == '/digest' and 0 < len(body) <= 64:
            self.answer(200, promise(body, self.headers['X-Calendar-Uri']))
        else:
            self.answer(400, b'what?')

    def do_GET(self):
        parts = self.path.strip('/').split('/')
        if parts[0] == 'timestamp':
            commitment = bytes.fromhex(parts[1])
            if commitment in complete:
                self.answer(200, serialized(complete[commitment]))
            else:
                known = commitment in pending
                self.answer(404, b'Pending confirmation in Bitcoin blockchain' if known else b'Not found')
        elif parts[0] == 'block-height' and 0 <= int(parts[1]) - FIRST_HEIGHT < len(headers):
            self.answer(200, block_hash(headers[int(parts[1]) - FIRST_HEIGHT]).encode(), 'text/plain')
        elif parts[0] == 'block' and parts[2:] == ['header']:
            found = [header for header in headers if block_hash(header) == parts[1]]
            self.answer(200, found[0].hex().encode(), 'text/plain') if found else self.answer(404, b'Block not found')
        else:
            self.answer(404, b'Block not found')


server = ThreadingHTTPServer(('127.0.0.1', 0), Calendar)
print(server.server_address[1], flush=True)
sys.stdin.close()
server.serve_forever()
