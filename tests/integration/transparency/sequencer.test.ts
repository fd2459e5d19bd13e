import {
  decodeCheckpoint,
  decodeNoteKey,
  foldNodes,
  planRoot,
  verifyConsistency,
  verifyInclusion,
  verifyNote,
} from '@sello/proof';
import { beforeAll, expect, test } from 'vitest';
import {
  hashChildren,
  proveConsistency,
  proveInclusion,
} from '../../../server/src/transparency/sequence-log.ts';
import { forFile } from '../../harness/for-file.ts';
import { makeNaiveTree, queueLeaves } from '../../harness/log-leaves.ts';
import { type SeededRandom, seededRandom } from '../../harness/seeded-random.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const SIZE = 600;

let random: SeededRandom;
const leaves: Uint8Array[] = [];
const batches: number[] = [];
const rootAt = makeNaiveTree(leaves);
const headAt = (size: number) => ({ size, root: rootAt(size) });
const sello = forFile(openTestSello);
beforeAll(async () => {
  random = seededRandom();
  // Small batches, and one that goes beyond a row of 256 hashes in a single step.
  for (const size of [1, 2, 200, 100]) batches.push(size);
  while (sum(batches) < SIZE) batches.push(Math.min(1 + random.below(40), SIZE - sum(batches)));
  for (const size of batches) {
    leaves.push(...(await queueLeaves(sello, size)));
    expect(await sello.sequence()).toBe(size);
  }
});

test('leaves get dense places in the order of the queue', async () => {
  const addresses = leaves.map((_, index) => ({ level: 0, index }));
  expect((await sello.ports.merkleLog.readNodes(addresses)).map(hex)).toEqual(leaves.map(hex));
});

test('the stored nodes give the root of RFC 6962 at every size', async () => {
  for (let size = 1; size <= SIZE; size += 1) {
    const root = foldNodes(await sello.ports.merkleLog.readNodes(planRoot(size)), hashChildren);
    expect(hex(root), `size ${size}, seed ${random.seed}`).toBe(hex(rootAt(size)));
  }
});

test('after each batch there is a checkpoint of exactly that size, signed by the log', async () => {
  const key = await decodeNoteKey(sello.ports.crypto, sello.identity.vkey);
  let size = 0;
  for (const batch of batches) {
    size += batch;
    const checkpoint = await sello.ports.merkleLog.checkpointAt(size);
    expect(hex(checkpoint!.root), `seed ${random.seed}`).toBe(hex(rootAt(size)));
    const { origin, size: told, root, note } = decodeCheckpoint(checkpoint!.note);
    expect([origin, told, hex(root)]).toEqual([sello.identity.origin, size, hex(rootAt(size))]);
    expect(await verifyNote(sello.ports.crypto, note, [key])).toEqual([key]);
  }
  expect((await sello.ports.merkleLog.latestCheckpoint())?.size).toBe(SIZE);
});

test('inclusion and consistency proofs of random pairs verify', async () => {
  for (let i = 0; i < 150; i += 1) {
    const size = 1 + random.below(SIZE);
    const [index, first] = [random.below(size), 1 + random.below(size)];
    const because = `leaf ${index}, sizes ${first} and ${size}, seed ${random.seed}`;
    const steps = await proveInclusion(sello.ports, index, size);
    const inclusion = { index, size, leaf: leaves[index]!, path: steps };
    expect(await verifyInclusion(sello.ports.crypto, inclusion, rootAt(size)), because).toBe(true);
    const path = await proveConsistency(sello.ports, first, size);
    const [before, after] = [headAt(first), headAt(size)];
    expect(await verifyConsistency(sello.ports.crypto, before, after, path), because).toBe(true);
  }
});

test('each certificate has the place of its own leaf', async () => {
  const { key } = await sello.newAccount();
  await Promise.all(Array.from({ length: 12 }, (_, i) => sello.certify(key, `file ${i}`)));
  expect(await sello.sequence()).toBe(12);
  const rows = await sello.database.query(
    `select place.leaf_index, t.leaf_hash from certificates c
       join certificate_tokens t on t.certificate_id = c.id, log_place(c.ticket) place order by place.leaf_index`,
    [],
    'placed',
  );
  expect(rows.map((row) => row.leaf_index)).toEqual(rows.map((_, i) => SIZE + i));
  const nodes = await sello.ports.merkleLog.readNodes(rows.map((_, i) => ({ level: 0, index: SIZE + i })));
  expect(nodes.map(hex)).toEqual(rows.map((row) => hex(row.leaf_hash as Buffer)));
});

test('a missing node is an error, not a shorter answer', async () => {
  await expect(sello.ports.merkleLog.readNodes([{ level: 0, index: 100_000 }])).rejects.toThrow(
    'lacks a node',
  );
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
