/**
 * P170 Receipts (RFC 9942), judged by others: a foreign CBOR reader with OpenSSL, and a second implementation in Python.
 */

import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeCBOR, encodeCBOR } from '@levischuck/tiny-cbor';
import { encodeBase64, verifyEvidence } from '@sello/proof';
import { REQUIREMENTS } from '../../scripts/vectors/requirements.ts';
import { runCommandLine } from '../../server/src/command-line.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { askLines } from '../harness/python-lines.ts';
import { makeReceipt } from '../harness/receipts.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { API } from '../harness/test-sello.ts';
import { expect, testAlone as test } from '../harness/world.ts';

const PYTHON = fileURLToPath(new URL('./verify_receipt.py', import.meta.url));
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

type Labels = Map<number | string, unknown>;

/** Verifies a receipt like a program that knows only RFC 9942 and this log's keys. */
function isIncluded(receipt: Uint8Array, keySet: Uint8Array, entry: Uint8Array): boolean {
  const { tag, value } = decodeCBOR(new Uint8Array(receipt)) as unknown as { tag: number; value: unknown[] };
  const [header, outside, payload, signature] = value as [Uint8Array, Labels, null, Uint8Array];
  const labels = decodeCBOR(header) as Labels;
  const [proof] = (outside.get(396) as Map<number, Uint8Array[]>).get(-1) ?? [];
  const [size, index, path] = decodeCBOR(proof!) as [number, number, Uint8Array[]];
  if (tag !== 18 || labels.get(395) !== 1 || labels.get(1) !== -8 || payload !== null) return false;
  let [node, last, root] = [index, size - 1, sha256(Buffer.of(0), entry)];
  for (const sibling of path) {
    if (node % 2 === 1 || node === last) {
      root = sha256(Buffer.of(1), sibling, root);
      while (node % 2 === 0) [node, last] = [node >> 1, last >> 1];
    } else root = sha256(Buffer.of(1), root, sibling);
    [node, last] = [node >> 1, last >> 1];
  }
  const signed = encodeCBOR(['Signature1', header, new Uint8Array(0), new Uint8Array(root)]);
  const keys = decodeCBOR(new Uint8Array(keySet)) as unknown as Labels[];
  const key = keys.find((one) => Buffer.compare(one.get(2) as Uint8Array, labels.get(4) as Uint8Array) === 0);
  const x = Buffer.from(key?.get(-2) as Uint8Array).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return last === 0 && verify(null, signed, publicKey, signature);
}

test('P170 a foreign CBOR reader and OpenSSL verify a receipt by the entry that the log publishes and its COSE keys', async ({
  sello,
  key,
}) => {
  const made = [];
  for (let i = 0; i < 3; i += 1) made.push(await sello.certify(key));
  await sello.sequence();
  for (const { id } of made) {
    const receipt = await sello.call('GET', `${API}/certificates/${id}/proof/receipt`, { key });
    const keySet = await sello.call('GET', '/log/cose-keys');
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=receipt`, { key });
    const { leaf_index, tree_size } = body.proof;
    const entries = await sello.call('GET', `/log/tile/entries/000.p/${tree_size}`);
    const entry = entries.bytes.subarray(34 * leaf_index + 2, 34 * (leaf_index + 1));
    expect(isIncluded(receipt.bytes, keySet.bytes, entry)).toBe(true);
    expect(isIncluded(receipt.bytes, keySet.bytes, sha256(entry))).toBe(false);
  }
});

/** Runs `sello conformance` with the program in Python. */
test('P170 the program in Python meets every requirement on receipts', async () => {
  let out = '';
  const args = ['conformance', '--part', 'receipt', '--verifier', `/usr/bin/python3 ${PYTHON}`];
  const status = await runCommandLine(args, {
    env: {},
    write: () => {},
    out: (line) => {
      out += `${line}\n`;
    },
    error: () => {},
    status: undefined,
  });
  const count = REQUIREMENTS.filter(({ part }) => part === 'receipt').length;
  expect(out).toContain(`${count} of ${count} requirements are met.`);
  expect(status).toBe(0);
});

test('P170 both implementations give one verdict for 5,000 mutants of receipts and of their parts', async () => {
  const { seed, below } = seededRandom();
  const file = readFileSync(new URL('../../docs/vectors/hola.txt', import.meta.url));
  const samples = [
    await makeReceipt(),
    await makeReceipt({ scheme: 'SELLO-LEAF-v1', leaves: 70, index: 64 }),
    await makeReceipt({ leaves: 1, index: 0 }),
  ];
  const keys = [samples[0]!.vkey];
  const mutants = Array.from({ length: 5_000 }, (_, i) => mutant(samples[i % samples.length]!.bytes, below));
  const answers = await askLines<{ verdict: string; because: string }>(
    PYTHON,
    mutants.map((each) => ({ receipt: encodeBase64(each), file: encodeBase64(file), keys })),
  );
  let refused = 0;
  for (const [i, receipt] of mutants.entries()) {
    const digest = async (algorithm: string) => (algorithm === 'SHA-256' ? sha256(file) : undefined);
    const documentLeaf = async () => new Uint8Array(sha256(Buffer.of(0), file));
    const { verdict } = await verifyEvidence(
      nodeEngine,
      { receipt, digest, documentLeaf, logKeys: keys },
      [],
    );
    const told = `SELLO_TEST_SEED=${seed}, mutant ${i}: ${answers[i]?.because}: ${encodeBase64(receipt)}`;
    expect(answers[i]?.verdict, told).toBe(verdict);
    if (verdict === 'invalid') refused += 1;
  }
  expect(refused).toBeGreaterThan(4_800);
});

/** Flips a bit, replaces, inserts or removes a byte, or changes the small number in the head of a CBOR item. */
function mutant(bytes: Uint8Array, below: (limit: number) => number): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = below(copy.length);
  const [kind, byte] = [below(5), below(256)];
  if (kind === 0) copy[at]! ^= 1 << below(8);
  if (kind === 1) copy[at] = byte;
  if (kind === 2) return Buffer.concat([copy.subarray(0, at), Buffer.of(byte), copy.subarray(at)]);
  if (kind === 3) return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1)]);
  if (kind === 4) copy[at] = (copy[at]! & 0xe0) | below(32);
  return new Uint8Array(copy);
}
