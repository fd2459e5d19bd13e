import { describe, expect, test } from 'vitest';
import { readAnchoringSettings } from '../anchoring/settings.ts';
import { isoTime } from '../kernel/clock.ts';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import type { Certificate } from './certificate.ts';
import { estimateFinalMs, timelineOf } from './timeline.ts';

const anchoringOf = (env: Environment) => readAnchoringSettings(readSettings(env));

const createdAt = new Date('2026-03-01T12:00:00Z');
const stamped = {
  livemode: true,
  createdAt: isoTime(createdAt),
  timestamp: { psc: 'PSC', genTime: '2026-03-01T12:00:00.25Z' },
  leafIndex: undefined,
  anchor: undefined,
} as unknown as Certificate;
const logged = { ...stamped, leafIndex: 7 };
const anchor = {
  network: 'eip155:1',
  blockNumber: 9,
  blockTime: '2026-03-01T12:05:00.000Z',
  confirmations: 1,
  isFinal: false,
  changedAt: '2026-03-01T12:05:10.000Z',
} as unknown as Certificate['anchor'];
const mined = { ...logged, anchor };
const final = { ...logged, anchor: { ...anchor, isFinal: true } } as Certificate;

describe('the timeline', () => {
  test('has exactly one step in progress, until the last is done', () => {
    const states = [stamped, logged, mined, final].map((certificate) =>
      timelineOf(certificate, createdAt).map(({ state }) => state),
    );
    expect(states).toEqual([
      ['done', 'done', 'now', 'waiting', 'waiting'],
      ['done', 'done', 'done', 'now', 'waiting'],
      ['done', 'done', 'done', 'done', 'now'],
      ['done', 'done', 'done', 'done', 'done'],
    ]);
  });

  test('gives each finished step its own time, and the others none', () => {
    const times = timelineOf(mined, undefined).map(({ at }) => at?.toISOString());
    expect(times).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:00:00.250Z',
      undefined,
      '2026-03-01T12:05:00.000Z',
      undefined,
    ]);
  });

  test('never shows a file as received after its stamp: then only the order is stated', () => {
    const [received, stamp] = timelineOf(
      { ...stamped, createdAt: isoTime(new Date('2026-03-01T12:00:00.251Z')) },
      undefined,
    );
    expect(received).toMatchObject({ state: 'done', at: undefined, detail: { en: 'Before it was stamped' } });
    expect(stamp?.at?.toISOString()).toBe('2026-03-01T12:00:00.250Z');
    const [early] = timelineOf(stamped, undefined);
    expect(early).toMatchObject({ at: createdAt, detail: undefined });
  });
});

describe('the estimate', () => {
  const key = `0x${'1'.repeat(64)}`;
  const onChain = anchoringOf({
    SELLO_CHAIN_RPC_URL: 'http://127.0.0.1:1',
    SELLO_CHAIN_ID: '1',
    SELLO_CHAIN_KEY: key,
    SELLO_CHAIN_FINALITY: '10',
  });
  const after = (ms: number) => new Date(createdAt.getTime() + ms);

  test('is a few seconds on the embedded chain, for test certificates everywhere', () => {
    expect(estimateFinalMs(anchoringOf({}), stamped, createdAt)).toBe(4_000);
    expect(estimateFinalMs(onChain, { ...stamped, livemode: false }, createdAt)).toBe(4_000);
  });

  test('counts down from the interval, and from the block once there is one', () => {
    const whole = onChain.anchorIntervalMs + 30_000 + 120_000;
    expect(estimateFinalMs(onChain, stamped, after(60_000))).toBe(whole - 60_000);
    expect(estimateFinalMs(onChain, mined, after(300_000))).toBe(120_000);
  });

  test('is not made up for a certificate that is final or long overdue', () => {
    expect(estimateFinalMs(onChain, final, createdAt)).toBeUndefined();
    expect(estimateFinalMs(onChain, stamped, after(86_400_000))).toBeUndefined();
  });
});
