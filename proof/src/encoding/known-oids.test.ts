import { expect, test } from 'vitest';
import { derOid } from './der-writer.ts';
import { knownOid } from './known-oids.ts';
import { OID } from './oids.ts';

const contentOf = (dotted: string) => derOid(dotted).subarray(2);

test.for(Object.values(OID))('%s is known by its octets, wherever they stand', (dotted) => {
  const octets = contentOf(dotted);
  const among = Uint8Array.of(1, 2, 3, ...octets, 4, 5);
  expect(knownOid(among, 3, 3 + octets.length)).toBe(dotted);
});

test('one that differs in its last octet, is longer or is shorter is not taken for it', () => {
  for (const dotted of Object.values(OID)) {
    const octets = contentOf(dotted);
    const others = [
      Uint8Array.of(...octets.subarray(0, -1), (octets.at(-1) ?? 0) ^ 0x40),
      Uint8Array.of(0, ...octets),
      Uint8Array.of(...octets, 1),
      octets.subarray(0, -1),
    ];
    for (const other of others) expect(knownOid(other, 0, other.length)).not.toBe(dotted);
  }
});

test('one with the same hash and other octets is unknown', () => {
  // These octets have the same hash, because 31 · (first − 1) + (second + 31) is the same sum.
  const octets = contentOf(OID.keyUsage);
  const twin = Uint8Array.of((octets[0] ?? 0) - 1, (octets[1] ?? 0) + 31, octets[2] ?? 0);
  expect(knownOid(twin, 0, twin.length)).toBeUndefined();
});
