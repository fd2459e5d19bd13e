import { expect, test } from 'vitest';
import type { CallerLimits } from '../key.ts';
import { rateLimitHeaders } from './guards.ts';

const NOW = new Date('2026-01-19T00:00:00.500Z');
const LIMITS: CallerLimits = {
  ratePerMinute: 60,
  minuteCalls: 19,
  minuteFreesAt: new Date('2026-01-19T00:00:12.000Z'),
  minuteOpensAt: undefined,
  monthlyQuota: 1_000,
  monthCalls: 127,
};

test('policy and state have the documented format', () => {
  expect(rateLimitHeaders(LIMITS, NOW)).toEqual({
    'ratelimit-policy': '"minute";q=60;w=60, "month";q=1000',
    ratelimit: '"minute";r=41;t=12, "month";r=873;t=1123200',
  });
});

test('an unused minute has nothing to wait for', () => {
  const { ratelimit } = rateLimitHeaders({ ...LIMITS, minuteCalls: 0, minuteFreesAt: undefined }, NOW);
  expect(ratelimit).toMatch(/^"minute";r=60;t=0, /);
});

test('in a full minute, `t` is when a call will be admitted, not when the oldest call expires', () => {
  const full = { ...LIMITS, ratePerMinute: 10, minuteOpensAt: new Date('2026-01-19T00:00:40.501Z') };
  expect(rateLimitHeaders(full, NOW).ratelimit).toMatch(/^"minute";r=0;t=41, /);
});

test('limits lowered below the current usage show zero, never less', () => {
  const lowered = { ...LIMITS, ratePerMinute: 1, monthlyQuota: 1 };
  expect(rateLimitHeaders(lowered, NOW).ratelimit).toMatch(/^"minute";r=0;t=12, "month";r=0;/);
});

test('a time in the past counts as now', () => {
  const past = { ...LIMITS, minuteFreesAt: new Date(0) };
  expect(rateLimitHeaders(past, NOW).ratelimit).toContain(';t=0,');
});
