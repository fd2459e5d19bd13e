import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openFrozen } from '../../harness/frozen-sello.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

let processes: TestSello[];
// This provider is down: every live certificate fails, through no fault of the caller.
const sello = forFile(() => openTestSello({ SELLO_PSC_URL: 'http://127.0.0.1:9/' }));
beforeAll(async () => {
  processes = [sello, await sello.another(), await sello.another()];
});

const URL = `${API}/verify/${'0'.repeat(64)}`;
const monthLeft = (headers: Record<string, unknown>) =>
  /"month";r=(\d+)/.exec(String(headers.ratelimit))?.[1];

test('P17 of many calls at once over three processes exactly the quota is admitted', async () => {
  const { key } = await sello.newAccount({ key: { monthlyQuota: 25 } });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => processes[i % 3]!.call('GET', URL, { key })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ body }) => body.error)).toEqual(Array(35).fill('quota_exceeded'));
});

test('P17 the quota resets with the calendar month in UTC, to the millisecond', async () => {
  const { key } = await sello.newAccount({ key: { monthlyQuota: 2 } });
  for (const [end, seconds] of [
    ['2026-02-28T23:59:59.999Z', 1],
    ['2026-12-31T23:59:59.999Z', 1],
    ['2028-02-28T23:59:59.999Z', 86_401],
  ] as const) {
    const frozen = await openFrozen(sello, new Date(end));
    await frozen.get(URL, key);
    await frozen.get(URL, key);
    const refused = await frozen.get(URL, key);
    expect([refused.status, refused.body.error]).toEqual([429, 'quota_exceeded']);
    expect(refused.headers['retry-after']).toBe(String(seconds));
    frozen.now += seconds * 1_000;
    const admitted = await frozen.get(URL, key);
    expect([admitted.status, monthLeft(admitted.headers)]).toEqual([200, '1']);
    await frozen.close();
  }
});

test('P17 a process whose clock is behind does not return to the previous month', async () => {
  const { key } = await sello.newAccount({ key: { monthlyQuota: 2 } });
  const behind = await openFrozen(sello, new Date('2026-05-31T23:59:59.950Z'));
  const ahead = await openFrozen(processes[1]!, new Date('2026-06-01T00:00:00.010Z'));
  const statuses = [];
  for (const one of [behind, behind, behind, ahead, behind, ahead, behind, ahead]) {
    statuses.push((await one.get(URL, key)).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 429, 429]);
  await behind.close();
  await ahead.close();
});

test('P17 refusals do not count', async () => {
  const { account, key } = await sello.newAccount({
    key: { monthlyQuota: 10, ratePerMinute: 2, scopes: ['verify:read'] },
  });
  await sello.call('GET', URL, { key });
  await sello.call('GET', URL, { key });
  for (let i = 0; i < 20; i++) {
    expect((await sello.call('GET', URL, { key })).status).toBe(429);
    expect((await sello.call('GET', `${API}/certificates`, { key })).status).toBe(403);
    expect((await sello.call('GET', URL, { key: `${key}x` })).status).toBe(401);
  }
  expect(await sello.ports.accounts.monthCalls(account.id, sello.ports.now())).toBe(2);
});

test('P17 a call that fails on our side is given back to the minute and the month', async () => {
  const { account, key } = await sello.newAccount({ key: { monthlyQuota: 3, ratePerMinute: 3 } });
  for (let i = 0; i < 10; i++) {
    const { status, headers } = await sello.call('POST', `${API}/certificates`, { key, ...fileForm('x') });
    expect(status).toBe(502);
    expect(headers.ratelimit).toMatch(/^"minute";r=3;t=0, "month";r=3;/);
  }
  expect(await sello.ports.accounts.monthCalls(account.id, sello.ports.now())).toBe(0);
  for (let i = 0; i < 3; i++) expect((await sello.call('GET', URL, { key })).status).toBe(200);
  expect((await sello.call('GET', URL, { key })).status).toBe(429);
});

test('P17 with simultaneous failures and successes exactly the successes are counted', async () => {
  const { account, key } = await sello.newAccount({ key: { monthlyQuota: 1_000 } });
  const calls = Array.from({ length: 30 }, (_, i) => {
    const one = processes[i % 3]!;
    return i % 2
      ? one.call('GET', URL, { key })
      : one.call('POST', `${API}/certificates`, { key, ...fileForm('x') });
  });
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(15).fill(200), ...Array(15).fill(502)]);
  expect(await sello.ports.accounts.monthCalls(account.id, sello.ports.now())).toBe(15);
});

test('P17 every operation with a key counts once, whether found or not, valid or not', async () => {
  const { account, key } = await sello.newAccount();
  const id = sello.ports.newId('cert');
  const urls = [
    URL,
    '/certificates',
    `/certificates/${id}`,
    `/certificates/${id}/proof?type=file`,
    '/certificates?limit=0',
    '/verify/x',
  ];
  for (const url of urls) await sello.call('GET', url.startsWith(API) ? url : API + url, { key });
  await sello.call('GET', `${API}/openapi`, { key });
  await sello.call('GET', `${API}/nothing`, { key });
  await sello.call('DELETE', `${API}/certificates`, { key });
  expect(await sello.ports.accounts.monthCalls(account.id, sello.ports.now())).toBe(urls.length);
});
