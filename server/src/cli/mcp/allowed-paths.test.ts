import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAllowedPaths, PathRefused } from './allowed-paths.ts';

let outside: string;
let root: string;
beforeEach(async () => {
  outside = await realpath(await mkdtemp(path.join(tmpdir(), 'sello-paths-')));
  root = path.join(outside, 'root');
  await mkdir(path.join(root, 'sub'), { recursive: true });
});
afterEach(() => rm(outside, { recursive: true }));

/** The id of a process that has ended. */
const gone = () => spawnSync(process.execPath, ['--version']).pid;

test.each(['.', '', 'sub', 'sub/..', 'sub/.', './'])(
  'P37 a folder cannot be written to like a file, and neither can the allowed folder: %j',
  async (given) => {
    const paths = await openAllowedPaths([root]);
    await expect(paths.toWrite(given)).rejects.toThrow(PathRefused);
  },
);

test('P37 drafts are below the allowed folder, and none is left behind', async () => {
  const paths = await openAllowedPaths([root]);
  const place = await paths.toWrite('sub/proof.zip');
  await paths.withDrafts(place, async (drafts) => {
    expect(drafts.startsWith(root + path.sep)).toBe(true);
    expect(await readdir(drafts)).toEqual([]);
  });
  expect(await readdir(outside)).toEqual(['root']);
  expect(await readdir(root)).toEqual(['sub']);
});

test('files left by a killed program are removed at the next start; those of a running one stay', async () => {
  const all = path.join(root, '.sello-drafts');
  const [dead, alive] = [path.join(all, String(gone())), path.join(all, String(process.pid))];
  for (const folder of [dead, alive]) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'proof.zip.part'), 'half');
  }
  await openAllowedPaths([root]);
  expect(await readdir(all)).toEqual([String(process.pid)]);
});

test('P37 a link in place of the drafts folder is not followed', async () => {
  const elsewhere = path.join(outside, 'elsewhere');
  const left = path.join(elsewhere, String(gone()));
  await mkdir(left, { recursive: true });
  await symlink(elsewhere, path.join(root, '.sello-drafts'));
  const paths = await openAllowedPaths([root]);
  expect(await readdir(elsewhere)).toEqual([path.basename(left)]);
  const place = await paths.toWrite('proof.zip');
  await expect(paths.withDrafts(place, async () => {})).rejects.toThrow('is a link to another place');
});

test('P37 nothing is written through links, not even through dangling ones', async () => {
  await symlink(path.join(outside, 'there-is-none'), path.join(root, 'dangling'));
  await symlink(outside, path.join(root, 'up'));
  const paths = await openAllowedPaths([root]);
  for (const given of ['dangling', 'up', 'up/x', '../x', path.join(outside, 'x')])
    await expect(paths.toWrite(given)).rejects.toThrow(PathRefused);
});
