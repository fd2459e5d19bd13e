import { beforeAll, expect, test } from 'vitest';
import type { UsageDay } from '../../../server/src/keys/usage/usage.ts';
import type { Account } from '../../../server/src/people/accounts/ports.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const DAY_MS = 86_400_000;

const sello = forFile(openTestSello);
beforeAll(async () => {
  // Noon tomorrow: no day ends while these tests run.
  sello.advance(1.5 * DAY_MS - (Date.now() % DAY_MS));
});

async function today({ id }: Account): Promise<UsageDay | undefined> {
  const day = sello.ports.now().toISOString().slice(0, 10);
  return (await sello.ports.usage.days(id, { from: day, to: day }))[0];
}

test('two processes counting the same keys at once lose nothing and count nothing twice', async () => {
  const other = await sello.another();
  const person = await signUp(sello);
  const keys = await Promise.all(
    Array.from({ length: 6 }, () => person.newKey({ name: 'k', mode: 'test', rate_per_minute: 1_000 })),
  );
  const CALLS = 240;
  const flushes: Promise<void>[] = [];
  await Promise.all(
    Array.from({ length: CALLS }, async (_, i) => {
      const process = i % 2 === 0 ? sello : other;
      const { secret: key } = keys[i % keys.length]!;
      const path = i % 3 === 0 ? '/certificates/cert_0000000000000000000000' : '/certificates?limit=1';
      await process.call('GET', API + path, { key });
      // Flushes far more often than once a second, so that the two processes collide in the same rows.
      if (i % 10 < 2) flushes.push(process.ports.usage.flush());
    }),
  );
  await Promise.all(flushes);
  await other.ports.usage.flush();
  const { days, keys: used } = (await person.call('GET', '/usage')).body;
  expect(days.at(-1)).toMatchObject({ requests: CALLS, ok: 160, client_errors: 80, server_errors: 0 });
  expect(used).toHaveLength(6);
  expect(used.map(({ requests }: { requests: number }) => requests)).toEqual(Array(6).fill(CALLS / 6));
});

test('the last counts of a process are written when it closes', async () => {
  const { account, key } = await sello.newAccount();
  const other = await sello.another();
  await other.certify(key, 'x');
  await other.close();
  expect(await today(account)).toMatchObject({ requests: 1, certificates: 1 });
});

test('counts are written within about a second', async () => {
  const { account, key } = await sello.newAccount();
  await sello.call('GET', `${API}/certificates`, { key });
  const requests = async () => (await today(account))?.requests;
  await expect.poll(requests).toBe(1);
});
