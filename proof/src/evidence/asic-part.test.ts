import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { type OddEntry, oddZip } from '../../../tests/harness/odd-zip.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { ASIC_E, ASIC_S } from '../containers/asic.ts';
import { asicFileName, writeAsic } from '../containers/write-asic.ts';
import { readForeignZip } from '../encoding/foreign-zip.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { verifyEvidence } from './evidence.ts';
import { recognise } from './recognise.ts';

/** Containers of other programs, with the checks that must fail. None of their roots is trusted here. */
const OF_OTHERS = {
  'digidoc4j-one-stamp.asics': [],
  'digidoc4j-three-stamps.asics': [],
  'digidoc4j-percent-encoded.asics': [],
  'digidoc4j-signature.asics': [],
  'dss-record-renewed.asics': [],
  'dss-record-two-files.asice': [],
  'dss-signature.asice': [],
  'digidoc4j-digest-failure.asics': ['asic.manifest', 'asic.manifest'],
  'digidoc4j-percent-not-encoded.asics': ['asic.structure'],
  'digidoc4j-two-files.asics': ['asic.structure'],
  'digidoc4j-two-mimetypes.asics': ['asic.structure'],
  'dss-record-other-digest.asice': ['asic.manifest'],
} as const;

const NOW = new Date('2026-11-19T00:00:00Z');

test.for(Object.entries(OF_OTHERS))('%s is judged as its makers judge it', async ([name, failing]) => {
  const bytes = readVector(`asic/${name}`);
  expect(recognise(name, bytes)?.kind).toBe('asic');
  // A downloaded file may have lost the ending of its name.
  expect(recognise('download', bytes)?.kind, 'without its name').toBe('asic');
  const { verdict, checks } = await verifyEvidence(nodeEngine, { asic: bytes, now: NOW }, []);
  expect(checks.filter(({ outcome }) => outcome === 'fail').map((check) => check.name)).toEqual(failing);
  expect(verdict).toBe(failing.length === 0 ? 'unconfirmed' : 'invalid');
});

test('every container of others is in the table', () => {
  const folder = new URL('../../../tests/vectors/asic/', import.meta.url);
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(OF_OTHERS).toSorted());
});

const authority = await createTestAuthority('ecdsa-p256-sha256');

async function stampedFile(name: string): Promise<OddEntry[]> {
  const content = new TextEncoder().encode('the contract');
  const sha256 = await nodeEngine.digest('SHA-256', content);
  const token = decodeTimestampResponse(await authority.stamp(sha256)).token?.der;
  if (token === undefined) throw new Error('there is no token');
  return [...writeAsic({ name, sha256 }, { token }).entries, { name, content }];
}

test('P156 one bit of a container that is confirmed makes it invalid, unless no reader looks at the bit', async () => {
  const bytes = new Uint8Array(oddZip(await stampedFile('contract.txt')));
  const judge = (asic: Uint8Array) => verifyEvidence(nodeEngine, { asic, now: NOW }, [authority.profile]);
  expect((await judge(bytes)).verdict).toBe('valid');
  const accepted: number[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1;
    const { verdict } = await judge(changed);
    if (verdict === 'valid') accepted.push(at);
  }
  // Only versions, dates and attributes of entries can change: at most 20 bytes of each entry, a third of which is
  // tried.
  expect(accepted.length).toBeLessThan(30);
  for (const at of accepted) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1;
    const files = readForeignZip(changed, { maxEntries: 9, maxContentBytes: 1 << 20 });
    const contents = readForeignZip(bytes, { maxEntries: 9, maxContentBytes: 1 << 20 });
    // Nobody is shown another document than the one that was checked.
    expect(files.find(({ name }) => name.endsWith('.txt'))?.content).toEqual(
      contents.find(({ name }) => name.endsWith('.txt'))?.content,
    );
  }
});

test('a file of any name is packed under one that every system can unpack', () => {
  expect(
    [
      'Contrato año 1.pdf',
      '../../etc/passwd',
      'mimetype',
      'META-INF',
      '.hidden',
      'a\u202eb.pdf',
      '',
      'x'.repeat(300),
    ]
      .map(asicFileName)
      .map((name) => name.slice(0, 110)),
  ).toEqual([
    'Contrato año 1.pdf',
    '_.._etc_passwd',
    'original',
    'original',
    'hidden',
    'a_b.pdf',
    'original',
    'x'.repeat(100),
  ]);
});

test('an archive is read up to its limits only, without unpacking more', () => {
  const bomb = oddZip([{ name: 'a', content: Buffer.alloc(1 << 20), isDeflated: true }]);
  const read = (maxContentBytes: number) => () => readForeignZip(bomb, { maxEntries: 1, maxContentBytes });
  expect(read(1 << 20)()).toHaveLength(1);
  expect(read((1 << 20) - 1)).toThrow(ProofError);
});

test('a ZIP file of containers, or with their names in its documents, is a document', () => {
  const inner = oddZip([{ name: 'mimetype', content: ASIC_E }]);
  const zip = oddZip([
    { name: 'one.asice', content: inner },
    { name: 'about.txt', content: `META-INF/timestamp.tst ${ASIC_S}` },
  ]);
  expect(recognise('both.zip', zip)).toBeUndefined();
});
