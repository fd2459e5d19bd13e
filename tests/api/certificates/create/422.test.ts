import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { fileForm, multipart, type Part } from '../../../harness/multipart.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API, type TestCall } from '../../../harness/test-sello.ts';

const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount());

const post = ({ headers, payload }: TestCall, language = 'en') =>
  sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    headers: { 'idempotency-key': 'refused', 'accept-language': language, ...headers },
    ...(payload !== undefined && { payload }),
  });

/** Expects this code, a message in both languages that names `field`, and nothing used up but the call. */
async function expectRefusal(call: TestCall, code: string, field: string): Promise<void> {
  const before = await takeStock(sello, caller);
  const english = await post(call);
  expect([english.status, english.body.error]).toEqual([422, code]);
  expect(Object.keys(english.body)).toEqual(['error', 'message']);
  expect(english.body.message).toContain(field);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  const spanish = await post(call, 'es');
  expect(spanish.headers['content-language']).toBe('es');
  expect(spanish.body.error).toBe(code);
  expect(spanish.body.message).toContain(field);
  expect(spanish.body.message).not.toBe(english.body.message);
  expect(spanish.body.message).toMatch(SPANISH);
}

const SPANISH = / (de|debe|que|es|se|una?|no|falta|como|está) |falta;|envíe/;

const FILE = { name: 'file', value: 'x', filename: 'a.txt' } satisfies Part;
const JSON_FILE = { file_name: 'a.txt', file_base64: 'eA==' };

describe('validation_failed names the field', () => {
  test.for<[string, string, Part[]]>([
    ['no part at all', 'file', []],
    ['no file', 'file', [{ name: 'title', value: 'T' }]],
    ['file sent as text', 'file', [{ name: 'file', value: 'x' }]],
    ['file under another name', 'document', [{ ...FILE, name: 'document' }]],
    ['two files', 'file', [FILE, FILE]],
    ['two titles', 'title', [{ name: 'title', value: 'a' }, { name: 'title', value: 'b' }, FILE]],
    ['a title of 501 characters', 'title', [{ name: 'title', value: '€'.repeat(501) }, FILE]],
    ['a title after the file that is too long', 'title', [FILE, { name: 'title', value: 'a'.repeat(501) }]],
    ['a title of two lines', 'title', [{ name: 'title', value: 'a\nb' }, FILE]],
    ['a title that is not UTF-8', 'title', [{ name: 'title', value: Buffer.from([0xff]) }, FILE]],
    [
      'a description of 5,001 characters',
      'description',
      [{ name: 'description', value: 'a'.repeat(5_001) }, FILE],
    ],
    ['a description with NUL', 'description', [{ name: 'description', value: 'a\0' }, FILE]],
    [
      'a document_type of 101 characters',
      'document_type',
      [{ name: 'document_type', value: 'a'.repeat(101) }, FILE],
    ],
    ['a file name of 256 characters', 'file', [{ ...FILE, filename: 'a'.repeat(256) }]],
    ['a file name of 4 KB', 'file', [{ ...FILE, filename: 'a'.repeat(4_096) }]],
    ['an empty file name', 'file', [{ ...FILE, filename: '' }]],
    ['a file name of two lines', 'file', [{ ...FILE, filename: 'a\r\nb' }]],
    ['no media type', 'file', [{ ...FILE, type: 'nonsense' }]],
    ['an invalid sha256', 'sha256', [{ name: 'sha256', value: 'abc' }, FILE]],
  ])('in a form with %s', async ([, field, parts]) => {
    await expectRefusal(multipart(parts), 'validation_failed', field);
  });

  test.for<[string, string, object]>([
    ['nothing in it', 'file_name', {}],
    ['no file_name', 'file_name', { file_base64: 'eA==' }],
    ['no file_base64', 'file_base64', { file_name: 'a' }],
    ['file_name null', 'file_name', { ...JSON_FILE, file_name: null }],
    ['file_name empty', 'file_name', { ...JSON_FILE, file_name: '' }],
    ['file_name of 256 characters', 'file_name', { ...JSON_FILE, file_name: 'a'.repeat(256) }],
    ['file_name with NUL', 'file_name', { ...JSON_FILE, file_name: 'a\0b' }],
    ['file_base64 null', 'file_base64', { ...JSON_FILE, file_base64: null }],
    ['file_base64 an array', 'file_base64', { ...JSON_FILE, file_base64: ['eA=='] }],
    ['file_mime without a slash', 'file_mime', { ...JSON_FILE, file_mime: 'pdf' }],
    ['file_mime with a line end', 'file_mime', { ...JSON_FILE, file_mime: 'text/plain\r\nX: 1' }],
    ['a title that is a number', 'title', { ...JSON_FILE, title: 7 }],
    ['a title with a lone surrogate', 'title', { ...JSON_FILE, title: '\ud800' }],
    ['a title of 501 characters', 'title', { ...JSON_FILE, title: 'a'.repeat(501) }],
    ['a title with DEL', 'title', { ...JSON_FILE, title: '\x7f' }],
    ['a description that is an object', 'description', { ...JSON_FILE, description: {} }],
    ['a document_type of 101 characters', 'document_type', { ...JSON_FILE, document_type: 'a'.repeat(101) }],
    ['an invalid sha256', 'sha256', { ...JSON_FILE, sha256: 'g'.repeat(64) }],
  ])('in JSON with %s', async ([, field, payload]) => {
    await expectRefusal({ payload }, 'validation_failed', field);
  });

  test('when a JSON field is repeated', async () => {
    const payload = '{"file_name":"a","title":"a","file_base64":"eA==","title":"b"}';
    await expectRefusal(
      { headers: { 'content-type': 'application/json' }, payload },
      'validation_failed',
      'title',
    );
  });

  test.for(['', '""', 'two words', 'ñ', 'a'.repeat(256), 'a, b'])(
    'when the Idempotency-Key is "%s"',
    async (key) => {
      const form = fileForm('x');
      const call = { payload: form.payload, headers: { ...form.headers, 'idempotency-key': key } };
      await expectRefusal(call, 'validation_failed', 'Idempotency-Key');
    },
  );

  test('when the Content-Digest is not in the syntax of RFC 9530', async () => {
    const form = fileForm('x');
    for (const digest of ['sha-256=abc', 'sha-256=:abc:', `sha-256=${'a'.repeat(64)}`]) {
      const call = { payload: form.payload, headers: { ...form.headers, 'content-digest': digest } };
      await expectRefusal(call, 'validation_failed', 'Content-Digest');
    }
  });
});

test.for([
  'eA', // padding missing
  'eA=', // half the padding
  'eA===', // too much padding
  'eB==', // stray bits
  'eA==eA==', // two values in a row
  '=eA=',
  'e',
  'e A==',
  'e-_=',
  'data:text/plain;base64,eA==',
  'ñ',
  'eHh4\u0000',
])('invalid_base64 for "%s"', async (file_base64) => {
  await expectRefusal({ payload: { file_name: 'a', file_base64 } }, 'invalid_base64', 'file_base64');
});

test('invalid_base64 for line breaks, which MIME encoders write', async () => {
  await expectRefusal(
    { payload: { file_name: 'a', file_base64: 'eA==\r\n' } },
    'invalid_base64',
    'file_base64',
  );
});

test('empty_file in both encodings', async () => {
  await expectRefusal(fileForm(''), 'empty_file', 'file');
  await expectRefusal({ payload: { file_name: 'a', file_base64: '' } }, 'empty_file', 'file');
});

describe('digest_mismatch', () => {
  const wrong = createHash('sha256').update('another file').digest();

  test('for a sha256 of other bytes, in both encodings', async () => {
    const sha256 = wrong.toString('hex');
    await expectRefusal(fileForm('x', { sha256 }), 'digest_mismatch', 'sha256');
    await expectRefusal({ payload: { ...JSON_FILE, sha256 } }, 'digest_mismatch', 'sha256');
  });

  test('for a Content-Digest of neither the body nor the file', async () => {
    const form = fileForm('x');
    const digest = `sha-256=:${wrong.toString('base64')}:`;
    const headers = { ...form.headers, 'content-digest': digest };
    await expectRefusal({ payload: form.payload, headers }, 'digest_mismatch', 'Content-Digest');
  });

  test('for a body damaged in transit', async () => {
    const form = fileForm('the whole truth', { title: 'a title' });
    const digest = `sha-256=:${createHash('sha256').update(form.payload).digest('base64')}:`;
    const damaged = Buffer.from(form.payload.toString().replace('a title', 'a tithe'));
    const headers = { ...form.headers, 'content-digest': digest };
    await expectRefusal({ payload: damaged, headers }, 'digest_mismatch', 'Content-Digest');
  });
});

test('the Idempotency-Key of every refusal above can be used for the corrected request', async () => {
  const { status, headers } = await post(fileForm('mended'));
  expect(status).toBe(201);
  expect(headers['idempotent-replayed']).toBeUndefined();
});

test('whoever sends the placeholder of Postman as Idempotency-Key is told so at the second file', async () => {
  const sent = (content: string, key: string) => {
    const form = fileForm(content, {}, 'a.pdf');
    return { payload: form.payload, headers: { ...form.headers, 'idempotency-key': key } };
  };
  expect((await post(sent('one', '<string>'))).status).toBe(201);
  await expectRefusal(sent('two', '<string>'), 'idempotency_key_reused', '{{$guid}}');
  expect((await post(sent('two', '8f14e45f-ceea-467f-a9c4-1d2f3a4b5c6d'))).status).toBe(201);
});

test('idempotency_key_reused for other content, and for any other field, under a used key', async () => {
  const reuse = { 'idempotency-key': 'used' };
  const sent = (content: string, fields: Record<string, string> = {}, name = 'a.pdf') => {
    const form = fileForm(content, fields, name);
    return { payload: form.payload, headers: { ...form.headers, ...reuse } };
  };
  const first = await post(sent('content', { title: 'T' }));
  expect(first.status).toBe(201);
  for (const call of [
    sent('other content', { title: 'T' }),
    sent('content', { title: 'other' }),
    sent('content', { title: 'T', description: '' }),
    sent('content', { title: 'T', document_type: 'd' }),
    sent('content', { title: 'T' }, 'b.pdf'),
    { payload: { ...JSON_FILE, title: 'T' }, headers: reuse },
  ]) {
    await expectRefusal(call, 'idempotency_key_reused', 'Idempotency-Key');
  }
  const replay = await post(sent('content', { title: 'T' }));
  expect(replay.text).toBe(first.text);
});
