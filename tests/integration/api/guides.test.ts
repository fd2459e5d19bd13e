/** Every command of the guides, run as it stands there, by a newcomer against a server of its own. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES, guideFile } from '../../../server/src/api/guides/guides.ts';
import { installLine, openClientPackages } from '../../../server/src/http/pages/client-packages.ts';
import { WEB_FOLDER } from '../../../server/src/http/pages/web-assets.ts';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';

const PROGRAMS = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));
const EMAIL = 'newcomer@example.com';

let database: TestDatabase;
let folder: string;
let sello: ChildSello;
let key: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-guides-'));
  env = { SELLO_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database.url, PORT: '0' };
  sello = await startChildSello({ ...env, SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await runInside(['account', 'create', '--email', EMAIL, '--name', 'Newcomer'], env);
  const made = await runInside(
    ['key', 'create', '--account', EMAIL, '--name', 'guides', '--mode', 'test'],
    env,
  );
  key = made.out.trim();
});
afterAll(async () => {
  await sello.kill('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe.for(GUIDES)('the guide %s', (name) => {
  const textIn = (language: 'es' | 'en') => readFileSync(guideFile(language, name), 'utf8');

  test('works command by command', async () => {
    const place = await mkdtemp(path.join(folder, 'reader-'));
    // The two settings at its beginning are the reader's own.
    const packages = await openClientPackages(WEB_FOLDER);
    const install = packages.map((one) => installLine(one, sello.baseUrl)).join('\n');
    const commands = commandsOf(textIn('en').replaceAll('{{install}}', install)).filter(
      (block) => !block.startsWith('export '),
    );
    expect(commands.length).toBeGreaterThan(0);
    // The machine's own Python keeps its packages.
    const PIP = { PIP_TARGET: path.join(place, 'python'), PIP_DISABLE_PIP_VERSION_CHECK: '1' };
    const given = { ...env, ...PIP, SELLO_URL: sello.baseUrl, SELLO_API_KEY: key };
    const PATH = `${PROGRAMS}:${process.env.PATH}`;
    const script = ['set -euo pipefail', ...commands].join('\n');
    await promisify(execFile)('bash', ['-c', script], { cwd: place, env: { ...given, PATH } });
  });

  test('has the same commands in both languages', () => {
    expect(commandsOf(textIn('es'))).toEqual(commandsOf(textIn('en')));
  });

  test('is a page without scripts in both languages, under the address of this server', async () => {
    for (const language of ['es', 'en'] as const) {
      const answer = await fetch(`${sello.baseUrl}/docs/guides/${name}?lang=${language}`);
      const page = await answer.text();
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, language]);
      expect(page).toContain(`<h1>${/^# (.+)$/m.exec(textIn(language))?.[1]}</h1>`);
      expect(page).not.toContain('{{');
    }
  });
});

test('the list leads to every guide, and an unknown one is not found', async () => {
  const page = await (await fetch(`${sello.baseUrl}/docs/guides?lang=es`)).text();
  for (const name of GUIDES) expect(page).toContain(`href="/docs/guides/${name}?lang=es"`);
  expect((await fetch(`${sello.baseUrl}/docs/guides/nothing`)).status).toBe(404);
});

function commandsOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}
