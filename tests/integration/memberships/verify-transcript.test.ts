import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../server/src/cli/shared/usage.ts';
import { verifyCommand } from '../../../server/src/cli/verify/verify.ts';
import { transcriptHash } from '../../../server/src/memberships/transcripts/seal-transcript.ts';
import type { Transcript } from '../../../server/src/memberships/transcripts/transcript.ts';
import { verifyTranscript } from '../../../server/src/memberships/transcripts/verify-transcript.ts';
import { forFile } from '../../harness/for-file.ts';
import { accreditedCourse, newAward, openProgramCouncil } from '../../harness/program-council.ts';
import { shareSello } from '../../harness/shared-sello.ts';

let transcript: Transcript;
const sello = forFile(shareSello);
beforeAll(async () => {
  const council = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const member = await council.enrol();
  const course = await accreditedCourse(council);
  for (const role of ['attendee', 'speaker']) {
    const { id } = await newAward(council, member, course.id, { role });
    await council.ask('POST', `/awards/${id}/approve`, 200, {});
  }
  const revoked = await newAward(council, member, (await accreditedCourse(council)).id);
  await council.ask('POST', `/awards/${revoked.id}/approve`, 200, {});
  await council.ask('POST', `/awards/${revoked.id}/revoke`, 200, { reason: 'No asistió' });
  transcript = (await council.ask('GET', `/members/${member}/transcript`, 200)).transcript;
});

type Path = readonly (string | number)[];

/** The path to every value that is not an object or an array. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, child]) =>
    leavesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changedAt(path: Path): Transcript {
  const copy = structuredClone(transcript);
  // biome-ignore lint/suspicious/noExplicitAny: walks through a record of every shape.
  const parent = path.slice(0, -1).reduce<any>((at, key) => at[key], copy);
  const last = path.at(-1) ?? '';
  const value = parent[last];
  if (typeof value === 'number') parent[last] = value + 1;
  else if (typeof value === 'boolean') parent[last] = !value;
  else if (typeof value === 'string')
    parent[last] = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
  else parent[last] = 'x';
  return copy;
}

const isGood = (one: unknown) => verifyTranscript(one).every(({ passes }) => passes);

test('a transcript passes every check, with or without the envelope of the answer', () => {
  expect(verifyTranscript(transcript).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['structure', 'sha256', 'chain', 'head', 'awards']),
  );
  expect([isGood(transcript), isGood({ transcript })]).toEqual([true, true]);
});

test('P110 additional fields beside a genuine transcript, and a duplicate key, are refused', async () => {
  for (const beside of [{ name: 'Otra persona' }, { sha256: transcript.sha256 }, { transcripts: [] }])
    expect(isGood({ transcript, ...beside }), JSON.stringify(beside)).toBe(false);
  const folder = await mkdtemp(path.join(tmpdir(), 'transcript-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'transcript.json');
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  const text = JSON.stringify({ transcript });
  for (const twice of [
    text.replace('{', '{"transcript":{},'),
    text.replace('{', '{"tr\\u0061nscript":{},'),
    text.replace('"member":{', '"member":{"full_name":"Otra persona","full_name":"x",'),
  ]) {
    await writeFile(file, twice);
    const args = ['--transcript', file, '--hash', transcript.sha256];
    await expect(verifyCommand(args, terminal), twice.slice(0, 60)).rejects.toMatchObject({ status: 1 });
  }
});

test('every changed number, text or hash is refused', () => {
  const leaves = leavesOf(transcript);
  expect(leaves.length).toBeGreaterThan(100);
  expect(leaves.filter((path) => isGood(changedAt(path)))).toEqual([]);
});

test('a forger who recomputes the hash is caught by the chain, the rules or the sums', () => {
  const forged = ['ledger', 'awards', 'memberships'].flatMap((part) =>
    leavesOf(transcript)
      .filter(([first]) => first === part)
      .filter((path) =>
        /^(points|counted|hash|prev_hash|seq|completed_on|met|missing_points|at)$/.test(String(path.at(-1))),
      )
      .map((path) => {
        const copy = changedAt(path);
        return { path, copy: { ...copy, sha256: transcriptHash(copy) } };
      }),
  );
  expect(forged.length).toBeGreaterThan(30);
  expect(forged.filter(({ copy }) => isGood(copy)).map(({ path }) => path.join('.'))).toEqual([]);
});

test.for([null, 7, 'x', [], {}, { transcript: {} }, { transcript: { object: 'transcript' } }])(
  '%j is reported as no transcript',
  (json) => {
    expect(verifyTranscript(json)).toEqual([expect.objectContaining({ name: 'structure', passes: false })]);
  },
);

test('`sello verify --transcript` confirms a transcript only with a hash from another source, and fails on one changed point', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'transcript-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const verify = async (content: Transcript, ...args: string[]) => {
    const file = path.join(folder, 'transcript.json');
    await writeFile(file, JSON.stringify({ transcript: content }));
    const lines: string[] = [];
    const terminal = {
      env: {},
      write: () => {},
      out: (line: string) => lines.push(line),
      error: () => {},
      status: undefined,
    };
    const failure = await verifyCommand(['--transcript', file, ...args], terminal).then(
      () => undefined,
      (error: Error) => error,
    );
    return { lines, failure };
  };
  const alone = await verify(transcript);
  expect(alone.failure).toMatchObject({ status: 3 });
  expect(alone.lines.join('\n')).toMatch(/^UNCONFIRMED/);
  const good = await verify(transcript, '--hash', transcript.sha256);
  expect(good.failure, good.lines.join('\n')).toBeUndefined();
  expect(good.lines.join('\n')).toMatch(/^VALID/);
  const other = await verify(transcript, '--hash', 'ab'.repeat(32), '--json');
  expect(other.failure).toMatchObject({ status: 1 });
  expect(JSON.parse(other.lines.join('\n'))).toMatchObject({ verdict: 'invalid' });
  await expect(verify(transcript, '--hash', 'x').then(({ failure }) => failure)).resolves.toBeInstanceOf(
    UsageError,
  );
  const changed = structuredClone(transcript);
  const [award] = changed.awards;
  if (award?.lines[0] !== undefined) award.lines[0].points += 1;
  const bad = await verify(changed);
  expect(bad.failure).toMatchObject({ status: 1 });
  expect(bad.lines.join('\n')).toMatch(/FAIL/);
});
