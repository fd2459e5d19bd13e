import { createHash } from 'node:crypto';
import { multipart } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'linkTo',
  ({ sello, client }) =>
    async (value: string | Uint8Array, filename = 'a.txt', type = 'text/plain'): Promise<string> => {
      const form = multipart([{ name: 'file', value, filename, type }]);
      const made = await sello.call('POST', `${API}/certificates`, { key: client.key, ...form });
      const url = `${API}/certificates/${made.body.certificate.id}/proof?type=file`;
      return (await sello.call('GET', url, { key: client.key })).body.proof.url;
    },
);

test('the signed address gives the original file, byte for byte, without a key', async ({
  sello,
  linkTo,
}) => {
  const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 7) % 256));
  const answer = await sello.call('GET', await linkTo(bytes, 'bytes.bin', 'application/octet-stream'));
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '3000',
    'accept-ranges': 'bytes',
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
});

test.for([
  ['evil.html', 'text/html', '<script>alert(document.domain)</script>'],
  ['evil.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['evil.pdf', 'application/pdf', '%PDF-1.7'],
] as const)(
  'P34 %s is sent as an attachment that no browser shows, sniffs or runs',
  async ([name, type, content], { sello, linkTo }) => {
    const { headers, text } = await sello.call('GET', await linkTo(content, name, type));
    expect(text).toBe(content);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  },
);

test('a name in any language comes back unchanged, and as ASCII for old clients', async ({
  sello,
  linkTo,
}) => {
  const { headers } = await sello.call('GET', await linkTo('x', 'Contrato año 2026 “final”.pdf'));
  expect(headers['content-disposition']).toBe(
    `attachment; filename="Contrato a_o 2026 _final_.pdf"; filename*=UTF-8''Contrato%20a%C3%B1o%202026%20%E2%80%9Cfinal%E2%80%9D.pdf`,
  );
});

test('a path in the name is reduced to the file name', async ({ sello, linkTo }) => {
  const { headers } = await sello.call('GET', await linkTo('x', '../../etc/passwd'));
  expect(headers['content-disposition']).toBe('attachment; filename="passwd"');
});

test('HEAD gives the same headers without the bytes', async ({ sello, linkTo }) => {
  const url = await linkTo('twelve bytes');
  const [head, get] = [await sello.call('HEAD', url), await sello.call('GET', url)];
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test('the address works repeatedly, in every process', async ({ sello, linkTo }) => {
  const url = await linkTo('again');
  const other = await sello.another();
  for (const one of [sello, other, sello]) expect((await one.call('GET', url)).text).toBe('again');
});

test('a key or a cookie in the request changes nothing', async ({ sello, linkTo }) => {
  const url = await linkTo('no matter');
  for (const headers of [{ authorization: 'Bearer nonsense' }, { cookie: 'session=nonsense' }]) {
    expect((await sello.call('GET', url, { headers })).text).toBe('no matter');
  }
});
