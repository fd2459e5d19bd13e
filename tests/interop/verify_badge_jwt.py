"""Verifies an Open Badge that is a JWT, written from Open Badges 3.0 (8.2.4 to 8.2.6), RFC 7515 and Bitstring Status List.

Each line of input is {"jwt", "did_document", "status_list"}; each line of output is {"verdict", "because"}. Of the status
list only the bit is read: the list's own signature is a Data Integrity proof, which other programs check.
"""

import base64
import datetime
import gzip
import json
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Refused(Exception):
    pass


def decode(part):
    if not re.fullmatch(r"[A-Za-z0-9_-]+", part) or len(part) % 4 == 1:
        raise Refused("no base64url")
    data = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    if base64.urlsafe_b64encode(data).decode().rstrip("=") != part:
        raise Refused("unused bits are set")
    return data


def unique(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Refused("a key twice")
    return fields


def fields_of(part):
    try:
        value = json.loads(decode(part).decode("utf-8"), object_pairs_hook=unique)
    except ValueError as error:
        raise Refused("no JSON") from error
    if not isinstance(value, dict):
        raise Refused("no object")
    return value


def public_key(document, issuer, kid):
    if document.get("id") != issuer or kid not in document.get("assertionMethod", []):
        raise Refused("the issuer does not list this key")
    for method in document["verificationMethod"]:
        if method["id"] == kid and method["controller"] == issuer and "publicKeyJwk" in method:
            jwk = method["publicKeyJwk"]
            if jwk["kty"] == "OKP" and jwk["crv"] == "Ed25519":
                return Ed25519PublicKey.from_public_bytes(decode(jwk["x"]))
    raise Refused("the key is no Ed25519 JWK")


def seconds(time):
    return datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()


def is_revoked(badge, status_list):
    entry = badge["credentialStatus"]
    if entry["statusPurpose"] != "revocation" or status_list["id"] != entry["statusListCredential"]:
        raise Refused("another status list")
    bits = gzip.decompress(decode(status_list["credentialSubject"]["encodedList"][1:]))
    at = int(entry["statusListIndex"])
    return bits[at >> 3] & (0x80 >> (at & 7)) != 0


def verify(jwt, did_document, status_list):
    parts = jwt.split(".")
    if len(parts) != 3:
        raise Refused("no compact JWS")
    header, badge = fields_of(parts[0]), fields_of(parts[1])
    if set(header) - {"alg", "kid", "typ"} or header.get("alg") != "EdDSA" or header.get("typ", "JWT") != "JWT":
        raise Refused("another header")
    issuer = badge["issuer"]["id"]
    try:
        public_key(did_document, issuer, header.get("kid")).verify(decode(parts[2]), f"{parts[0]}.{parts[1]}".encode())
    except InvalidSignature as error:
        raise Refused("forged") from error
    claims = (badge.get("iss"), badge.get("jti"), badge.get("sub"), badge.get("nbf"))
    if claims != (issuer, badge["id"], badge["credentialSubject"]["id"], seconds(badge["validFrom"])):
        raise Refused("the claims differ from the badge")
    if "OpenBadgeCredential" not in badge["type"] or badge["@context"][0] != "https://www.w3.org/ns/credentials/v2":
        raise Refused("no badge")
    if seconds(badge["validFrom"]) > datetime.datetime.now(datetime.timezone.utc).timestamp():
        raise Refused("not yet")
    if is_revoked(badge, status_list):
        raise Refused("revoked")


for line in sys.stdin:
    try:
        verify(**json.loads(line))
        answer = {"verdict": "valid", "because": ""}
    except Refused as refusal:
        answer = {"verdict": "invalid", "because": str(refusal)}
    except (KeyError, TypeError) as error:
        answer = {"verdict": "invalid", "because": f"malformed: {error!r}"}
    print(json.dumps(answer), flush=True)
