#!/usr/bin/env python3
"""Whether Debian's python3-opentimestamps finds an .ots file to lead from a document to a Bitcoin header.

verify_ots.py FILE.ots DOCUMENT HEADER-HEX: exit status 0, and the block's time, if it does."""
import sys

from bitcoin.core import CBlockHeader
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
from opentimestamps.core.op import OpSHA256
from opentimestamps.core.serialize import BytesDeserializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile

with open(sys.argv[1], 'rb') as file:
    context = BytesDeserializationContext(file.read())
stamp = DetachedTimestampFile.deserialize(context)
context.assert_eof()
with open(sys.argv[2], 'rb') as document:
    if OpSHA256().hash_fd(document) != stamp.file_digest:
        sys.exit('another document')
header = CBlockHeader.deserialize(bytes.fromhex(sys.argv[3]))
found = [(message, attestation) for message, attestation in stamp.timestamp.all_attestations()
         if isinstance(attestation, BitcoinBlockHeaderAttestation)]
if not found:
    sys.exit('no Bitcoin attestation')
for message, attestation in found:
    print(attestation.height, attestation.verify_against_blockheader(message, header))
