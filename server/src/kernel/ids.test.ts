import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowestIdAt, makeNewId, momentOfId, parseId } from './ids.ts';

test('an id says what it is and is recognised as nothing else', () => {
  const newId = makeNewId(() => new Date(), randomBytes);
  for (const prefix of ['acct', 'key', 'cert'] as const) {
    const id = newId(prefix);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`));
    expect(parseId(prefix, id)).toBe(id);
    for (const other of ['acct', 'key', 'cert'] as const) {
      if (other !== prefix) expect(parseId(other, id)).toBeUndefined();
    }
  }
});

test('ids sort by the time at which they were made', () => {
  const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(times, times, (a, b) => {
      const at = (ms: number) => makeNewId(() => new Date(ms), randomBytes)('cert');
      return a === b || a < b === at(a) < at(b);
    }),
  );
});

test('the lowest id of a moment separates older ids from newer ones, and shows the moment', () => {
  const times = fc.integer({ min: 1, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(times, (ms) => {
      const at = (moment: number) => makeNewId(() => new Date(moment), randomBytes)('cert');
      const lowest = lowestIdAt('cert', new Date(ms));
      expect(momentOfId(lowest)).toEqual(new Date(ms));
      expect(momentOfId(at(ms))).toEqual(new Date(ms));
      return at(ms - 1) < lowest && lowest <= at(ms);
    }),
  );
});

test('ids of one millisecond differ', () => {
  const newId = makeNewId(() => new Date(0), randomBytes);
  expect(new Set(Array.from({ length: 1_000 }, () => newId('key'))).size).toBe(1_000);
});

test.for([
  '',
  'cert_',
  'cert_123',
  `cert_${'0'.repeat(23)}`,
  `cert_${'0'.repeat(21)}-`,
  `cert_${'0'.repeat(21)}\n`,
  `CERT_${'0'.repeat(22)}`,
  ` cert_${'0'.repeat(22)}`,
  `cert_${'0'.repeat(22)}\n`,
  `cert_${'é'.repeat(22)}`,
])('%j is no id', (text) => {
  expect(parseId('cert', text)).toBeUndefined();
});
