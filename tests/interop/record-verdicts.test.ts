/** Two programs, one verdict: the library and the Python that was written from the documentation alone. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeHex, equalBytes } from '../../proof/src/encoding/bytes.ts';
import { readDer } from '../../proof/src/encoding/der.ts';
import {
  type CryptoEngine,
  type RecordQuestion,
  type RecordVerdict,
  verifyEvidenceRecord,
  webCryptoEngine,
} from '../../proof/src/index.ts';
import { isFull } from '../harness/breadth.ts';
import { makeRecords, openRecordAuthority, renewHashes, renewStamps } from '../harness/made-records.ts';
import { DER_MUTATIONS } from '../harness/mutate-der.ts';
import { createRandom, type Random } from '../harness/mutate-proof.ts';
import { RECORD_MUTATIONS } from '../harness/mutate-record.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { askPythonAboutRecords, type RecordLine } from '../harness/python-records.ts';
import { digestOf, readRecordVectors, trustIn } from '../harness/record-vectors.ts';

// SELLO_TEST_SEED repeats a run.
const SEED = Number(process.env.SELLO_TEST_SEED ?? 20_261_118);
/** The full figures take minutes, also on a busy machine. */
const PATIENCE = { timeout: 60 * 60_000 };
/** This many must be refused; mutations that still say the same as the original do not count. */
const REFUSED = isFull ? 21_000 : 1_000;

async function judge(
  { record, objects, roots, at, group, broken }: RecordLine,
  engine: CryptoEngine = nodeEngine,
) {
  const [first, ...others] = objects.map(digestOf);
  const question: RecordQuestion = { objects: [first!, ...others], isWholeGroup: group ?? false, at, broken };
  return await verifyEvidenceRecord(engine, record, question, [trustIn(roots)]);
}

async function vectorLines(): Promise<(RecordLine & { name: string; ok: boolean })[]> {
  return readRecordVectors().map(({ record: name, ok, bytes, objects, rootDers, at, group }) => ({
    name,
    ok,
    record: bytes,
    objects,
    roots: rootDers,
    at: new Date(at),
    group,
  }));
}

/** A record made here, through every kind of renewal. */
async function ownLine(): Promise<RecordLine> {
  const early = await openRecordAuthority('rsa2048', 2026);
  const late = await openRecordAuthority('p384', 2040);
  const groups = ['one', 'two', 'three'].map((name) => [new TextEncoder().encode(name)]);
  const made = await renewStamps(early, await makeRecords(early, groups), 2035);
  const renewed = await renewStamps(late, await renewHashes(late, made, groups, { year: 2045 }), 2055);
  return {
    record: renewed[1]!,
    objects: groups[1]!,
    roots: [early.rootDer, late.rootDer],
    at: new Date('2056-01-01'),
    broken: [
      { algorithm: 'RSA', since: new Date('2050-01-01') },
      { algorithm: 'SHA-256', since: new Date('2052-01-01') },
    ],
  };
}

type Meaning = { trees: string[]; signed: string[] };

/** The hashes that the stamps cover, and the content of the stamps; the order inside a list means nothing. */
function meaningOf({ record, stamps }: RecordVerdict): Meaning {
  const trees = record!.chains.flatMap((chain, i) =>
    chain.stamps.map(({ hash, reducedTree, token }) => {
      const [first = [], ...rest] = reducedTree ?? [[token.info.imprint.digest]];
      const [second = [], ...more] = rest;
      // A hash beside a list is equivalent to the same hash in that list.
      const lists = first.length === 1 ? [[...first, ...second], ...more] : [first, ...rest];
      return [i, hash, ...lists.map((list) => list.map(encodeHex).sort().join('+'))].join(',');
    }),
  );
  const signed = stamps.map(({ token, chain }) => {
    const parts = [
      token!.infoDer,
      token!.signerInfos[0]!.signedAttributesDer,
      ...chain.map(({ der }) => der),
    ];
    return parts.map(encodeHex).join(':');
  });
  return { trees, signed };
}

test('P130 both give every recorded evidence record the verdict of its table', PATIENCE, async () => {
  const lines = await vectorLines();
  const answers = await askPythonAboutRecords(lines);
  const said = answers.map(({ verdict }, i) => [lines[i]!.name, verdict]);
  expect(said).toEqual(lines.map(({ name, ok }) => [name, ok ? 'trusted' : 'untrusted']));
});

test(
  'P130 both trust a record that outlived its keys and its hash algorithm, and neither trusts an incomplete one',
  PATIENCE,
  async () => {
    const line = await ownLine();
    const lines: RecordLine[] = [
      line,
      { ...line, broken: [{ algorithm: 'RSA', since: new Date('2044-01-01') }] },
      { ...line, broken: [{ algorithm: 'SHA-256', since: new Date('2040-01-01') }] },
      { ...line, broken: [{ algorithm: 'SHA-512', since: new Date('2055-12-01') }] },
      { ...line, roots: line.roots.slice(1) },
      { ...line, at: new Date('2054-01-01') },
      { ...line, at: new Date('2070-01-01') },
      { ...line, objects: [new TextEncoder().encode('One')] },
    ];
    const wanted = lines.map((_, i) => (i === 0 ? 'trusted' : 'untrusted'));
    expect((await askPythonAboutRecords(lines)).map(({ verdict }) => verdict)).toEqual(wanted);
    expect((await Promise.all(lines.map((one) => judge(one)))).map(({ verdict }) => verdict)).toEqual(wanted);
  },
);

test(`P130 mutants are refused by both, or say what the original says (seed ${SEED})`, PATIENCE, async () => {
  const random = createRandom(SEED);
  const genuine = (await vectorLines()).filter(({ ok }) => ok);
  const originals: RecordLine[] = [...genuine, await ownLine(), await ownLine()];
  const meanings = await Promise.all(originals.map(async (line) => meaningOf(await judge(line))));
  const genuineStamps = new Set(meanings.flatMap(({ signed }) => signed));
  let refused = 0;
  let done = 0;
  for (; refused < REFUSED && done < 2 * REFUSED; done += BATCH) {
    const mutants = Array.from({ length: BATCH }, (_, i) => makeMutant(originals, done + i, random));
    const answers = await askPythonAboutRecords(mutants.map(({ line }) => line));
    for (const [i, { line, of, name }] of mutants.entries()) {
      const hint = `seed ${SEED}, mutant ${done + i} (${name})`;
      const verdict = await judge(line);
      const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail').map(({ because }) => because);
      expect(answers[i]!.verdict, `${hint}: ${failed}; Python: ${answers[i]!.because}`).toBe(verdict.verdict);
      if (verdict.verdict === 'untrusted') refused += 1;
      else expectSameMeaning(meaningOf(verdict), meanings[of]!, genuineStamps, hint);
      if (i % 16 === 0) expect((await judge(line, webCryptoEngine)).checks, hint).toEqual(verdict.checks);
    }
  }
  expect(refused).toBeGreaterThanOrEqual(REFUSED);
});

const BATCH = 400;

/**
 * A record without its last renewals says less, but nothing else. Where two authorities stamped the same tree, either
 * stamp may stand there.
 */
function expectSameMeaning(
  mutant: Meaning,
  original: Meaning,
  genuine: ReadonlySet<string>,
  hint: string,
): void {
  expect(mutant.trees, hint).toEqual(original.trees.slice(0, mutant.trees.length));
  expect(
    mutant.signed.filter((stamp) => !genuine.has(stamp)),
    hint,
  ).toEqual([]);
}

/** Structural mutations need a record that can be read. */
function isDer(record: Uint8Array): boolean {
  try {
    return readDer(record).tag === 0x30;
  } catch {
    return false;
  }
}

type Mutant = { line: RecordLine; of: number; name: string };

const STRUCTURAL = Object.keys(RECORD_MUTATIONS);
const BYTEWISE = Object.keys(DER_MUTATIONS);
const ANY_BYTES = [
  'flips a bit',
  'overwrites some bytes',
  'truncates',
  'cuts a piece out',
  'copies a piece elsewhere',
  'appends bytes',
];

/** Whether a record holds one of these objects, even as a neighbour: combining two genuine records is valid if so. */
function speaksOf({ record }: RecordLine, { objects }: RecordLine): boolean {
  const held = Buffer.from(record);
  return objects.some((object) =>
    ['sha256', 'sha384', 'sha512'].some((hash) => held.includes(createHash(hash).update(object).digest())),
  );
}

function makeMutant(originals: readonly RecordLine[], number: number, random: Random): Mutant {
  const of = random.below(originals.length);
  const line = originals[of]!;
  const others = originals.filter((original) => !speaksOf(original, line));
  const other = others[random.below(others.length)]!;
  if (!isDer(line.record) || !isDer(other.record)) {
    const name = ANY_BYTES[number % ANY_BYTES.length]!;
    return { line: { ...line, record: DER_MUTATIONS[name]!(line.record, random) }, of, name };
  }
  const isStructural = number % 2 === 0;
  const names = isStructural ? STRUCTURAL : BYTEWISE;
  const name = names[(number >> 1) % names.length]!;
  const record = isStructural
    ? RECORD_MUTATIONS[name]!(line.record, random, other.record)
    : DER_MUTATIONS[name]!(line.record, random);
  // A mutation may change nothing, such as the exchange of the only stamp; then makes another one.
  if (equalBytes(record, line.record)) return makeMutant(originals, number + 1, random);
  return { line: { ...line, record }, of, name };
}
