import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rosterCommand } from '../../../server/src/cli/roster.ts';
import { CommandFailed, UsageError } from '../../../server/src/cli/shared/usage.ts';
import { forFile } from '../../harness/for-file.ts';
import {
  accreditedCourse,
  newCourse,
  openProgramCouncil,
  type ProgramCouncil,
} from '../../harness/program-council.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let url: string;
let council: ProgramCouncil;
let folder: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
  council = await openProgramCouncil(sello, (await sello.newAccount()).key);
  folder = await mkdtemp(path.join(tmpdir(), 'sello-roster-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const states: string[] = [];
  const terminal = {
    env: { SELLO_URL: url, SELLO_API_KEY: council.key },
    write: () => {},
    out: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
    status: (line: string) => states.push(line),
  };
  const failure = await rosterCommand(args, terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  return { text: lines.join('\n'), states, failure };
}

const fileOf = async (name: string, content: string) => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};

const awardsOf = async (course: { id: string }) =>
  (await council.ask('GET', `/awards?course_id=${course.id}`, 200)).awards;

test('a roster is tried, posted and posted again; problems are shown as a table, and a rejected row is a failure', async () => {
  const course = await accreditedCourse(council);
  const member = await council.enrol({ fields: { member_number: 'A-1' } });
  const file = await fileOf('lista.csv', 'member_number,nota\nA-1,x\nnobody,\n');
  const tried = await run(file, '--course', course.id, '--dry-run');
  expect(tried.text).toContain(
    'Nothing was stored. 2 rows: 1 awarded, 0 had their award already, 1 rejected',
  );
  expect(tried.states.some((line) => line.includes('judging'))).toBe(true);
  expect(await awardsOf(course)).toEqual([]);
  const done = await run(file, '--course', course.id, '--approve');
  expect(done.failure).toBeInstanceOf(CommandFailed);
  expect(done.text).toMatch(/1 awarded.*rst_/);
  expect(done.text).toContain('Ignored columns: nota');
  expect(done.text).toMatch(/2 +rejected +member_not_found +No member has this identifier/);
  expect(await awardsOf(course)).toMatchObject([{ member_id: member, status: 'approved' }]);
  const again = await run(file, '--course', course.id);
  expect(again.text).toContain('0 awarded, 1 had their award already, 1 rejected');
  expect(await awardsOf(course)).toHaveLength(1);
});

test('rows may be JSON, and --all-or-nothing says that nothing was stored', async () => {
  const course = await accreditedCourse(council);
  const rows = [{ member_id: await council.enrol() }];
  const good = await fileOf('rows.json', JSON.stringify(rows));
  const mixed = await fileOf('mixed.json', JSON.stringify([...rows, { member_number: 'nobody' }]));
  const nothing = await run(mixed, '--course', course.id, '--all-or-nothing');
  expect(nothing.text).toContain('No row was stored');
  expect(await awardsOf(course)).toEqual([]);
  expect((await run(good, '--course', course.id)).failure).toBeUndefined();
  expect(await awardsOf(course)).toHaveLength(1);
});

test('a refusal of the server is shown at once, and a missing argument says how to fix it', async () => {
  const { id } = await newCourse(council);
  const file = await fileOf('one.csv', 'member_number\nA-1\n');
  const refused = await run(file, '--course', id);
  expect(refused.failure).toBeInstanceOf(CommandFailed);
  expect(refused.failure?.message).toContain('Accredit it first');
  expect(refused.text).not.toContain('trying again');
  for (const args of [
    [file],
    ['--course', id],
    ['none.csv', '--course', id],
    [file, 'more', '--course', id],
  ]) {
    expect((await run(...args)).failure).toBeInstanceOf(UsageError);
  }
});
