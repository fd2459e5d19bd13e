import { beforeAll, expect, test } from 'vitest';
import { demoCommand } from '../../../server/src/cli/demo/demo.ts';
import { CommandFailed, UsageError } from '../../../server/src/cli/shared/usage.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

let url: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
});

async function run(key: string, ...args: string[]) {
  const lines: string[] = [];
  const states: string[] = [];
  const terminal = {
    env: { SELLO_URL: url, SELLO_API_KEY: key },
    write: () => {},
    out: (line: string) => lines.push(line),
    error: (line: string) => lines.push(line),
    status: (line: string) => states.push(line),
  };
  await demoCommand(args, terminal);
  return { text: lines.join('\n'), states };
}

test('the demo fills an account in test mode, and a second run is refused', async () => {
  const { account } = await sello.newAccount();
  const { key } = await sello.newKey(account, { mode: 'test', ratePerMinute: 6_000 });
  const ask = async (path: string) => (await sello.call('GET', `${API}${path}`, { key })).body;

  const { text, states } = await run(key, 'memberships');
  expect(text).toMatch(/^500 members, 40 courses, \d+ awards \(\d+ wait for a decision\), \d+ renewals\./);
  expect(states.some((line) => line.includes('course 17 of 40'))).toBe(true);

  const total = async (path: string) => (await ask(path)).pagination.total;
  expect(await total('/members')).toBe(500);
  expect(await total('/courses?status=proposed')).toBe(2);
  const standing = async (name: string) => total(`/memberships?standing=${name}`);
  expect(await standing('lapsed')).toBeGreaterThanOrEqual(15);
  expect(await standing('grace')).toBeGreaterThanOrEqual(15);
  expect(await standing('current')).toBeGreaterThan(400);
  expect(await total('/awards?status=pending')).toBeGreaterThan(100);
  expect(await total('/renewals?status=requested')).toBeGreaterThanOrEqual(5);
  expect(await total('/renewals?status=approved')).toBeGreaterThanOrEqual(5);

  await expect(run(key, 'memberships')).rejects.toThrow('has the demo council already');
  expect(await total('/members')).toBe(500);
});

test('a live key is refused before anything is sent, and so is an unknown subject', async () => {
  const { key } = await sello.newAccount();
  await expect(run(key, 'memberships')).rejects.toThrow(CommandFailed);
  await expect(run(key, 'certificates')).rejects.toThrow(UsageError);
});
