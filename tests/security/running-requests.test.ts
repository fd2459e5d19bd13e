/** P105: the limit on the requests of one account that run in a process at the same time, whatever their rate. */

import type { App } from '../../server/src/http/app.ts';
import { openOwnPageWorld } from '../harness/own-page.ts';
import { openConnection } from '../harness/raw-http.ts';
import { API, type TestAnswer } from '../harness/test-sello.ts';
import { around, expect } from '../harness/world.ts';

const MOST = 8;

const test = around(() => openOwnPageWorld({ SELLO_MAX_RUNNING_REQUESTS: String(MOST) }));

function minuteLeft({ headers }: TestAnswer): number {
  return Number(/"minute";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
}

function freeFor({ runningRequests }: App, holder: string): number {
  let free = 0;
  while (runningRequests.takeNow(holder)) free += 1;
  for (let i = 0; i < free; i += 1) runningRequests.giveBack(holder);
  return free;
}

test('P105 an account at its limit of running requests is refused and told when to try again; the refusal counts, and others are served', async ({
  world: { sello, council },
}) => {
  const { id } = await sello.certify(council.key, 'awaited');
  const waits = () => council.call('GET', `/certificates/${id}?wait=certified&timeout=2`);
  const waiting = Array.from({ length: MOST }, waits);
  const list = () => council.call('GET', '/certificates?limit=1');
  await expect.poll(() => freeFor(sello.app, council.accountId)).toBe(0);
  const [first, second] = [await list(), await list()];
  expect(first).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } });
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
  expect(minuteLeft(first) - minuteLeft(second)).toBe(1);
  // All keys of the account share the limit. Other accounts, and the account's members, have limits of their own.
  expect((await sello.call('GET', `${API}/account`, { key: council.key })).status).toBe(429);
  const other = await sello.newAccount();
  expect((await sello.call('GET', `${API}/certificates`, { key: other.key })).status).toBe(200);
  expect((await sello.call('POST', `/api/my/${council.accountId}/code`, { payload: {} })).status).toBe(422);
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  await expect.poll(async () => (await list()).status).toBe(200);
});

test('P105 requests after each other on one connection are counted, and released when it closes', async ({
  world: { sello, council },
}) => {
  const baseUrl = await sello.listen();
  const { id } = await sello.certify(council.key, 'awaited by one connection');
  const path = `${API}/certificates/${id}?wait=certified&timeout=60`;
  const request = `GET ${path} HTTP/1.1\r\nHost: sello.test\r\nAuthorization: Bearer ${council.key}\r\n\r\n`;
  const list = async () => (await council.call('GET', '/certificates?limit=1')).status;
  const connection = await openConnection(baseUrl);
  await connection.send(request.repeat(MOST + 3));
  await expect.poll(() => freeFor(sello.app, council.accountId)).toBe(0);
  expect(await list()).toBe(429);
  connection.close();
  await expect.poll(() => freeFor(sello.app, council.accountId)).toBe(MOST);
  expect(await list()).toBe(200);
});

test('P105 people share the slots of their account, and a member of a council can take only few of its members’ slots', async ({
  world: { sello, council, signUp, enterByLink },
}) => {
  const person = await signUp();
  const places = sello.app.runningRequests;
  for (let i = 0; i < MOST; i += 1) expect(places.takeNow(person.account.id)).toBe(true);
  const refused = await person.call('GET', '/certificates');
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } });
  for (let i = 0; i < MOST; i += 1) places.giveBack(person.account.id);
  expect((await person.call('GET', '/certificates')).status).toBe(200);

  const visit = await enterByLink((await council.member()).id);
  const crowd = `${council.accountId} members`;
  for (let i = 0; i < MOST; i += 1) expect(places.takeNow(crowd)).toBe(true);
  expect((await visit.call('GET', '/me')).status).toBe(429);
  expect((await council.call('GET', '/certificates')).status).toBe(200);
  for (let i = 0; i < MOST; i += 1) places.giveBack(crowd);
  expect((await visit.call('GET', '/me')).status).not.toBe(429);
});
