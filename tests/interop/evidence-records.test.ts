/** Bouncy Castle judges the evidence records that are made here. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvidenceRecord } from '../../proof/src/index.ts';
import {
  type BouncyCastle,
  openBouncyCastle,
  type RecordForBouncyCastle,
} from '../harness/bouncy-castle-records.ts';
import {
  makeRecords,
  openRecordAuthority,
  type RecordAuthority,
  renewHashes,
  renewStamps,
} from '../harness/made-records.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { digestOf, type RecordVector, readRecordVectors, trustIn } from '../harness/record-vectors.ts';

type Question = RecordForBouncyCastle;

let bouncyCastle: BouncyCastle;
let early: RecordAuthority;
let late: RecordAuthority;
let last: RecordAuthority;
beforeAll(async () => {
  bouncyCastle = await openBouncyCastle();
  early = await openRecordAuthority('p256', 2026);
  late = await openRecordAuthority('rsa2048', 2040);
  last = await openRecordAuthority('p384', 2050);
});
afterAll(() => bouncyCastle.close());

const june = (year: number): string => `${year}-06-30T00:00:00Z`;
const object = (name: string): Uint8Array => new TextEncoder().encode(`contract ${name}`);

/** Both programs accept each record with its objects, and refuse it with other objects. */
async function expectAccepted(questions: readonly Question[]): Promise<void> {
  const foreign = questions.map((question) => ({
    ...question,
    objects: [object('of somebody else'), ...question.objects.slice(1)],
  }));
  const said = await bouncyCastle.ask([...questions, ...foreign]);
  expect(said.slice(0, questions.length)).toEqual(questions.map(() => 'accepted'));
  expect(said.slice(questions.length)).toEqual(foreign.map(() => expect.stringMatching(/^refused/)));
  for (const question of questions) expect(await judge(question)).toBe('trusted');
  for (const question of foreign) expect(await judge(question)).toBe('untrusted');
}

async function judge({ bytes, objects, group, at }: Question): Promise<string> {
  const [first, ...others] = objects.map(digestOf);
  const trust = [trustIn([early.rootDer, late.rootDer, last.rootDer])];
  const question = { objects: [first!, ...others] as const, isWholeGroup: group, at: new Date(at) };
  return (await verifyEvidenceRecord(nodeEngine, bytes, { ...question, objects: [first!, ...others] }, trust))
    .verdict;
}

function asked(bytes: Uint8Array, objects: readonly Uint8Array[], year: number, group = false): Question {
  return { bytes, objects, group, at: june(year) };
}

test('P130 the second verifier gives each recorded evidence record the verdict of its table', async () => {
  const vectors: readonly RecordVector[] = readRecordVectors();
  const said = await bouncyCastle.ask(vectors);
  const verdicts = said.map((line, i) => [vectors[i]!.record, line === 'accepted']);
  expect(verdicts).toEqual(vectors.map(({ record, bouncyCastle }) => [record, bouncyCastle]));
});

test.for(['SHA-256', 'SHA-384', 'SHA-512'] as const)(
  'P130 Bouncy Castle accepts records by %s of one object, of nine under one stamp, and of groups',
  async (hash) => {
    const many = Array.from({ length: 9 }, (_, i) => [object(`number ${i}`)]);
    const group = ['a', 'b', 'c'].map(object);
    const [alone] = await makeRecords(early, [[object('alone')]], { hash });
    const shared = await makeRecords(early, many, { hash });
    const [together] = await makeRecords(early, [group], { hash });
    const [, among] = await makeRecords(early, [[object('beside')], group, [object('and this')]], { hash });
    await expectAccepted([
      asked(alone!, [object('alone')], 2027),
      ...shared.map((record, i) => asked(record, many[i]!, 2027)),
      asked(together!, group, 2027, true),
      asked(together!, [object('b')], 2027),
      asked(among!, group, 2027, true),
    ]);
  },
);

test('P130 Bouncy Castle accepts an object whose hash is hidden from its neighbours by random bytes', async () => {
  const hidden = ['a', 'b', 'c'].map((name) => [object(name), object(`noise for ${name}`)]);
  const records = await makeRecords(early, hidden);
  await expectAccepted(records.map((record, i) => asked(record, hidden[i]!.slice(0, 1), 2027)));
});

test('P130 Bouncy Castle accepts each step of renewals, each one stamp over many records', async () => {
  const groups = ['a', 'b', 'c', 'd', 'e'].map((name) => [object(name)]);
  const made = await makeRecords(early, groups);
  const second = await renewStamps(early, made, 2035);
  const third = await renewStamps(late, second, 2044);
  const otherHash = await renewHashes(late, third, groups, { year: 2050 });
  const fifth = await renewStamps(last, otherHash, 2055);
  const sixth = await renewStamps(last, fifth, 2060);
  const again = await renewHashes(last, sixth, groups, { hash: 'SHA-384', year: 2065 });
  const ask = (records: readonly Uint8Array[], year: number) =>
    records.map((record, i) => asked(record, groups[i]!, year));
  await expectAccepted([
    ...ask(made, 2027),
    ...ask(second, 2035),
    ...ask(third, 2045),
    ...ask(otherHash, 2050),
    ...ask(fifth, 2056),
    ...ask(sixth, 2061),
    ...ask(again, 2066),
  ]);
});

test('P130 Bouncy Castle accepts its own records after they were renewed here', async () => {
  const names = ['genuine/01-single.ers', 'genuine/08-tree-of-7-c.ers', 'genuine/12-renewed-twice.ers'];
  const vectors = readRecordVectors().filter(({ record }) => names.includes(record));
  const bytes = vectors.map((vector) => vector.bytes);
  const renewed = await renewStamps(early, bytes, 2028);
  const rehashed = await renewHashes(
    early,
    renewed,
    vectors.map(({ objects }) => objects),
    { year: 2029 },
  );
  const ask = (records: readonly Uint8Array[]) =>
    records.map((record, i) => asked(record, vectors[i]!.objects, 2030));
  const said = await bouncyCastle.ask([...ask(renewed), ...ask(rehashed)]);
  expect(said).toEqual([...renewed, ...rehashed].map(() => 'accepted'));
});
