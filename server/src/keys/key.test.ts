import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBase62 } from '../kernel/base62.ts';
import { hashSecret, makeSecret, nextMonth, secretHint } from './key.ts';

describe('a secret', () => {
  test('has the prefix of its mode, 30 random characters and a checksum over both', () => {
    for (const mode of ['live', 'test'] as const) {
      const secret = makeSecret('sello', mode, randomBytes);
      expect(secret).toMatch(new RegExp(`^sello_${mode}_[0-9A-Za-z]{36}$`));
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(secret.slice(0, -6)));
      expect(secret.slice(-6)).toBe(encodeBase62(crc, 6));
    }
  });

  test('is looked up by its SHA-256', () => {
    const secret = makeSecret('sello', 'live', randomBytes);
    expect(Buffer.from(hashSecret('sello', secret)!)).toEqual(createHash('sha256').update(secret).digest());
  });

  test('is never the same twice', () => {
    const made = Array.from({ length: 1_000 }, () => makeSecret('sello', 'live', randomBytes));
    expect(new Set(made).size).toBe(1_000);
  });

  test('with any one character changed, left out, added or swapped with its neighbour is not one of ours', () => {
    const secret = makeSecret('sello', 'live', randomBytes);
    for (let at = 0; at < secret.length; at++) {
      const [before, char, after] = [secret.slice(0, at), secret[at]!, secret.slice(at + 1)];
      const changed = [
        before + after,
        `${before}${char}${char}${after}`,
        `${before}${char === 'x' ? 'y' : 'x'}${after}`,
      ];
      if (after !== '' && after[0] !== char) changed.push(before + after[0] + char + after.slice(1));
      for (const text of changed) expect(hashSecret('sello', text), text).toBeUndefined();
    }
  });

  test('of another service or in another format is not one of ours', () => {
    expect(hashSecret('sello', makeSecret('notaria', 'live', randomBytes))).toBeUndefined();
    const other = makeSecret('sello', 'live', randomBytes).replace('_live_', '_prod_');
    expect(hashSecret('sello', other)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text) => hashSecret('sello', text) === undefined,
      ),
    );
    for (const text of ['', 'sello_live_', `sello_live_${'é'.repeat(36)}`])
      expect(hashSecret('sello', text)).toBeUndefined();
  });

  test('leaves a hint that shows where it comes from and nothing to guess the rest by', () => {
    const secret = makeSecret('sello', 'test', randomBytes);
    expect(secretHint(secret)).toBe(`sello_test_${secret.slice(11, 14)}…${secret.slice(-4)}`);
  });
});

test.for([
  ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z'],
] as const)('the month after %s begins at %s', ([now, next]) => {
  expect(nextMonth(new Date(now)).toISOString()).toBe(next);
});
