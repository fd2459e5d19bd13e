import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PersonId } from '../../kernel/ids.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

const ANA = 'per_ana' as PersonId;

test('ten codes, all different, easy to read aloud', () => {
  const codes = makeRecoveryCodes(randomBytes);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
});

test('a code hashes the same however it is typed, and differently for another person', () => {
  const [code = ''] = makeRecoveryCodes(randomBytes);
  const hash = hashRecoveryCode(ANA, code);
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')}\n`]) {
    expect(hashRecoveryCode(ANA, typed)).toEqual(hash);
  }
  expect(hashRecoveryCode('per_eva' as PersonId, code)).not.toEqual(hash);
});

test('text that cannot be a code has no hash', () => {
  for (const text of ['', '123456', 'x'.repeat(15), 'u'.repeat(16), 'x'.repeat(17), '\0'.repeat(16)]) {
    expect(hashRecoveryCode(ANA, text)).toBeUndefined();
  }
});
