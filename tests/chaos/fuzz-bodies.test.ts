/**
 * Calls every operation of the public API with bodies made from its own schema: batches, webhooks, memberships and the
 * rest.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAll } from '../harness/batch-items.ts';
import { callUntilServed, faultsIn } from '../harness/call-until-served.ts';
import { fillCouncil } from '../harness/fill-council.ts';
import { makeBodyFuzzer } from '../harness/fuzz-bodies.ts';
import { type FuzzDocument, makeFuzzer } from '../harness/fuzz-openapi.ts';
import { type HookedSello, openHookedSello } from '../harness/hooks.ts';
import { makeKnownIds } from '../harness/known-ids.ts';
import { openCouncil } from '../harness/memberships.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const AT_ONCE = 8;
const WORK_EVERY = 400;

let sello: HookedSello;
let receiver: Receiver;
beforeAll(async () => {
  sello = await openHookedSello();
  receiver = await openReceiver();
});
afterAll(async () => {
  await sello.close();
  await receiver.close();
});

test(`P38 ${FIGURES.fuzzedBodies} requests with bodies of every operation: no 5xx, every answer fits the document`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  const { key, ids, hashes } = await openStart();
  const other = await sello.newAccount();
  const document = sello.app.swagger() as unknown as FuzzDocument;
  const known = makeKnownIds(hashes);
  known.learn(ids);
  const values = {
    url: [receiver.url, receiver.url, 'http://127.0.0.1:1/', 'http://10.0.0.1/x', 'ftp://x', 'x'],
  };
  const bodies = makeBodyFuzzer(document.components?.schemas ?? {}, known, values, random);
  const draw = makeFuzzer(document, { ids: [], hashes, keys: [key, key, key, key, key, other.key] }, random, {
    bodies,
    idFor: (template) => known.forPath(template, random),
  });
  const seen = new Map<string, number>();
  const troubles: string[] = [];
  const send = async (number: number) => {
    const { operationId, method, url, call } = draw();
    const where = () =>
      `seed ${random.seed}, request ${number}: ${method} ${url} ${String(call.payload ?? '').slice(0, 1_000)}`;
    try {
      const { status, text } = await callUntilServed(sello, method, url, call);
      const name = `${operationId} ${Math.floor(status / 100)}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      if (status >= 500) troubles.push(`${status} ${text} ${where()}`);
      if (status < 300) known.learn(text.slice(0, 20_000));
    } catch (error) {
      troubles.push(`${error} ${where()}`);
    }
  };
  // First opens the connections to the database, which on a busy machine may take longer than a call may wait.
  await Promise.all(Array.from({ length: AT_ONCE }, () => sello.call('GET', `${API}/account`, { key })));
  for (let number = 0; number < FIGURES.fuzzedBodies && troubles.length < 5; number += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => send(number + more)));
    if (number % WORK_EVERY === 0) await work();
  }
  expect(troubles, troubles.join('\n')).toEqual([]);
  // The test is only useful if many operations also succeed. Each of 160 gets about five requests.
  const operations = new Set([...seen.keys()].map((name) => name.split(' ')[0]));
  const succeeded = [...seen.keys()].filter((name) => name.endsWith(' 2')).length;
  expect(operations.size).toBeGreaterThanOrEqual(100);
  expect(succeeded / operations.size).toBeGreaterThan(0.3);
  expect(faultsIn(sello)).toEqual([]);
});

/** Does the work of the background processes: batches are made and events delivered. */
async function work(): Promise<void> {
  await makeAll(sello);
  await sello.round();
  await sello.settled();
}

const LISTS =
  'certificates batches programs members memberships courses awards renewals webhooks events'.split(' ');

/** An account that has at least one record of every kind. */
async function openStart() {
  const council = await openCouncil(sello);
  await fillCouncil(council);
  const { key } = council;
  const made = await sello.certify(key, 'one');
  await sello.call('POST', `${API}/batches`, {
    key,
    payload: { items: [{ sha256: 'cd'.repeat(32), file_name: 'b' }] },
  });
  await sello.hook(key, receiver.url);
  await sello.certify(key, 'two');
  await sello.deliver();
  const lists = await Promise.all(LISTS.map((path) => sello.call('GET', `${API}/${path}?limit=20`, { key })));
  return {
    key,
    ids: lists.map(({ text }) => text).join(),
    hashes: [made.file.sha256, 'cd'.repeat(32), '0'.repeat(64)],
  };
}
