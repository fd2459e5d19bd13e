import { createHash } from 'node:crypto';
import { describe } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../server/src/certificates/certificate.ts';
import { BOUNDARY, fileForm } from '../../../harness/multipart.ts';
import { openConnection, postHead, postRaw, type RawConnection } from '../../../harness/raw-http.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('baseUrl', FILE, ({ sello }) => sello.listen())
  .extend(
    'withConnection',
    ({ baseUrl }) =>
      async <T>(work: (connection: RawConnection) => Promise<T>): Promise<T> => {
        const connection = await openConnection(baseUrl);
        try {
          return await work(connection);
        } finally {
          connection.close();
        }
      },
  );

const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const JSON_TYPE = { 'content-type': 'application/json' };

const formOf = (size: number) => ({ headers: MULTIPART, body: fileForm(Buffer.alloc(size, 'a')).payload });

/** The base64 of `size` times the letter a, built without holding the letters in memory. */
const jsonOf = (size: number) => ({
  headers: JSON_TYPE,
  body: Buffer.concat([
    Buffer.from('{"file_name":"contract.pdf","file_base64":"'),
    Buffer.alloc(Math.floor(size / 3) * 4, 'YWFh'),
    Buffer.from(['', 'YQ==', 'YWE='][size % 3] as string),
    Buffer.from('"}'),
  ]),
});

const ENCODINGS = [
  { encoding: 'multipart', make: formOf },
  { encoding: 'JSON', make: jsonOf },
];

test('the limit is 50 MB: 52,428,800 bytes', () => {
  expect(MAX_FILE_BYTES).toBe(52_428_800);
});

test.for(ENCODINGS)(
  'a file of exactly the limit is certified as $encoding',
  async ({ make }, { client, baseUrl }) => {
    const { headers, body } = make(MAX_FILE_BYTES);
    const answer = await postRaw(baseUrl, { key: client.key, headers }, body);
    expect(answer.status).toBe(201);
    expect(answer.body.certificate.file).toMatchObject({
      size: MAX_FILE_BYTES,
      sha256: createHash('sha256').update(Buffer.alloc(MAX_FILE_BYTES, 'a')).digest('hex'),
    });
  },
);

test.for(ENCODINGS)(
  'one byte more is refused as $encoding, and costs only the call',
  async ({ make }, { sello, client, baseUrl }) => {
    const { headers, body } = make(MAX_FILE_BYTES + 1);
    const before = await takeStock(sello, client);
    const answer = await postRaw(
      baseUrl,
      { key: client.key, headers: { ...headers, 'idempotency-key': 'large' } },
      body,
    );
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'file_too_large', message: expect.stringContaining('52,428,800') });
    expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
  },
);

test('the Idempotency-Key of a file that was too large can be used for a smaller one', async ({
  sello,
  client,
}) => {
  const form = fileForm('smaller');
  const headers = { ...form.headers, 'idempotency-key': 'large' };
  const { status } = await sello.call('POST', `${API}/certificates`, { key: client.key, ...form, headers });
  expect(status).toBe(201);
});

test('the refusal is in Spanish for a caller who prefers it', async ({ client, withConnection }) => {
  const headers = { ...MULTIPART, 'content-length': '99999999', 'accept-language': 'es' };
  const answer = await withConnection(async (connection) => {
    await connection.send(postHead({ key: client.key, headers }));
    return connection.answer();
  });
  expect(answer.body.message).toContain('como máximo 52,428,800 bytes');
});

describe('P29 a refusal comes before the upload', () => {
  test.for([
    ['multipart', MULTIPART, 54_000_000],
    ['JSON', JSON_TYPE, 142_000_000],
  ] as const)(
    'P29 a declared length that no file can have is refused before a byte is sent: %s',
    async ([, type, length], { client, withConnection }) => {
      const answer = await withConnection(async (connection) => {
        const headers = { ...type, 'content-length': String(length) };
        await connection.send(postHead({ key: client.key, headers }));
        return connection.answer();
      });
      expect([answer.status, answer.body.error]).toEqual([413, 'file_too_large']);
    },
  );

  const openForm = fileForm('').payload.subarray(0, -`\r\n--${BOUNDARY}--\r\n`.length);
  test.for([
    { encoding: 'multipart', type: MULTIPART, start: openForm, rest: Buffer.alloc(MAX_FILE_BYTES + 1, 'a') },
    {
      encoding: 'JSON',
      type: JSON_TYPE,
      start: Buffer.from('{"file_name":"a","file_base64":"'),
      rest: Buffer.alloc(4 * Math.ceil(MAX_FILE_BYTES / 3), 'YWFh'),
    },
  ])(
    'P29 a stream of unknown length is refused the moment it passes the limit: $encoding',
    async ({ type, start, rest }, { sello, client, withConnection }) => {
      const before = await takeStock(sello, client);
      const answer = await withConnection(async (connection) => {
        await connection.send(
          postHead({ key: client.key, headers: { ...type, 'transfer-encoding': 'chunked' } }),
        );
        await connection.send(chunk(start));
        await connection.send(chunk(rest));
        // Neither the file nor the body has ended yet.
        return connection.answer();
      });
      expect([answer.status, answer.body.error]).toEqual([413, 'file_too_large']);
      expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
    },
  );

  const EXPECTING = { ...MULTIPART, expect: '100-continue', 'content-length': '1000' };

  test.for([
    ['a bad key', { key: 'sello_live_nonsense' }, EXPECTING, 401],
    ['no key', {}, EXPECTING, 401],
    ['a length over the limit', undefined, { ...EXPECTING, 'content-length': '54000000' }, 413],
    ['an unsupported type', undefined, { ...EXPECTING, 'content-type': 'text/plain' }, 415],
    ['an invalid Idempotency-Key', undefined, { ...EXPECTING, 'idempotency-key': 'ñ' }, 422],
  ] as const)(
    'P29 `Expect: 100-continue` with %s is refused without `100 Continue`',
    async ([, key, headers, status], { client, withConnection }) => {
      const answer = await withConnection(async (connection) => {
        await connection.send(postHead({ ...(key ?? { key: client.key }), headers }));
        return connection.answer();
      });
      expect(answer.status).toBe(status);
      expect(answer.interim).toEqual([]);
    },
  );

  test('P29 an empty allowance with `Expect: 100-continue` is refused without `100 Continue`', async ({
    sello,
    withConnection,
  }) => {
    const { key } = await sello.newAccount({ certificates: 0 });
    const answer = await withConnection(async (connection) => {
      await connection.send(postHead({ key, headers: EXPECTING }));
      return connection.answer();
    });
    expect([answer.status, answer.interim]).toEqual([402, []]);
  });

  test('P29 a good request with `Expect: 100-continue` gets one `100 Continue` and is certified', async ({
    client,
    withConnection,
  }) => {
    const { payload, headers } = fileForm('waited');
    const answer = await withConnection(async (connection) => {
      const head = { ...headers, expect: '100-continue', 'content-length': String(payload.length) };
      await connection.send(postHead({ key: client.key, headers: head }));
      const answered = connection.answer();
      await connection.send(payload);
      return answered;
    });
    expect([answer.status, answer.interim]).toEqual([201, [100]]);
  });

  test('P29 the answer reaches a client that sends its whole upload before it reads', async ({
    withConnection,
  }) => {
    const answer = await withConnection(async (connection) => {
      const headers = { ...MULTIPART, 'content-length': '40000000' };
      await connection.send(postHead({ key: 'sello_live_nonsense', headers }));
      await connection.send(Buffer.alloc(40_000_000));
      return connection.answer();
    });
    expect(answer.status).toBe(401);
  });
});

function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
