/** Runs the commands of docs/memberships.md exactly as written, twice. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { verifyTranscript } from '../../../server/src/memberships/transcripts/verify-transcript.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);

const PAGE = readFileSync(new URL('../../../docs/memberships.md', import.meta.url), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

test('a reader who types the commands of the page reaches a renewal, also the second time', async () => {
  expect(BLOCKS.length).toBeGreaterThan(8);
  const { account } = await sello.newAccount();
  const { key } = await sello.newKey(account, { ratePerMinute: 6_000 });
  const B = `${await sello.listen()}${API}`;
  const script = ['set -euo pipefail', ...BLOCKS.map((block) => `${block}\necho`)].join('\n');
  const env = { PATH: `${MODULES}/.bin:${process.env.PATH}`, KEY: key, B };
  for (let round = 1; round <= 2; round += 1) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sello-walk-'));
    await symlink(MODULES, path.join(folder, 'node_modules'));
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: folder });
    await expectRenewal(stdout, folder);
    await rm(folder, { recursive: true });
  }
});

async function expectRenewal(stdout: string, folder: string): Promise<void> {
  expect(stdout.match(/VALID: the chain and the sums hold/g)).toHaveLength(1);
  expect(stdout).toContain('UNCONFIRMED: the chain and the sums hold');
  const answers = stdout
    .split(/\n|(?<=\})(?=\{)/)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const found = (name: string) => answers.filter((answer) => name in answer).map((answer) => answer[name]);
  expect(found('evaluation')[0]).toMatchObject({ counted: 18, missing_points: 2, met: false });
  expect(found('evaluation')[0].awards[1]).toEqual({
    id: 'a2',
    category: 'docencia',
    counted: 8,
    because: 'cap:docencia',
  });
  expect(found('course')[0].accreditation.folio).toMatch(/^AVAL-/);
  expect(found('roster')[0].summary).toMatchObject({ rows: 1, created: 1 });
  expect(found('term')[0].evaluation).toMatchObject({ met: true, counted: 20 });
  expect(found('eligibility')[0].can_renew).toBe(false);
  expect(found('renewal')[0]).toMatchObject({ status: 'approved', basis: 'requirements' });
  expect(found('diploma')[0]).toMatchObject({ status: 'certified', folio: expect.stringMatching(/^D-/) });
  expect((await readFile(path.join(folder, 'diploma.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  const transcript = JSON.parse(await readFile(path.join(folder, 'transcript.json'), 'utf8'));
  expect(verifyTranscript(transcript).every(({ passes }) => passes)).toBe(true);
  expect(found('certificate')[0]).toMatchObject({ document_type: 'transcript' });
  expect(found('access_link')[0].url).toContain('/my/');
  expect(found('program').map(({ version, status }) => [version, status])).toEqual([
    [1, 'active'],
    [2, 'active'],
    [1, 'active'],
  ]);
}
