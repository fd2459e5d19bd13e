/** The database's counting against a simple model, over random times, rates, changes and returned calls. */

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../../../server/src/keys/key.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let keyId: string;
let secretHash: Uint8Array;
const sello = forFile(openTestSello);
beforeAll(async () => {
  const { key, apiKey } = await sello.newAccount();
  keyId = apiKey.id;
  secretHash = hashSecret('sello', key)!;
  await sello.database.query(PLAY, [], 'play');
});

type Step =
  /** Calls that arrive together at a process whose clock shows this time. */
  | { do: 'call'; at: number; calls: number }
  /** Gives back the call at this index (modulo their number) among those admitted and not given back. */
  | { do: 'give back'; at: number; which: number }
  | { do: 'set rate'; rate: number };

type Limits = {
  rate_per_minute: number;
  minute_calls: number;
  minute_frees_ms: number | null;
  minute_opens_ms: number | null;
  monthly_quota: number;
  month_calls: number;
};

type Outcome = { verdict: string | null; counted_ms: number | null; admitted: number | null; limits: Limits };

/** Runs all steps in one database round trip, so that there can be many. */
const PLAY = `
  create function play(p_secret_hash bytea, p_key text, p_rate integer, p_quota integer, p_steps jsonb)
    returns setof jsonb language plpgsql as $$
  declare
    step jsonb;
    at timestamptz;
    a record;
    outstanding bigint[] := '{}';
    which integer;
  begin
    update api_keys set rate_per_minute = p_rate, monthly_quota = p_quota where id = p_key;
    update api_key_usage set chunk_ms = '{}', chunk_calls = '{}', minute_calls = 0, month = 0, month_calls = 0,
           last_used_at = null where key_id = p_key;
    for step in select jsonb_array_elements(p_steps) loop
      at := to_timestamp((step ->> 'at')::numeric / 1000);
      case step ->> 'do'
        when 'call' then
          select * into a from admit_caller(p_secret_hash, 'verify:read', at, (step ->> 'calls')::integer);
          outstanding := outstanding || array_fill(a.counted_ms, array[a.admitted]);
          return next jsonb_build_object('verdict', a.verdict, 'counted_ms', a.counted_ms, 'admitted', a.admitted,
            'limits', a.limits);
        when 'give back' then
          if cardinality(outstanding) > 0 then
            which := (step ->> 'which')::integer % cardinality(outstanding) + 1;
            return next jsonb_build_object('verdict', null, 'counted_ms', outstanding[which], 'admitted', null,
              'limits', give_call_back(p_key, outstanding[which], at));
            outstanding := outstanding[:which - 1] || outstanding[which + 1:];
          end if;
        else
          update api_keys set rate_per_minute = (step ->> 'rate')::integer where id = p_key;
      end case;
    end loop;
  end $$`;

async function play(rate: number, quota: number, steps: readonly Step[]): Promise<Outcome[]> {
  const rows = await sello.database.query(
    'select play($1, $2, $3, $4, $5) as outcome',
    [secretHash, keyId, rate, quota, JSON.stringify(steps)],
    'run',
  );
  return rows.map(({ outcome }) => outcome as Outcome);
}

/** The contract, implemented with a plain list of calls. */
class Model {
  rate: number;
  readonly quota: number;
  /** Counted and not given back, oldest first. */
  calls: number[] = [];
  #outstanding = 0;
  #latestMs = 0;
  #month = 0;
  #monthCalls = 0;

  constructor(rate: number, quota: number) {
    this.rate = rate;
    this.quota = quota;
  }

  /** Counts the calls one after the other, until one is refused. */
  call(nowMs: number, calls: number): Outcome {
    const at = Math.max(nowMs, this.#latestMs);
    let verdict = 'admitted';
    let admitted = 0;
    while (admitted < calls && verdict === 'admitted') {
      verdict = this.#judge(at);
      if (verdict === 'admitted') admitted += 1;
    }
    return { verdict, counted_ms: admitted > 0 ? at : null, admitted, limits: this.limits(at) };
  }

  giveBack(countedMs: number, nowMs: number): Outcome {
    const at = Math.max(nowMs, this.#latestMs);
    this.#outstanding -= 1;
    // A call older than a minute no longer occupies a slot to give back.
    if (countedMs > at - 60_000) this.calls.splice(this.calls.indexOf(countedMs), 1);
    if (this.#month === monthOf(countedMs)) this.#monthCalls -= 1;
    return { verdict: null, counted_ms: countedMs, admitted: null, limits: this.limits(at) };
  }

  limits(at: number): Limits {
    const calls = this.within(at);
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

  get hasOutstanding(): boolean {
    return this.#outstanding > 0;
  }

  within(at: number): number[] {
    return this.calls.filter((ms) => ms > at - 60_000);
  }

  #judge(at: number): string {
    if (this.within(at).length >= this.rate) return 'rate_limit_exceeded';
    if (this.#callsOf(at) >= this.quota) return 'quota_exceeded';
    this.#monthCalls = this.#callsOf(at) + 1;
    this.#month = monthOf(at);
    this.calls.push(at);
    this.#outstanding += 1;
    this.#latestMs = at;
    return 'admitted';
  }

  #callsOf(at: number): number {
    return this.#month === monthOf(at) ? this.#monthCalls : 0;
  }
}

function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

// Shortly before the end of a month, so that many runs cross it.
const START = Date.UTC(2026, 10, 30, 23, 57, 0);

type Move = {
  afterMs: number;
  behindMs: number;
  times: number;
  calls: number;
  giveBack: number | null;
  rate: number | null;
};

/** Bursts of calls with pauses, by processes whose clocks may be slightly behind. */
const movesWith = (maxRate: number, maxTimes: number, pause: fc.Arbitrary<number>): fc.Arbitrary<Move[]> =>
  fc.array(
    fc.record({
      afterMs: pause,
      behindMs: fc.constantFrom(0, 0, 0, 1, 50, 400),
      times: fc.integer({ min: 0, max: maxTimes }),
      calls: fc.constantFrom(1, 1, 1, 2, 5),
      giveBack: fc.option(fc.nat(500), { freq: 3 }),
      rate: fc.option(fc.integer({ min: 1, max: maxRate }), { freq: 12 }),
    }),
    { minLength: 3, maxLength: 50, size: 'max' },
  );

function toSteps(moves: readonly Move[]): Step[] {
  let now = START;
  return moves.flatMap(({ afterMs, behindMs, times, calls, giveBack, rate }): Step[] => {
    now += afterMs;
    return [
      ...(rate === null ? [] : [{ do: 'set rate', rate } as const]),
      ...Array<Step>(times).fill({ do: 'call', at: now - behindMs, calls }),
      ...(giveBack === null ? [] : [{ do: 'give back', at: now, which: giveBack } as const]),
    ];
  });
}

const SEED = process.env.SELLO_TEST_SEED === undefined ? {} : { seed: Number(process.env.SELLO_TEST_SEED) };

test('P16 P17 up to 64 calls a minute the database counts exactly as the model does', async () => {
  const rates = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 64 }));
  const pause = fc.oneof(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.constantFrom(0, 59_999, 60_000, 60_001),
  );
  const runs = fc.asyncProperty(
    rates,
    fc.constantFrom(4, 20, 1_000_000),
    movesWith(64, 9, pause),
    async (rate, quota, moves) => {
      const steps = toSteps(moves);
      const outcomes = await play(rate, quota, steps);
      const model = new Model(rate, quota);
      for (const step of steps) {
        if (step.do === 'set rate') model.rate = step.rate;
        if (step.do === 'call') expect(outcomes.shift()).toEqual(model.call(step.at, step.calls));
        if (step.do === 'give back' && model.hasOutstanding) {
          const outcome = outcomes.shift();
          expect(outcome).toEqual(model.giveBack(outcome?.counted_ms ?? 0, step.at));
        }
      }
    },
  );
  await fc.assert(runs, { numRuns: 60, interruptAfterTimeLimit: 45_000, ...SEED });
});

test('P16 at any rate there are never more calls than the rate in 60 seconds, and at most a 64th is admitted late', async () => {
  const rates = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 65, max: 200 }));
  const pause = fc.integer({ min: 0, max: 6_000 });
  const runs = fc.asyncProperty(rates, movesWith(500, 40, pause), async (first, moves) => {
    const steps = toSteps(moves);
    const last = steps.findLast((step) => step.do !== 'set rate')?.at ?? START;
    const final: Step = { do: 'call', at: last, calls: 1 };
    const outcomes = await play(first, 1_000_000_000, [...steps, final]);
    let rate = first;
    let largestChunk = Math.ceil(rate / 64);
    let outstanding = 0;
    const held = new Model(0, 0);
    for (const step of steps) {
      if (step.do === 'set rate') {
        rate = step.rate;
        largestChunk = Math.max(largestChunk, Math.ceil(rate / 64));
      } else if (step.do === 'call') {
        const { counted_ms: countedMs, admitted } = outcomes.shift()!;
        const latest = countedMs ?? Math.max(step.at, held.calls.at(-1) ?? 0);
        held.calls.push(...Array<number>(admitted ?? 0).fill(latest));
        outstanding += admitted ?? 0;
        const count = held.within(latest).length;
        if (count > rate && countedMs !== null) throw new Error(`admitted as number ${count} of ${rate}`);
        if (admitted !== step.calls && count < rate - largestChunk)
          throw new Error(`refused with ${count} of ${rate}`);
      } else if (outstanding > 0) {
        outstanding -= 1;
        held.calls.splice(held.calls.indexOf(outcomes.shift()!.counted_ms!), 1);
      }
    }
    // A caller that waits for Retry-After is admitted.
    const opensAt = outcomes.shift()!.limits.minute_opens_ms;
    if (opensAt === null) return;
    const waited = await play(first, 1_000_000_000, [...steps, final, { do: 'call', at: opensAt, calls: 1 }]);
    expect(waited.at(-1)?.verdict).toBe('admitted');
  });
  await fc.assert(runs, { numRuns: 25, interruptAfterTimeLimit: 45_000, ...SEED });
});
