import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import {
  questionOf,
  type RecordVector,
  readRecordVectors,
  trustIn,
} from '../../../tests/harness/record-vectors.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { contentOf, encodingOf, readDer } from '../encoding/der.ts';
import { derElement, derImplicit, derOctetString, derSequence } from '../encoding/der-writer.ts';
import { type RecordVerdict, verifyEvidenceRecord } from './verify-record.ts';

const VECTORS = readRecordVectors();

function judge(vector: RecordVector, engine: CryptoEngine = nodeEngine): Promise<RecordVerdict> {
  return verifyEvidenceRecord(engine, vector.bytes, questionOf(vector), [trustIn(vector.rootDers)]);
}

function failedIn({ checks }: RecordVerdict): string {
  return checks
    .flatMap(({ name, outcome, because }) => (outcome === 'fail' ? `${name}: ${because}` : []))
    .join('\n');
}

describe('P130 evidence records of other makers', () => {
  test.each(VECTORS.map((vector) => [vector.record, vector] as const))(
    '%s gets the verdict of its table, from two crypto engines',
    async (_, vector) => {
      const verdict = await judge(vector);
      expect(verdict.verdict, `${vector.what}\n${failedIn(verdict)}`).toBe(
        vector.ok ? 'trusted' : 'untrusted',
      );
      const second = await judge(vector, webCryptoEngine);
      expect(second.checks).toEqual(verdict.checks);
    },
  );
});

describe('P130 records made to exhaust the reader', () => {
  const [single] = VECTORS as [RecordVector];
  const [version, digests, chains] = readDer(single.bytes).children.map(encodingOf) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const [chain] = readDer(chains).children;
  const stamp = encodingOf(chain!.children[0]!);
  const withChains = (...all: Uint8Array[]): Uint8Array => derSequence(version, digests, derSequence(...all));
  const times = (count: number, part: Uint8Array): Uint8Array => {
    const all = new Uint8Array(count * part.length);
    for (let i = 0; i < count; i += 1) all.set(part, i * part.length);
    return all;
  };
  const withTree = (tree: Uint8Array): Uint8Array =>
    withChains(derSequence(derSequence(derImplicit(2, tree), contentOf(readDer(stamp)))));
  const hash = derOctetString(new Uint8Array(32));
  const indefinite = times(100_000, Uint8Array.of(0x30, 0x80));

  test.each<[string, Uint8Array]>([
    ['more bytes than are read', new Uint8Array(5_000_000)],
    ['a thousand stamps in a chain', withChains(derSequence(times(1000, stamp)))],
    ['a hundred chains', withChains(times(100, derSequence(stamp)))],
    ['sixteen chains of twenty stamps', withChains(times(16, derSequence(times(20, stamp))))],
    [
      'a token of a hundred thousand indefinite lengths',
      withChains(derSequence(derElement(0x30, indefinite))),
    ],
    ['a list of a hundred thousand hashes', withTree(derSequence(derSequence(times(100_000, hash))))],
    ['a hundred thousand empty lists', withTree(derSequence(times(100_000, derSequence())))],
    ['no chain', withChains()],
    ['a chain without stamps', withChains(derSequence())],
    ['a tree without lists', withTree(derSequence())],
  ])('%s is refused in its structure', async (_, bytes) => {
    const startedAt = cpuMs();
    const { checks } = await judge({ ...single, bytes });
    expect(checks[0]).toMatchObject({ name: 'structure', outcome: 'fail' });
    expect(cpuMs() - startedAt).toBeLessThan(2000);
  });

  test('the cost of the largest accepted record is proportional to its size', async () => {
    const startedAt = cpuMs();
    const { checks, stamps } = await judge({
      ...single,
      bytes: withChains(times(32, derSequence(times(8, stamp)))),
    });
    expect(stamps).toHaveLength(256);
    expect(checks.find(({ name }) => name === 'renewals')).toMatchObject({ outcome: 'fail' });
    const list = derSequence(derSequence(times(19_000, hash)));
    expect(await judge({ ...single, bytes: withTree(list) })).toMatchObject({ verdict: 'untrusted' });
    expect(cpuMs() - startedAt).toBeLessThan(10_000);
  });
});
