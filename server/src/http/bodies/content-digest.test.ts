import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import { openContentDigest } from './content-digest.ts';

const BODY = Buffer.from('{"a":1}');
const base64 = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64');
const SHA256 = `sha-256=:${base64('sha256', BODY)}:`;
const SHA512 = `sha-512=:${base64('sha512', BODY)}:`;
const OTHER = Buffer.from('other');

function outcomeOf(header: string, file?: Sha256Hex): string {
  try {
    const digest = openContentDigest({ headers: { 'content-digest': header } });
    digest?.update(BODY.subarray(0, 3));
    digest?.update(BODY.subarray(3));
    digest?.assertMatches(file);
    return 'matches';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

describe('Content-Digest', () => {
  test.for([
    [SHA256],
    [SHA512],
    [`${SHA256}, ${SHA512}`],
    [`${SHA512},${SHA256};q=1`],
    [SHA256.replace('sha-256', 'SHA-256')],
    // RFC 9651 §4.2.7 allows a parser to take a sequence without its padding.
    [SHA256.replace(/=:$/, ':')],
  ])('%s is checked and holds', ([header = '']) => {
    expect(outcomeOf(header)).toBe('matches');
  });

  test('every digest that is announced must hold', () => {
    const wrong512 = `sha-512=:${base64('sha512', OTHER)}:`;
    const wrong256 = `sha-256=:${base64('sha256', OTHER)}:`;
    expect(outcomeOf(wrong256)).toBe('digest_mismatch');
    expect(outcomeOf(wrong512)).toBe('digest_mismatch');
    expect(outcomeOf(`${SHA256}, ${wrong512}`)).toBe('digest_mismatch');
    expect(outcomeOf(`${wrong256}, ${SHA512}`)).toBe('digest_mismatch');
  });

  test('a SHA-256 may be that of the file in the body, a SHA-512 not', () => {
    const file = createHash('sha256').update(OTHER).digest('hex') as Sha256Hex;
    expect(outcomeOf(`sha-256=:${base64('sha256', OTHER)}:`, file)).toBe('matches');
    expect(outcomeOf(`sha-512=:${base64('sha512', OTHER)}:`, file)).toBe('digest_mismatch');
  });

  test.for([
    [''],
    ['sha-256'],
    ['sha-256=abc'],
    ['sha-256=::'],
    [`sha-256=:${base64('sha512', BODY)}:`],
    ['sha-256=:!!!!:'],
    [`${SHA256},`],
    [`${SHA256} ${SHA512}`],
    [`md5=:${base64('md5', BODY)}:`],
    [`${SHA256}, md5=:${base64('md5', BODY)}:`],
    ['unixsum=:AAAA:'],
    ['id-sha-256=:AAAA:'],
  ])('%s is refused, never passed over', ([header = '']) => {
    expect(outcomeOf(header)).toBe('validation_failed');
  });
});
