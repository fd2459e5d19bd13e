import { expect, test } from 'vitest';
import { makeNetworkRate } from './network-rate.ts';

const START = 1_800_000_000_000;
const SEEDS = [0x1234_5678, 0x9abc_def0];

function takeAll(rate: ReturnType<typeof makeNetworkRate>, ip: string, nowMs: number, most = 10_000): number {
  for (let taken = 0; taken < most; taken++) if (rate.take(ip, 1, nowMs) > 0) return taken;
  return most;
}

test('half a minute’s requests are admitted at once, and then as many as become free', () => {
  const rate = makeNetworkRate(1_200, SEEDS);
  expect(takeAll(rate, '192.0.2.1', START)).toBe(600);
  expect(rate.take('192.0.2.1', 1, START)).toBe(50);
  expect(takeAll(rate, '192.0.2.1', START + 1_000)).toBe(20);
  expect(takeAll(rate, '192.0.2.1', START + 60_000)).toBe(600);
});

test('expensive requests count more, but are never impossible', () => {
  const rate = makeNetworkRate(1_200, SEEDS);
  expect(rate.take('192.0.2.1', 590, START)).toBe(0);
  expect(rate.take('192.0.2.1', 20, START)).toBe(500);
  expect(rate.take('192.0.2.1', 10, START)).toBe(0);
  const tiny = makeNetworkRate(1, SEEDS);
  expect(tiny.take('192.0.2.1', 10, START)).toBe(0);
  expect(tiny.take('192.0.2.1', 1, START)).toBeGreaterThan(0);
});

test('a /64 is one network, and other networks have their own', () => {
  const rate = makeNetworkRate(1_200, SEEDS);
  expect(takeAll(rate, '2001:db8::1', START)).toBe(600);
  expect(rate.take('2001:db8::2', 1, START)).toBeGreaterThan(0);
  expect(rate.take('2001:db8:0:1::1', 1, START)).toBe(0);
});

test('P108 a /48 has ten times the limit of one of its networks, however its requests are spread', () => {
  const rate = makeNetworkRate(1_200, SEEDS);
  let taken = 0;
  for (let i = 0; i < 30; i++) taken += takeAll(rate, `2001:db8:0:${i.toString(16)}::1`, START);
  expect(taken).toBe(6_000);
  expect(takeAll(rate, '2001:db8:1::1', START)).toBe(600);
});

test('a thousand greedy networks use up nothing of the honest ones’ limits', () => {
  const rate = makeNetworkRate(1_200, SEEDS);
  for (let i = 0; i < 1_000; i++) takeAll(rate, `10.0.${i >> 8}.${i & 255}`, START);
  const refused = Array.from({ length: 1_000 }, (_, i) =>
    rate.take(`192.168.${i >> 8}.${i & 255}`, 1, START),
  );
  expect(refused.filter((waitMs) => waitMs > 0).length).toBeLessThan(5);
});

test('0 is no limit', () => {
  expect(takeAll(makeNetworkRate(0, SEEDS), '192.0.2.1', START)).toBe(10_000);
});
