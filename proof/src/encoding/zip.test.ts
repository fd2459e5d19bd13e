import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProofError } from '../proof-error.ts';
import { encodeUtf8 } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { readZip, writeZip } from './zip.ts';

const entries = [
  { name: 'README.txt', content: encodeUtf8('hola, señora') },
  { name: 'empty', content: new Uint8Array(0) },
  { name: 'bytes.bin', content: Uint8Array.from({ length: 300 }, (_, i) => i & 0xff) },
];

test('what is written is read back, and the same content always has the same bytes', () => {
  expect(readZip(writeZip(entries))).toEqual(entries);
  expect(writeZip(entries)).toEqual(writeZip(entries));
});

test('another program unpacks the archive and accepts its checksums', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sello-zip-'));
  try {
    writeFileSync(path.join(folder, 'a.zip'), writeZip(entries));
    execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-t', 'a.zip'], { cwd: folder });
    execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: folder });
    for (const { name, content } of entries) {
      expect(new Uint8Array(readFileSync(path.join(folder, 'out', name)))).toEqual(content);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('crc32 agrees with zlib', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});

test('an archive with any changed, missing or added byte is refused', () => {
  const archive = writeZip(entries);
  for (let at = 0; at < archive.length; at += 1) {
    const changed = archive.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    // The checksum or the directory reveals a changed byte of content or name.
    expect(() => readZip(changed)).toThrow(ProofError);
    expect(() => readZip(archive.subarray(0, at))).toThrow(ProofError);
  }
  expect(() => readZip(Uint8Array.of(...archive, 0))).toThrow(ProofError);
});

test('an archive that holds one name twice is refused', () => {
  const twice = [
    { name: 'a', content: encodeUtf8('1') },
    { name: 'a', content: encodeUtf8('2') },
  ];
  expect(() => readZip(writeZip(twice))).toThrow('twice');
});
