import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { commitmentOf, drawnPlaces } from './draw-rule.ts';
import { sortByHash } from './sort-by-hash.ts';

test('the order is that of a plain sort, also for few, equal and short hashes', async () => {
  const many = Array.from({ length: 20_000 }, () => randomBytes(32));
  const odd = ['', '00', 'ff', 'fff0', 'ff', '0010', '000f', ...'0123456789abcdef'].map((hex) =>
    Buffer.from(hex.padEnd(hex.length + (hex.length % 2), '0'), 'hex'),
  );
  for (const list of [[], many.slice(0, 3), many, odd])
    expect(await sortByHash(list, (hash) => hash)).toEqual([...list].sort(Buffer.compare));
});

test('P105 while a hundred thousand candidates are drawn, timers run in between', async () => {
  const salt = randomBytes(32);
  const commitments = Array.from({ length: 100_000 }, (_, i) => commitmentOf(salt, `mbs_${i}`));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const places = await drawnPlaces(randomBytes(32), commitments, 100_000);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
  expect(new Set(places).size).toBe(100_000);
});
