/** `sello member export`: the operator hands out all data stored about a member. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { curpNumber } from '../../harness/curps.ts';
import { filesIn } from '../../harness/exports.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { test as base, expect } from '../../harness/world.ts';

const test = base.extend('run', ({ sello }) => {
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  return (...args: string[]) => runInside(['member', ...args], env);
});

test('the export is one archive with record and papers; the audit log names the operator', async ({
  sello,
  council,
  run,
  onTestFinished,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const out = path.join(folder, 'ana.zip');
  const { id } = await council.member({ curp: curpNumber(61) });
  await council.must('POST', `/members/${id}/transcript`, {});
  const done = await run('export', id, '--out', out, '--json');
  expect(done).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  const files = filesIn({ bytes: await readFile(out) });
  expect(JSON.parse(done.out)).toEqual({ member: id, out, files: files.size });
  expect(files.get('member.json')).toContain(curpNumber(61));
  expect(
    [...files].filter(([name, content]) => name.startsWith('files/') && content.startsWith('%PDF')),
  ).toHaveLength(1);
  const [told] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(told).toMatchObject({ action: 'member.export', target: id, actor: { type: 'operator' } });
  expect((await run('export', id, '--out', out)).error).toContain('exists already');
  expect(await readdir(folder)).toEqual(['ana.zip']);
});

test('an unknown or missing member is refused', async ({ run }) => {
  const out = path.join(tmpdir(), 'sello-never-written.zip');
  const nobody = `mem_${'0'.repeat(22)}`;
  expect(await run('export', nobody, '--out', out)).toMatchObject({
    status: 1,
    error: expect.stringContaining(`There is no member ${nobody}.\n`),
  });
  expect(await run('export', 'Ana', '--out', out)).toMatchObject({ status: 2 });
  expect(await run('export', nobody)).toMatchObject({ status: 2, error: expect.stringContaining('--out') });
  expect(await run('import', nobody)).toMatchObject({ status: 2 });
});
