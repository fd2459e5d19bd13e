/** The counting of the database beside a plain model of it, over random times, rates, changes and give-backs. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../../server/src/domain/access.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';

let sello: TestSello;
let keyId: string;
let secretHash: Uint8Array;
beforeAll(async () => {
  sello = await openTestSello();
  const { key, apiKey } = await sello.newAccount();
  keyId = apiKey.id;
  secretHash = hashSecret('sello', key)!;
});
afterAll(() => sello.close());

// Shortly before the end of a month, so that many runs cross it.
const START = Date.UTC(2026, 10, 30, 23, 57, 0);

type Step =
  /** A process whose clock may be a little behind asks. */
  | { do: 'call'; afterMs: number; behindMs: number }
  | { do: 'give back'; afterMs: number; which: number }
  | { do: 'set rate'; rate: number };

type Limits = {
  rate_per_minute: number;
  minute_calls: number;
  minute_frees_ms: number | null;
  minute_opens_ms: number | null;
  monthly_quota: number;
  month_calls: number;
};

/** What the contract says, with nothing but a list of calls. */
class Model {
  rate: number;
  readonly quota: number;
  latestMs = 0;
  calls: number[] = [];
  month = 0;
  monthCalls = 0;

  constructor(rate: number, quota: number) {
    this.rate = rate;
    this.quota = quota;
  }

  call(nowMs: number): 'admitted' | 'rate_limit_exceeded' | 'quota_exceeded' {
    const at = Math.max(nowMs, this.latestMs);
    if (this.#within(at).length >= this.rate) return 'rate_limit_exceeded';
    if (this.#callsOf(at) >= this.quota) return 'quota_exceeded';
    this.monthCalls = this.#callsOf(at) + 1;
    this.month = monthOf(at);
    this.calls.push(at);
    this.latestMs = at;
    return 'admitted';
  }

  giveBack(countedMs: number): void {
    const index = this.calls.indexOf(countedMs);
    this.calls.splice(index, 1);
    if (this.month === monthOf(countedMs)) this.monthCalls -= 1;
  }

  limits(nowMs: number): Limits {
    const at = Math.max(nowMs, this.latestMs);
    const calls = this.#within(at);
    const opener = calls.length >= this.rate ? calls[calls.length - this.rate] : undefined;
    return {
      rate_per_minute: this.rate,
      minute_calls: calls.length,
      minute_frees_ms: calls[0] === undefined ? null : calls[0] + 60_000,
      minute_opens_ms: opener === undefined ? null : opener + 60_000,
      monthly_quota: this.quota,
      month_calls: this.#callsOf(at),
    };
  }

  #within(at: number): number[] {
    return this.calls.filter((ms) => ms > at - 60_000).toSorted((a, b) => a - b);
  }

  #callsOf(at: number): number {
    return this.month === monthOf(at) ? this.monthCalls : 0;
  }
}

function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

async function reset(rate: number, quota: number): Promise<void> {
  await sello.database.query(
    'reset',
    `with k as (update api_keys set rate_per_minute = $2, monthly_quota = $3 where id = $1)
     update api_key_usage set chunk_ms = '{}', chunk_calls = '{}', minute_calls = 0, month = 0, month_calls = 0,
            last_used_at = null where key_id = $1`,
    [keyId, rate, quota],
  );
}

async function admit(nowMs: number): Promise<{ verdict: string; counted_ms: number | null; limits: Limits }> {
  const [row] = await sello.database.query(
    'admit-model',
    `select verdict, counted_ms, (limits).* from admit_caller($1, 'verify:read', $2)`,
    [secretHash, new Date(nowMs)],
  );
  const { verdict, counted_ms, ...limits } = row as Limits & { verdict: string; counted_ms: number | null };
  return { verdict, counted_ms, limits };
}

async function giveBack(countedMs: number, nowMs: number): Promise<Limits> {
  const [row] = await sello.database.query('back-model', 'select l.* from give_call_back($1, $2, $3) l', [
    keyId,
    countedMs,
    new Date(nowMs),
  ]);
  return row as Limits;
}

const afterMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 500 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 59_999, 60_000, 60_001, 120_000) },
);

const stepsWith = (maxRate: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof<fc.Arbitrary<Step>[]>(
      {
        weight: 8,
        arbitrary: fc.record({
          do: fc.constant('call' as const),
          afterMs,
          behindMs: fc.constantFrom(0, 0, 1, 50, 400),
        }),
      } as never,
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('give back' as const), afterMs, which: fc.nat(50) }),
      } as never,
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('set rate' as const),
          rate: fc.integer({ min: 1, max: maxRate }),
        }),
      } as never,
    ),
    { minLength: 5, maxLength: 60 },
  );

const seed = process.env.SELLO_TEST_SEED === undefined ? {} : { seed: Number(process.env.SELLO_TEST_SEED) };

test('P16 P17 up to 64 calls a minute the database counts exactly as the model does', async () => {
  const rates = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 64 }));
  await fc.assert(
    fc.asyncProperty(rates, fc.constantFrom(4, 20, 1_000_000), stepsWith(64), async (rate, quota, steps) => {
      await reset(rate, quota);
      const model = new Model(rate, quota);
      const outstanding: number[] = [];
      let now = START;
      for (const step of steps) {
        if (step.do === 'set rate') {
          model.rate = step.rate;
          await sello.database.query('rate', 'update api_keys set rate_per_minute = $2 where id = $1', [
            keyId,
            step.rate,
          ]);
          continue;
        }
        now += step.afterMs;
        if (step.do === 'give back') {
          const [countedMs] = outstanding.splice(step.which % Math.max(outstanding.length, 1), 1);
          if (countedMs === undefined) continue;
          model.giveBack(countedMs);
          expect(await giveBack(countedMs, now)).toEqual(model.limits(now));
          continue;
        }
        const at = now - step.behindMs;
        const expected = model.call(at);
        const { verdict, counted_ms, limits } = await admit(at);
        expect({ verdict, limits }).toEqual({ verdict: expected, limits: model.limits(at) });
        if (counted_ms !== null) outstanding.push(counted_ms);
      }
    }),
    { numRuns: 300, ...seed },
  );
});

test('P16 at any rate there are never more calls than the rate in 60 seconds, and a 64th of it at most comes late', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 500 }),
      stepsWith(500),
      fc.integer({ min: 1, max: 30 }),
      async (first, steps, burst) => {
        let rate = first;
        let largestChunk = Math.ceil(rate / 64);
        await reset(rate, 1_000_000_000);
        /** Calls that were admitted and not given back. */
        const calls: number[] = [];
        let now = START;
        const within = (at: number) => calls.filter((ms) => ms > at - 60_000).length;
        const call = async (at: number) => {
          const { verdict, counted_ms, limits } = await admit(at);
          if (counted_ms !== null) {
            calls.push(counted_ms);
            expect(within(counted_ms)).toBeLessThanOrEqual(rate);
          } else {
            expect(verdict).toBe('rate_limit_exceeded');
            expect(within(Math.max(at, ...calls))).toBeGreaterThanOrEqual(rate - largestChunk);
          }
          return limits;
        };
        for (const step of steps) {
          if (step.do === 'set rate') {
            rate = step.rate;
            largestChunk = Math.max(largestChunk, Math.ceil(rate / 64));
            await sello.database.query('rate', 'update api_keys set rate_per_minute = $2 where id = $1', [
              keyId,
              rate,
            ]);
            continue;
          }
          now += step.afterMs % 5_000;
          if (step.do === 'give back') {
            const [countedMs] = calls.splice(step.which % Math.max(calls.length, 1), 1);
            if (countedMs !== undefined) await giveBack(countedMs, now);
            continue;
          }
          for (let i = 0; i < burst; i++) await call(now - step.behindMs);
        }
        const { minute_opens_ms } = await call(now);
        if (minute_opens_ms === null) return;
        // Who waits as long as told is let in.
        expect((await admit(minute_opens_ms)).verdict).toBe('admitted');
      },
    ),
    { numRuns: 60, ...seed },
  );
});
