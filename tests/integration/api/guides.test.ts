/**
 * Runs every block of the guides exactly as written and in order, as a newcomer would on a fresh instance, twice.
 * Blocks fenced as `text` show settings or addresses and are not run.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES, type GuideName, guideFile } from '../../../server/src/api/guides/guides.ts';
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
    // Nobody types all guides within a minute, so the rate limit is raised.
    ['key', 'create', '--account', EMAIL, '--name', 'guides', '--mode', 'test', '--rate', '6000'],
    env,
  );
  key = made.out.trim();
});
afterAll(async () => {
  await sello.kill('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The second time, a command that makes something unique is refused with these words; a shell continues after that. */
const ONCE = [
  [/^sello account create .*$/gm, 'There is already an account'],
  [/^sello witness --new-key .*$/gm, 'exists already'],
] as const;

test.for(['first', 'second'].flatMap((round) => GUIDES.map((name) => [round, name] as const)))(
  'for the %s time, the guide %s works block by block',
  async ([round, name]) => {
    const place = path.join(folder, `reader-${name}`);
    await mkdir(place, { recursive: true });
    const packages = await openClientPackages(WEB_FOLDER);
    const install = packages.map((one) => installLine(one, sello.baseUrl)).join('\n');
    const page = textIn('en', name)
      .replaceAll('{{install}}', install)
      .replaceAll('{{base_url}}', sello.baseUrl)
      .replaceAll('{{key}}', key);
    let script = ['set -euo pipefail', ...commandsOf(page).map(asShell)].join('\n');
    const refusals: string[] = [];
    if (round === 'second')
      for (const [command, refusal] of ONCE)
        script = script.replaceAll(command, (line) => {
          refusals.push(refusal);
          return `${line} || true`;
        });
    // Packages are installed here, and not into the machine's own Python.
    const python = path.join(place, 'python');
    const { stderr } = await promisify(execFile)('bash', ['-c', script], {
      cwd: place,
      env: {
        ...env,
        PIP_TARGET: python,
        PIP_DISABLE_PIP_VERSION_CHECK: '1',
        PYTHONPATH: python,
        TZ: 'America/Mexico_City',
        PATH: `${PROGRAMS}:${process.env.PATH}`,
      },
    });
    for (const refusal of refusals) expect(stderr).toContain(refusal);
  },
);

const textIn = (language: 'es' | 'en', name: GuideName) => readFileSync(guideFile(language, name), 'utf8');

describe.for(GUIDES)('the guide %s', (name) => {
  test('has the same commands in both languages', () => {
    expect(commandsOf(textIn('en', name)).length).toBeGreaterThan(0);
    expect(commandsOf(textIn('es', name))).toEqual(commandsOf(textIn('en', name)));
  });

  test('is a page without scripts in both languages, under the address of this server', async () => {
    for (const language of ['es', 'en'] as const) {
      const answer = await fetch(`${sello.baseUrl}/docs/guides/${name}?lang=${language}`);
      const page = await answer.text();
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, language]);
      expect(page).toContain(`<h1>${/^# (.+)$/m.exec(textIn(language, name))?.[1]}</h1>`);
      expect(page).not.toContain('{{');
    }
  });
});

test('the list leads to every guide, and an unknown one is not found', async () => {
  const page = await (await fetch(`${sello.baseUrl}/docs/guides?lang=es`)).text();
  for (const name of GUIDES) expect(page).toContain(`href="/docs/guides/${name}?lang=es"`);
  expect((await fetch(`${sello.baseUrl}/docs/guides/nothing`)).status).toBe(404);
});

type Command = { language: string; source: string };

function commandsOf(text: string): Command[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const commands = blocks.map(([, language = '', source = '']) => ({ language, source }));
  return commands.filter(({ language }) => language !== 'text');
}

const INTERPRETERS: Record<string, string> = { js: 'node --input-type=module -', python: 'python3 -' };

/** A program is run by its interpreter, at its place among the commands. */
function asShell({ language, source }: Command): string {
  if (language === 'sh') return source;
  const interpreter = INTERPRETERS[language];
  if (interpreter === undefined) throw new Error(`Nobody runs blocks in ${language}`);
  return `${interpreter} <<'END_OF_BLOCK'\n${source}END_OF_BLOCK`;
}
