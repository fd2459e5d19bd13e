import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../server/src/kernel/errors.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { openFaultyPsc } from '../../harness/faulty-psc.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm, multipart } from '../../harness/multipart.ts';
import type { Road } from '../../harness/s3-road.ts';
import { openS3Server } from '../../harness/s3-server.ts';
import { type Stock, takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

const s3 = forFile(openS3Server);
const psc = forFile(openFaultyPsc);
afterEach(() => s3.behave('pass'));

const KEY = randomBytes(32).toString('base64');
const linkTo = async (sello: TestSello, key: string, id: string): Promise<string> =>
  (await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body.proof.url;

describe.for([
  ['as they are', {}],
  ['encrypted', { SELLO_BLOB_KEY: KEY }],
] as const)('files in a bucket, %s', ([how, more]) => {
  let sello: TestSello;
  let caller: TestAccount;
  let before: Stock;
  beforeAll(async () => {
    sello = await openTestSello({
      ...s3.env,
      ...psc.env,
      SELLO_S3_PREFIX: how.replaceAll(' ', '-'),
      ...more,
    });
  });
  beforeEach(async () => {
    caller = await sello.newAccount({ certificates: 5 });
    before = await takeStock(sello, caller);
  });
  afterAll(() => sello.close());

  const post = (content: Uint8Array) => {
    const form = fileForm(content);
    const headers = { ...form.headers, 'idempotency-key': 'once' };
    return sello.call('POST', `${API}/certificates`, { key: caller.key, payload: form.payload, headers });
  };
  const SIZES = [
    ['a small one', 3_000],
    ['one that waits on the disk', 2_500_000],
  ] as const;

  test.for(SIZES)(
    'a certified file can be read completely and in part, in every process: %s',
    async ([, size]) => {
      const bytes = randomBytes(size);
      const { id } = await sello.certify(caller.key, bytes);
      const url = await linkTo(sello, caller.key, id);
      for (const one of [sello, await sello.another()]) {
        expect((await one.call('GET', url)).bytes.equals(bytes)).toBe(true);
        const part = await one.call('GET', url, { headers: { range: 'bytes=1000-2999' } });
        expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-2999/${size}`]);
        expect(part.bytes.equals(bytes.subarray(1_000, 3_000))).toBe(true);
      }
      expect((await takeStock(sello, caller)).incoming).toEqual([]);
    },
  );

  test('P34 an uploaded page is sent as an attachment that no browser shows, sniffs or runs', async () => {
    const form = multipart([
      { name: 'file', value: '<script>alert(1)</script>', filename: 'evil.html', type: 'text/html' },
    ]);
    const made = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...form });
    const url = await linkTo(sello, caller.key, made.body.certificate.id);
    expect((await sello.call('GET', url)).headers).toMatchObject({
      'content-disposition': 'attachment; filename="evil.html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('HEAD gives the length without a download, and fails while the bucket is down', async () => {
    const { id } = await sello.certify(caller.key, randomBytes(3_000_000));
    const url = await linkTo(sello, caller.key, id);
    const head = await sello.call('HEAD', url);
    expect([head.status, head.headers['content-length']]).toEqual([200, '3000000']);
    await s3.behave('refuse');
    expect((await sello.call('HEAD', url)).status).toBe(503);
    expect((await sello.call('GET', url)).status).toBe(503);
  });

  // Network faults do not depend on encryption: one kind suffices to show that the encrypted store passes them on.
  const ROADS: Road[] = how === 'encrypted' ? ['refuse'] : ['refuse', 'swallow', 'mute', 'flip'];
  test.for(ROADS.flatMap((road) => SIZES.map(([what, size]) => [road, what, size] as const)))(
    'P04 the bucket is down (%s): %s is answered 503, costs nothing, and is certified once it is back',
    async ([road, , size]) => {
      const bytes = randomBytes(size);
      await s3.behave(road);
      const began = performance.now();
      const { status, body, headers } = await post(bytes);
      // One extra second for a busy machine. The other two faults do answer.
      if (road === 'refuse' || road === 'swallow') expect(performance.now() - began).toBeLessThan(3_000);
      expect([status, body.error]).toEqual([503, 'storage_unavailable']);
      expect(body.message).not.toMatch(/S3|bucket|ECONN|127/);
      expect(body.message).not.toContain('may have been made');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(await takeStock(sello, caller)).toEqual(before);
      await s3.behave('pass');
      const again = await post(bytes);
      expect(again.status).toBe(201);
      expect(again.headers['idempotent-replayed']).toBeUndefined();
      expect(await sello.certificatesLeft(caller.account)).toBe(before.certificatesLeft - 1);
    },
  );

  test('P04 `/readyz` reports that the bucket is down, and that it is back, without a restart', async () => {
    const readyFor = async (part: string) => (await sello.call('GET', `/readyz?part=${part}`)).status;
    expect(await readyFor('certifying')).toBe(200);
    await s3.behave('refuse');
    expect([await readyFor('certifying'), await readyFor('files')]).toEqual([503, 503]);
    // Certificates can still be read, so the balancer must keep this server.
    expect([await readyFor('reading'), (await sello.call('GET', '/readyz')).status]).toEqual([200, 200]);
    await s3.behave('pass');
    expect(await readyFor('certifying')).toBe(200);
  });

  test('a failed stamp leaves nothing in the bucket', async () => {
    const objects = await s3.keys();
    psc.behave('garbage');
    expect((await post(randomBytes(2_000_000))).status).toBe(502);
    psc.behave('honest');
    expect(await s3.keys()).toEqual(objects);
    expect((await takeStock(sello, caller)).incoming).toEqual([]);
  });

  test('objects in the bucket are readable only without encryption', async () => {
    const secret = `confidential ${randomBytes(8).toString('hex')} `.repeat(4_000);
    const { file } = await sello.certify(caller.key, secret);
    const object = (await s3.keys()).find((key) => key.includes(file.sha256)) ?? '';
    expect(object.endsWith('.sealed')).toBe(how === 'encrypted');
    expect((await s3.bytesOf(object)).includes('confidential')).toBe(how !== 'encrypted');
  });
});

describe('SELLO_S3_PRESIGNED=on', () => {
  test('`proof?type=file` gives a presigned address of the bucket for five minutes, as an untyped attachment', async () => {
    const sello = await openTestSello({ ...s3.env, SELLO_S3_PRESIGNED: 'on' });
    const { key } = await sello.newAccount();
    const { id } = await sello.certify(key, '<b>bold</b>');
    const asked = Date.now();
    const { proof } = (await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body;
    expect(proof.url.startsWith(`${s3.config.endpoint}/`)).toBe(true);
    expect(Math.abs(Date.parse(proof.expires_at) - asked - 300_000)).toBeLessThan(3_000);
    const answer = await fetch(proof.url);
    expect(await answer.text()).toBe('<b>bold</b>');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contract.pdf"');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const raw = await sello.call('GET', `${API}/certificates/${id}/proof?type=file&format=raw`, { key });
    expect([raw.status, String(raw.headers.location).split('?')[0]]).toEqual([302, proof.url.split('?')[0]]);
    await sello.close();
  });
});

describe('starting with a bucket', () => {
  test('that refuses us reports its reason, and stops', async () => {
    for (const [env, says] of [
      [{ SELLO_S3_BUCKET: 'no-such-bucket' }, 'NoSuchBucket'],
      [{ SELLO_S3_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
    ] as const) {
      const refusal = await openTestSello({ ...s3.env, ...env }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(refusal).toMatchObject({
        message: expect.stringMatching(`the service says ${says}. Check the SELLO_S3 settings`),
        cause: expect.any(AppError),
      });
    }
  });

  test('that is down succeeds, and works once it is up', async () => {
    await s3.behave('refuse');
    const sello = await openTestSello(s3.env);
    expect(sello.logLines.join()).toContain('blobs.unreachable');
    expect(sello.logLines.join()).not.toContain(s3.config.secretAccessKey);
    await s3.behave('pass');
    await sello.certify((await sello.newAccount()).key);
    await sello.close();
  });
});

test('HEAD of a file in the folder does not open it, and answers like GET when it is missing', async () => {
  const sello = await openTestSello();
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, randomBytes(3_000_000));
  const url = await linkTo(sello, key, id);
  const open = vi.spyOn(sello.ports.blobs, 'open');
  const head = await sello.call('HEAD', url, { headers: { range: 'bytes=0-9' } });
  expect([head.status, head.headers['content-length'], head.headers['content-range']]).toEqual([
    200,
    '3000000',
    undefined,
  ]);
  expect(open).not.toHaveBeenCalled();
  await rm(path.join(sello.dataDir, 'files', 'files'), { recursive: true });
  const [gone, read] = [await sello.call('HEAD', url), await sello.call('GET', url)];
  expect([gone.status, read.status]).toEqual([500, 500]);
  await sello.close();
});
