import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample, sha256 } from '../../../tests/harness/sample-proof.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { buildHashTree } from '../evidence-records/hash-tree.ts';
import { createRecord } from '../evidence-records/make-record.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { verifyEvidence } from './evidence.ts';
import type { EvidenceVerdict } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';

const FILES = ['hola\n', 'adiós\n', 'tercero\n'].map((text) => sha256(encodeUtf8(text)));
const [FILE, NEIGHBOUR] = FILES as [Uint8Array, Uint8Array];
const authority = await createTestAuthority('ecdsa-p256-sha256');
const NOW = new Date('2027-01-01T00:00:00Z');

/** Makes one stamp over all these files, each grouped with other bytes, and one record for each file. */
async function stampTogether(files: readonly Uint8Array[]) {
  const groups = files.map((file, i) => [file, sha256(Uint8Array.of(i))]);
  const tree = await buildHashTree(nodeEngine, 'SHA-256', groups);
  const tsr = await authority.stamp(tree.root);
  const records = await Promise.all(
    files.map((_, i) => createRecord(nodeEngine, { tsr, hash: 'SHA-256', reducedTree: tree.reducedFor(i) })),
  );
  return { tsr, records };
}

async function proofOf(fileSha256: Uint8Array, tsr: Uint8Array): Promise<Uint8Array> {
  const tokenSha256 = sha256(decodeTimestampResponse(tsr).token!.der);
  return encodeProofXml((await makeSample({ document: { fileSha256, tokenSha256 } })).proof);
}

const together = await stampTogether(FILES);
const [record, other] = together.records as [Uint8Array, Uint8Array];
const { tsr } = together;
const xml = await proofOf(FILE, tsr);

function judge(proofs: Partial<Evidence>, file = FILE): Promise<EvidenceVerdict> {
  const digest: Evidence['digest'] = async (algorithm) => (algorithm === 'SHA-256' ? file : undefined);
  return verifyEvidence(nodeEngine, { digest, now: NOW, ...proofs }, [authority.profile]);
}

const failures = ({ checks }: EvidenceVerdict) =>
  checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);

test.for([
  ['record alone', { record }],
  ['record and time stamp', { record, tsr }],
  ['record and blockchain proof', { record, xml }],
  ['all three', { record, tsr, xml }],
] as const)('P153 with %s a shared stamp is valid, and is called shared', async ([, proofs]) => {
  const verdict = await judge(proofs);
  expect(failures(verdict)).toEqual([]);
  expect(verdict.verdict).toBe('valid');
  expect(verdict.warnings.map(({ code }) => code)).toContain('stamp_shared');
});

test('P153 the stamp of a document alone is not called shared, with its record or without', async () => {
  const own = await authority.stamp(FILE);
  const ownRecord = await createRecord(nodeEngine, { tsr: own, hash: 'SHA-256', reducedTree: [[FILE]] });
  for (const proofs of [{ tsr: own }, { record: ownRecord }, { tsr: own, record: ownRecord }]) {
    const verdict = await judge(proofs);
    expect(verdict).toMatchObject({ verdict: 'valid', warnings: [] });
  }
});

const elsewhere = await stampTogether([FILE, NEIGHBOUR]);

test.for([
  ['the shared stamp without the record', { tsr }, ['timestamp.imprint']],
  [
    'the shared stamp and proof without the record',
    { tsr, xml },
    ['timestamp.imprint', 'blockchain.same_document'],
  ],
  ['the record of a neighbour', { tsr, record: other }, ['timestamp.imprint', 'record.object']],
  [
    'the record of another stamp of the same file',
    { tsr, record: elsewhere.records[0]! },
    ['timestamp.imprint'],
  ],
  [
    'the proof of another stamp of the same file',
    { record, xml: await proofOf(FILE, elsewhere.tsr) },
    ['blockchain.token_digest'],
  ],
  [
    'the proof of a neighbour',
    { record, tsr, xml: await proofOf(NEIGHBOUR, tsr) },
    ['blockchain.document_digest'],
  ],
] as const)('P153 with %s it is invalid', async ([, proofs, wrong]) => {
  const verdict = await judge(proofs);
  expect(verdict.verdict).toBe('invalid');
  expect(failures(verdict)).toEqual(expect.arrayContaining([...wrong]));
});

test('P153 another file is refused, whatever of it is given', async () => {
  for (const proofs of [{ record }, { record, tsr }, { record, xml }, { record, tsr, xml }])
    expect(await judge(proofs, NEIGHBOUR)).toMatchObject({ verdict: 'invalid', accredited: false });
});

test('P153 a changed bit in the record’s tree is refused, wherever it is', async () => {
  const start = record.length - decodeTimestampResponse(tsr).token!.der.length;
  for (let at = 0; at < start; at += 3) {
    const changed = record.slice();
    changed[at]! ^= 1 << (at % 8);
    expect(await judge({ record: changed, tsr }), `octet ${at}`).toMatchObject({ verdict: 'invalid' });
  }
});
