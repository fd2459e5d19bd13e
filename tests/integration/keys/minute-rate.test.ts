import { beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '../../../server/src/kernel/actor.ts';
import { changeKey } from '../../../server/src/keys/manage-keys.ts';
import { forFile } from '../../harness/for-file.ts';
import { type FrozenSello, openFrozen } from '../../harness/frozen-sello.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

let processes: TestSello[];
const sello = forFile(openTestSello);
beforeAll(async () => {
  processes = [sello, await sello.another(), await sello.another()];
});

const URL = `${API}/verify/${'0'.repeat(64)}`;

test('P16 over three processes, never more than the rate is admitted in any 60 seconds, and never fewer than possible', async () => {
  const rate = 6;
  const { key } = await sello.newAccount({ key: { ratePerMinute: rate } });
  const random = seededRandom();
  const start = new Date('2026-03-10T12:00:00Z');
  // Their clocks differ slightly, as real ones do.
  const skews = [0, 40, -25];
  const frozen: FrozenSello[] = [];
  for (const one of processes) frozen.push(await openFrozen(one, start));
  let now = start.getTime();
  let judgedAt = 0;
  const admitted: number[] = [];
  for (let i = 0; i < 400; i++) {
    now += random.below(4) === 0 ? 0 : random.below(15_000);
    const which = random.below(3);
    const one = frozen[which]!;
    one.now = now + skews[which]!;
    const { status, headers } = await one.get(URL, key);
    // The latest clock seen so far counts.
    const at = Math.max(judgedAt, one.now);
    const before = admitted.filter((time) => time > at - 60_000).length;
    expect(status, `seed ${random.seed}, call ${i}`).toBe(before < rate ? 200 : 429);
    if (status === 200) {
      admitted.push(at);
      judgedAt = at;
    } else if (random.below(2) === 0) {
      const waitedMs = Number(headers['retry-after']) * 1_000;
      now += waitedMs;
      one.now += waitedMs;
      expect((await one.get(URL, key)).status, `seed ${random.seed}, after call ${i}`).toBe(200);
      judgedAt = Math.max(judgedAt, one.now);
      admitted.push(judgedAt);
    }
  }
  for (const last of admitted) {
    expect(admitted.filter((time) => time > last - 60_000 && time <= last).length).toBeLessThanOrEqual(rate);
  }
  for (const one of frozen) await one.close();
});

test('P16 of many calls at once over three processes exactly the rate is admitted', async () => {
  for (const rate of [20, 100]) {
    const { key } = await sello.newAccount({ key: { ratePerMinute: rate } });
    const answers = await Promise.all(
      Array.from({ length: rate + 40 }, (_, i) => processes[i % 3]!.call('GET', URL, { key })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(rate);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.error)).toEqual(Array(40).fill('rate_limit_exceeded'));
    const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    expect(left.toSorted((a, b) => b - a)).toEqual(
      [...Array(rate).keys()].toReversed().concat(Array(40).fill(0)),
    );
  }
});

test('P16 waiting for Retry-After, and not a second less, opens the window', async () => {
  const frozen = await openFrozen(sello, new Date('2026-03-10T12:00:00.250Z'));
  const { key } = await sello.newAccount({ key: { ratePerMinute: 2 } });
  const start = frozen.now;
  expect((await frozen.get(URL, key)).status).toBe(200);
  frozen.now = start + 10_400;
  expect((await frozen.get(URL, key)).status).toBe(200);
  frozen.now = start + 30_900;
  const refused = await frozen.get(URL, key);
  expect(refused.headers['retry-after']).toBe('30');
  expect(refused.headers.ratelimit).toMatch(/^"minute";r=0;t=30, /);
  frozen.now = start + 59_999;
  expect((await frozen.get(URL, key)).status).toBe(429);
  frozen.now = start + 60_000;
  const { status, headers } = await frozen.get(URL, key);
  expect(status).toBe(200);
  expect(headers.ratelimit).toMatch(/^"minute";r=0;t=11, /);
  await frozen.close();
});

test('P16 a lowered rate counts what the window already holds', async () => {
  const frozen = await openFrozen(sello, new Date('2026-03-10T12:00:00Z'));
  const { account, key, apiKey } = await sello.newAccount({ key: { ratePerMinute: 10 } });
  const start = frozen.now;
  for (let i = 0; i < 5; i++) {
    frozen.now = start + i * 1_000;
    expect((await frozen.get(URL, key)).status).toBe(200);
  }
  await changeKey(sello.ports, sello.config, account, apiKey.id, { ratePerMinute: 2 }, OPERATOR);
  const refused = await frozen.get(URL, key);
  // Four of the five calls must leave the window before there is room for one.
  expect(refused.headers['retry-after']).toBe('59');
  frozen.now = start + 63_000;
  expect((await frozen.get(URL, key)).status).toBe(200);
  expect((await frozen.get(URL, key)).status).toBe(429);
  await frozen.close();
});

test('P16 a call that fails after it has left the window does not give back another call’s slot', async () => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const frozen = await openFrozen(sello, new Date('2026-03-10T12:00:00Z'));
  const start = frozen.now;
  const call = { keyId: '' as never, countedMs: start };
  expect((await frozen.get(URL, key)).status).toBe(200);
  const [row] = await sello.database.query(
    'select key_id from api_key_usage where $1 = any (chunk_ms)',
    [start],
    'id',
  );
  call.keyId = row!.key_id as never;
  frozen.now = start + 60_000;
  expect((await frozen.get(URL, key)).status).toBe(200);
  const limits = await sello.ports.access.giveBack(call, new Date(frozen.now));
  expect(limits).toMatchObject({ minuteCalls: 1, monthCalls: 1 });
  expect((await frozen.get(URL, key)).status).toBe(429);
  await frozen.close();
});
