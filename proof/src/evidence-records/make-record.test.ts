import { beforeAll, describe, expect, test } from 'vitest';
import { type ForgedProvider, forgeProvider } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { digestOf, trustIn } from '../../../tests/harness/record-vectors.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { readDer } from '../encoding/der.ts';
import { decodeEvidenceRecord } from './evidence-record.ts';
import { buildHashTree, type HashTree } from './hash-tree.ts';
import {
  createRecord,
  hashRenewalHashes,
  renewHash,
  renewStamp,
  stampRenewalHashes,
  type TreeStamp,
} from './make-record.ts';
import { type RecordQuestion, type RecordVerdict, verifyEvidenceRecord } from './verify-record.ts';

const OBJECTS = Array.from({ length: 7 }, (_, i) => encodeUtf8(`object ${i}`));
const [TARGET] = OBJECTS as [Uint8Array];

let first: ForgedProvider;
let second: ForgedProvider;
let third: ForgedProvider;
beforeAll(async () => {
  const dates = (from: number, to: number) => ({
    notBefore: new Date(Date.UTC(from, 0)),
    notAfter: new Date(Date.UTC(to, 0)),
  });
  first = await forgeProvider({ name: 'first', keys: 'rsa', ...dates(2026, 2031) });
  second = await forgeProvider({ name: 'second', ...dates(2029, 2041) });
  third = await forgeProvider({ name: 'third', keys: 'mlDsa', ...dates(2035, 2060) });
});

async function digest(object: Uint8Array, hash: StrongHash = 'SHA-256'): Promise<Uint8Array> {
  return await nodeEngine.digest(hash, object);
}

async function stampTree(tree: HashTree, by: ForgedProvider, year: number, index = 0): Promise<TreeStamp> {
  const tsr = await by.stamp(tree.root, new Date(Date.UTC(year, 5)), tree.hash);
  return { tsr, hash: tree.hash, reducedTree: tree.reducedFor(index) };
}

async function recordsOf(objects: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const groups = await Promise.all(objects.map(async (object) => [await digest(object)]));
  const tree = await buildHashTree(nodeEngine, 'SHA-256', groups);
  const { tsr, hash } = await stampTree(tree, first, 2027);
  return await Promise.all(
    objects.map((_, i) => createRecord(nodeEngine, { tsr, hash, reducedTree: tree.reducedFor(i) })),
  );
}

async function recordOf(object: Uint8Array): Promise<Uint8Array> {
  const [record] = await recordsOf([object]);
  return record!;
}

async function withRenewedStamp(bytes: Uint8Array, by: ForgedProvider, year: number): Promise<Uint8Array> {
  const record = decodeEvidenceRecord(bytes);
  const { hash, hashes } = await stampRenewalHashes(nodeEngine, record);
  const tree = await buildHashTree(nodeEngine, hash, [hashes]);
  return await renewStamp(nodeEngine, record, await stampTree(tree, by, year));
}

async function withRenewedHash(
  bytes: Uint8Array,
  object: Uint8Array,
  by: ForgedProvider,
  year: number,
): Promise<Uint8Array> {
  const record = decodeEvidenceRecord(bytes);
  const hashes = await hashRenewalHashes(nodeEngine, record, 'SHA-512', [await digest(object, 'SHA-512')]);
  const tree = await buildHashTree(nodeEngine, 'SHA-512', [hashes]);
  return await renewHash(nodeEngine, record, await stampTree(tree, by, year));
}

async function judge(
  bytes: Uint8Array,
  object: Uint8Array,
  year: number,
  more: Partial<RecordQuestion> = {},
): Promise<RecordVerdict> {
  const trust = [trustIn([first.rootDer, second.rootDer, third.rootDer])];
  const question = {
    objects: [digestOf(object)],
    at: new Date(Date.UTC(year, 6)),
    ...more,
  } as RecordQuestion;
  return await verifyEvidenceRecord(nodeEngine, bytes, question, trust);
}

function failed({ checks }: RecordVerdict): string[] {
  return checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'skipped').map(({ name }) => name);
}

describe('P130 records made here', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])(
    'one stamp over %i objects proves each of them, and no other',
    async (count) => {
      const objects = OBJECTS.slice(0, count);
      for (const [i, record] of (await recordsOf(objects)).entries()) {
        expect(() => readDer(record)).not.toThrow();
        expect(await judge(record, objects[i]!, 2027)).toMatchObject({ verdict: 'trusted' });
        const other = objects[(i + 1) % count]!;
        if (count > 1) expect(failed(await judge(record, other, 2027))).toEqual(['object']);
      }
    },
  );

  test('a group proves all of its members and each of them', async () => {
    const group = await Promise.all(OBJECTS.slice(0, 3).map((object) => digest(object)));
    const tree = await buildHashTree(nodeEngine, 'SHA-256', [[await digest(OBJECTS[5]!)], group]);
    const record = await createRecord(nodeEngine, await stampTree(tree, first, 2027, 1));
    const objects = OBJECTS.slice(0, 3).map(digestOf) as unknown as RecordQuestion['objects'];
    expect(await judge(record, TARGET, 2027, { objects, isWholeGroup: true })).toMatchObject({
      verdict: 'trusted',
    });
    expect(await judge(record, OBJECTS[2]!, 2027)).toMatchObject({ verdict: 'trusted' });
    expect(failed(await judge(record, OBJECTS[2]!, 2027, { isWholeGroup: true }))).toEqual(['object']);
  });

  test('an expired key proves nothing unless its stamp was renewed in time', async () => {
    const record = await recordOf(TARGET);
    expect(failed(await judge(record, TARGET, 2032))).toEqual(['keys']);
    const renewed = await withRenewedStamp(record, second, 2030);
    expect(await judge(renewed, TARGET, 2040)).toMatchObject({ verdict: 'trusted' });
    expect(failed(await judge(await withRenewedStamp(record, second, 2032), TARGET, 2033))).toEqual(['keys']);
  });

  test('one stamp renews many records', async () => {
    const records = (await recordsOf(OBJECTS)).map(decodeEvidenceRecord);
    const groups = await Promise.all(
      records.map(async (one) => (await stampRenewalHashes(nodeEngine, one)).hashes),
    );
    const tree = await buildHashTree(nodeEngine, 'SHA-256', groups);
    const { tsr, hash } = await stampTree(tree, second, 2030);
    for (const [i, record] of records.entries()) {
      const renewed = await renewStamp(nodeEngine, record, { tsr, hash, reducedTree: tree.reducedFor(i) });
      expect(await judge(renewed, OBJECTS[i]!, 2040)).toMatchObject({ verdict: 'trusted' });
    }
  });

  test('after three keys and SHA-256 are broken, the record still proves its object', async () => {
    let record = await recordOf(TARGET);
    record = await withRenewedStamp(record, second, 2030);
    record = await withRenewedHash(record, TARGET, third, 2036);
    const broken = [
      { algorithm: 'RSA', since: new Date('2031-01-01') },
      { algorithm: 'ECDSA', since: new Date('2037-01-01') },
      { algorithm: 'SHA-256', since: new Date('2038-01-01') },
    ] as const;
    expect(await judge(record, TARGET, 2056, { broken })).toMatchObject({ verdict: 'trusted' });
    const earlier = [{ algorithm: 'SHA-256', since: new Date('2035-01-01') }] as const;
    expect(failed(await judge(record, TARGET, 2056, { broken: earlier }))).toEqual(['keys']);
    expect(failed(await judge(record, OBJECTS[1]!, 2056, { broken }))).toEqual(['object']);
  });

  test('without the digest by the new hash algorithm, the object cannot be confirmed', async () => {
    const record = await withRenewedHash(await recordOf(TARGET), TARGET, second, 2030);
    const verdict = await judge(record, TARGET, 2036, {
      objects: [async (hash) => (hash === 'SHA-256' ? await digest(TARGET) : undefined)],
    });
    expect(failed(verdict)).toEqual(['object']);
    expect(verdict.checks.find(({ name }) => name === 'object')?.because).toContain('SHA-512');
  });

  test('a stamp over something else is not put into a record', async () => {
    const tree = await buildHashTree(nodeEngine, 'SHA-256', [
      [await digest(TARGET)],
      [await digest(OBJECTS[1]!)],
    ]);
    const other = await buildHashTree(nodeEngine, 'SHA-256', [[await digest(TARGET)]]);
    const stamp = { ...(await stampTree(tree, first, 2027)), reducedTree: other.reducedFor(0) };
    await expect(createRecord(nodeEngine, stamp)).rejects.toThrow('over another tree');
  });

  test('a renewal older than what it renews is refused when it is made', async () => {
    await expect(withRenewedStamp(await recordOf(TARGET), second, 2026)).rejects.toThrow(
      'older than the one',
    );
  });

  test('a stamp by another hash is no renewal of the chain', async () => {
    const record = decodeEvidenceRecord(await recordOf(TARGET));
    const tree = await buildHashTree(nodeEngine, 'SHA-512', [[await digest(TARGET, 'SHA-512')]]);
    await expect(renewStamp(nodeEngine, record, await stampTree(tree, second, 2030))).rejects.toThrow(
      'SHA-512',
    );
  });
});

test('P130 ten thousand objects cost at most ten thousand times as much as one', async () => {
  let hashed = 0;
  const counting = {
    ...nodeEngine,
    digest: (...asked: Parameters<typeof nodeEngine.digest>) => {
      hashed += asked[1].length;
      return nodeEngine.digest(...asked);
    },
  };
  const groups = Array.from({ length: 10_000 }, (_, i) => [new Uint8Array(32).fill(i % 251)]);
  const tree = await buildHashTree(counting, 'SHA-256', groups);
  expect(hashed).toBeLessThanOrEqual(10_000 * 64);
  expect(tree.reducedFor(9_999).length).toBeLessThanOrEqual(15);
});
