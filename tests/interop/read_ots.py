#!/usr/bin/env python3
"""What Debian's python3-opentimestamps reads in an .ots file: its digest and every attestation, as JSON."""
import json
import sys

from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile


def describe(message, attestation):
    return {'kind': type(attestation).__name__, 'height': getattr(attestation, 'height', None), 'message': message.hex()}


with open(sys.argv[1], 'rb') as file:
    data = file.read()
stamp = DetachedTimestampFile.deserialize(BytesDeserializationContext(data))
again = BytesSerializationContext()
stamp.serialize(again)
json.dump({
    'digest': stamp.file_digest.hex(),
    'written_again_the_same': again.getbytes() == data,
    'attestations': [describe(*found) for found in stamp.timestamp.all_attestations()],
}, sys.stdout)
