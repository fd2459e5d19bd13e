"""
Logs, witnesses and cosignatures, written a second time from the texts of C2SP (signed-note, tlog-checkpoint,
tlog-cosignature, tlog-witness) and RFC 6962 alone: Python's standard library, and OpenSSL for Ed25519.

  tlog_witness.py check NOTE LOG_VKEY [WITNESS_VKEY ...]   verify a checkpoint and its cosignatures
  tlog_witness.py new-key DIR NAME TYPE                     make a key (1: log, 4: witness) and print its verifier key
  tlog_witness.py serve DIR LOG_VKEY                        be a witness with the key in DIR; prints its port
  tlog_witness.py exercise DIR URL WITNESS_VKEY             be a log with the key in DIR, and try a witness out
"""

import base64
import hashlib
import http.server
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SPKI = bytes.fromhex("302a300506032b6570032100")


def sha256(data):
    return hashlib.sha256(data).digest()


# --- Ed25519 by OpenSSL


def run_openssl(*args, files=()):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, data in enumerate(files):
            paths.append(os.path.join(folder, str(number)))
            with open(paths[-1], "wb") as file:
                file.write(data)
        command = ["openssl"] + [paths[int(a[1:])] if a.startswith("@") else a for a in args]
        return subprocess.run(command, capture_output=True)


def verify_ed25519(public_key, signature, message):
    args = ("pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "@0", "-rawin", "-in", "@1", "-sigfile", "@2")
    return run_openssl(*args, files=(SPKI + public_key, message, signature)).returncode == 0


class Key:
    def __init__(self, folder, name, kind):
        self.pem = os.path.join(folder, "key.pem")
        if not os.path.exists(self.pem):
            subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.pem], check=True)
        der = subprocess.run(["openssl", "pkey", "-in", self.pem, "-pubout", "-outform", "DER"], capture_output=True)
        self.public_key = der.stdout[-32:]
        self.name = name
        data = bytes([kind]) + self.public_key
        self.id = sha256(name.encode() + b"\n" + data)[:4]
        self.vkey = "%s+%s+%s" % (name, self.id.hex(), base64.b64encode(data).decode())

    def sign(self, message):
        return run_openssl("pkeyutl", "-sign", "-inkey", self.pem, "-rawin", "-in", "@0", files=(message,)).stdout

    def line(self, signature):
        return "\u2014 %s %s\n" % (self.name, base64.b64encode(self.id + signature).decode())


def load_key(folder):
    with open(os.path.join(folder, "name")) as file:
        name, kind = file.read().split("\n")[:2]
    return Key(folder, name, int(kind))


# --- Notes, checkpoints, cosignatures


def read_vkey(vkey):
    name, key_id, data = vkey.split("+", 2)
    data = base64.b64decode(data, validate=True)
    if sha256(name.encode() + b"\n" + data)[:4].hex() != key_id or len(data) != 33:
        raise ValueError("bad verifier key " + vkey)
    return name, bytes.fromhex(key_id), data[0], data[1:]


def split_note(note):
    end = note.rindex("\n\n") + 1
    lines = note[end + 1 :].split("\n")
    if lines.pop() != "":
        raise ValueError("the note does not end in a newline")
    signatures = []
    for line in lines:
        dash, name, data = line.split(" ")
        data = base64.b64decode(data, validate=True)
        if dash != "\u2014" or len(data) < 5:
            raise ValueError("bad signature line")
        signatures.append((name, data[:4], data[4:]))
    return note[:end], signatures


def signers(note, vkeys):
    """Who of these signed or cosigned the note; raises if a line names one of them and is not by it."""
    text, signatures = split_note(note)
    found = []
    for vkey in vkeys:
        name, key_id, kind, public_key = read_vkey(vkey)
        for line_name, line_id, signature in signatures:
            if (line_name, line_id) != (name, key_id):
                continue
            message = text.encode()
            if kind == 4:
                seconds = int.from_bytes(signature[:8], "big")
                if seconds == 0 or len(signature) != 72:
                    raise ValueError("a cosignature without a time")
                message = b"cosignature/v1\ntime %d\n" % seconds + message
                signature = signature[8:]
            if not verify_ed25519(public_key, signature, message):
                raise ValueError("forged signature of " + name)
            found.append(name)
    return found


def read_checkpoint(note):
    text, _ = split_note(note)
    origin, size, root = text.split("\n")[:3]
    if str(int(size)) != size:
        raise ValueError("bad size")
    return origin, int(size), base64.b64decode(root, validate=True)


def cosign(key, note, seconds):
    text, _ = split_note(note)
    signature = key.sign(b"cosignature/v1\ntime %d\n" % seconds + text.encode())
    return key.line(seconds.to_bytes(8, "big") + signature)


# --- RFC 6962, as its recursive definitions stand


def root_of(leaves):
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = split_of(len(leaves))
    return sha256(b"\x01" + root_of(leaves[:k]) + root_of(leaves[k:]))


def split_of(n):
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def consistency(m, leaves, whole=True):
    n = len(leaves)
    if m == n:
        return [] if whole else [root_of(leaves)]
    k = split_of(n)
    if m <= k:
        return consistency(m, leaves[:k], whole) + [root_of(leaves[k:])]
    return consistency(m - k, leaves[k:], False) + [root_of(leaves[:k])]


def is_consistent(m, old_root, n, new_root, proof):
    """RFC 9162, 2.1.4.2."""
    if m == n:
        return not proof and old_root == new_root
    if m == 0:
        return not proof
    if not proof:
        return False
    path = ([old_root] if m & (m - 1) == 0 else []) + proof
    fn, sn = m - 1, n - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = sha256(b"\x01" + c + fr), sha256(b"\x01" + c + sr)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = sha256(b"\x01" + sr + c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == old_root and sr == new_root


# --- A witness


def judge(key, log_vkey, known, body):
    head, note = body.split("\n\n", 1)
    first, *proof = head.split("\n")
    old = int(first.removeprefix("old "))
    origin, size, root = read_checkpoint(note)
    if origin != read_vkey(log_vkey)[0]:
        return 404, "unknown log\n", known
    try:
        if not signers(note, [log_vkey]):
            return 403, "not signed\n", known
    except ValueError:
        return 403, "forged\n", known
    if old > size:
        return 400, "old size too large\n", known
    if old != known[0]:
        return 409, "%d\n" % known[0], known
    hashes = [base64.b64decode(line, validate=True) for line in proof]
    if not is_consistent(old, known[1], size, root, hashes):
        return 422, "not consistent\n", known
    return 200, cosign(key, note, int(time.time())), (size, root)


def serve(folder, log_vkey):
    key = load_key(folder)
    state = {"known": (0, sha256(b""))}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            try:
                status, text, state["known"] = judge(key, log_vkey, state["known"], body)
            except (ValueError, IndexError):
                status, text = 400, "malformed\n"
            self.send_response(status if self.path == "/add-checkpoint" else 404)
            self.send_header("content-type", "text/x.tlog.size" if status == 409 else "text/plain; charset=utf-8")
            self.send_header("content-length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


# --- A log that tries a witness out


def post(url, body):
    request = urllib.request.Request(url + "/add-checkpoint", data=body.encode(), method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers["content-type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["content-type"], error.read().decode()


def exercise(folder, url, witness_vkey):
    key = load_key(folder)
    leaves = [sha256(b"\x00leaf %d" % i) for i in range(40)]

    def checkpoint(of):
        text = "%s\n%d\n%s\n" % (key.name, len(of), base64.b64encode(root_of(of)).decode())
        return text + "\n" + key.line(key.sign(text.encode()))

    def offer(old, proof, note):
        lines = ["old %d" % old] + [base64.b64encode(h).decode() for h in proof]
        return post(url, "\n".join(lines) + "\n\n" + note)

    def expect(what, got, wanted):
        if got[0] != wanted:
            raise SystemExit("%s: %r instead of %d" % (what, got, wanted))
        return got

    known = 0
    for size in (0, 1, 2, 3, 8, 8, 15, 40):
        note = checkpoint(leaves[:size])
        proof = consistency(known, leaves[:size]) if known else []
        _, _, line = expect("growing to %d" % size, offer(known, proof, note), 200)
        if signers(note + line, [key.vkey, witness_vkey]) != [key.name, read_vkey(witness_vkey)[0]]:
            raise SystemExit("the cosignature of %d leaves does not verify" % size)
        known = size
    told = expect("an older size", offer(0, [], checkpoint(leaves)), 409)
    if told[1:] != ("text/x.tlog.size", "40\n"):
        raise SystemExit("409 without the size: %r" % (told,))
    fork = leaves[:20] + [sha256(b"\x00forked %d" % i) for i in range(30)]
    expect("a fork", offer(40, consistency(40, fork), checkpoint(fork)), 422)
    expect("a fork of the same size", offer(40, [], checkpoint(fork[:40])), 422)
    expect("a rollback", offer(40, [], checkpoint(leaves[:39])), 400)
    expect("a rollback from before", offer(39, [], checkpoint(leaves[:39])), 409)
    expect("a changed size", offer(40, [], checkpoint(leaves).replace("\n40\n", "\n41\n")), 403)
    expect("another log", offer(0, [], checkpoint(leaves).replace(key.name, "other.example", 1)), 404)
    expect("no offer", post(url, "hello\n"), 400)
    with urllib.request.urlopen("%s/%s/checkpoint" % (url, sha256(key.name.encode()).hex())) as answer:
        shown = answer.read().decode()
    if read_checkpoint(shown)[1] != 40 or len(signers(shown, [key.vkey, witness_vkey])) != 2:
        raise SystemExit("what the witness shows does not verify")
    print("ok")


def main():
    command, *args = sys.argv[1:]
    if command == "check":
        with open(args[0], encoding="utf-8", newline="") as file:
            note = file.read()
        found = signers(note, args[1:])
        origin, size, _ = read_checkpoint(note)
        if read_vkey(args[1])[0] not in found:
            raise SystemExit("not signed by the log")
        print(origin, size, *found[1:])
    elif command == "new-key":
        with open(os.path.join(args[0], "name"), "w") as file:
            file.write("%s\n%s\n" % (args[1], args[2]))
        print(load_key(args[0]).vkey)
    elif command == "serve":
        serve(*args)
    elif command == "exercise":
        exercise(*args)


if __name__ == "__main__":
    main()
