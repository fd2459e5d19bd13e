import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { UploadFields } from './upload-fields.ts';

function fieldsOf(item: Record<string, unknown>): UploadFields {
  const fields = new UploadFields();
  for (const [name, value] of Object.entries(item)) fields.keepJson(name, value);
  return fields;
}

function refusalOf(run: () => unknown): [code: string, message: string] | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.text.en];
  }
}

const SHA256 = 'ab'.repeat(32);

describe('metadata', () => {
  test('the largest that is allowed comes through, as JSON and as a text in a form', () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${i}`.padEnd(40, 'k'), 'ñ'.repeat(500)]),
    );
    expect(fieldsOf({ metadata }).texts().metadata).toEqual(metadata);
    const form = new UploadFields();
    form.keep('metadata', JSON.stringify(metadata));
    expect(form.texts().metadata).toEqual(metadata);
  });

  test.for<[string, unknown, string]>([
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])), '`metadata`'],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }, '`metadata`'],
    ['an empty key', { '': 'v' }, '`metadata`'],
    ['a key with NUL', { 'a\0': 'v' }, 'metadata'],
    ['a value of 501 characters', { order: 'v'.repeat(501) }, '`metadata.order`'],
    ['a number as a value', { order: 7 }, '`metadata.order`'],
    ['null as a value', { order: null }, '`metadata.order`'],
    ['a list', ['v'], '`metadata`'],
    ['a text', 'v', '`metadata`'],
  ])('refuses %s by name', ([, metadata, field]) => {
    const [code, message] = refusalOf(() => fieldsOf({ metadata })) ?? [];
    expect(code).toBe('validation_failed');
    expect(message).toContain(field);
  });

  test('a form that sends something else than JSON is refused, an empty input is none', () => {
    const form = new UploadFields();
    form.keep('metadata', '');
    expect(form.texts().metadata).toEqual({});
    expect(refusalOf(() => form.keep('metadata', '{order: 7}'))?.[1]).toContain('`metadata`');
  });

  test('a key that could poison prototypes is only a key', () => {
    const form = new UploadFields();
    form.keep('metadata', '{"__proto__":"x","constructor":"y"}');
    expect(Object.entries(form.texts().metadata)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('a fingerprint', () => {
  test('takes the digest in any case, and the size where one is stated', () => {
    expect(fieldsOf({ sha256: SHA256.toUpperCase() }).fingerprint()).toEqual({
      sha256: SHA256,
      sizeBytes: undefined,
    });
    const large = fieldsOf({ sha256: SHA256, file_size: Number.MAX_SAFE_INTEGER });
    expect(large.fingerprint().sizeBytes).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.for<[string, Record<string, unknown>, string, string]>([
    ['no digest', {}, 'validation_failed', 'sha256'],
    ['a short digest', { sha256: 'abc' }, 'validation_failed', '`sha256`'],
    ['a digest that is no text', { sha256: 7 }, 'validation_failed', 'sha256'],
    ['half a byte', { sha256: SHA256, file_size: 1.5 }, 'validation_failed', '`file_size`'],
    ['a negative size', { sha256: SHA256, file_size: -1 }, 'validation_failed', '`file_size`'],
    ['a size as text', { sha256: SHA256, file_size: '7' }, 'validation_failed', '`file_size`'],
    [
      'a size that no number holds',
      { sha256: SHA256, file_size: 2 ** 53 },
      'validation_failed',
      '`file_size`',
    ],
    ['no bytes', { sha256: SHA256, file_size: 0 }, 'empty_file', 'file'],
    [
      'the digest of nothing',
      { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
      'empty_file',
      'file',
    ],
  ])('refuses %s', ([, item, code, field]) => {
    const refusal = refusalOf(() => fieldsOf(item).fingerprint());
    expect(refusal?.[0]).toBe(code);
    expect(refusal?.[1]).toContain(field);
  });
});

test('an external id of 1 to 100 characters comes through, a blank one is refused', () => {
  expect(fieldsOf({ external_id: 'ñ'.repeat(100) }).texts().externalId).toBe('ñ'.repeat(100));
  for (const external_id of ['', '  ', 'x'.repeat(101), 'a\nb', 7])
    expect(refusalOf(() => fieldsOf({ external_id }))?.[1]).toContain('external_id');
});
