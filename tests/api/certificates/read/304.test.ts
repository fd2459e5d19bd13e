import { createHash } from 'node:crypto';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { API, type TestAnswer } from '../../../harness/test-sello.ts';
import { around, expect, FILE } from '../../../harness/world.ts';

const test = around(openAnchoredSello)
  .extend('id', FILE, ({ world }) => world.certify())
  .extend(
    'get',
    ({ world, id }) =>
      (path: string, ifNoneMatch?: string) =>
        world.sello.call('GET', `${API}/certificates/${id}${path}`, {
          key: world.caller.key,
          ...(ifNoneMatch !== undefined && { headers: { 'if-none-match': ifNoneMatch } }),
        }),
  );

function expectNotModified(answer: TestAnswer, etag: string): void {
  expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
  expect(answer.headers['content-type']).toBeUndefined();
  expect(answer.headers.ratelimit).toMatch(/^"minute";r=\d+/);
}

const PATHS = [
  '',
  '/proof?type=nom151',
  '/proof?type=nom151&format=raw',
  '/proof?type=bundle',
  '/proof?type=bundle&format=raw',
  '/proof?type=constancia',
  '/proof?type=constancia&format=raw',
];

test.for(PATHS)(
  'GET …%s has a strong ETag, and a caller who has that version gets no body',
  async (path, { get }) => {
    const first = await get(path);
    const etag = String(first.headers.etag);
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    if (path.endsWith('raw'))
      expect(etag).toBe(`"${createHash('sha256').update(first.bytes).digest('hex')}"`);
    for (const header of [etag, `W/${etag}`, '*', `"other", ${etag}`])
      expectNotModified(await get(path, header), etag);
    for (const header of ['"other"', etag.slice(1, -1)]) expect((await get(path, header)).status).toBe(200);
  },
);

test('the tag changes with the certificate: an anchored one is another version', async ({ world, get }) => {
  const etag = String((await get('')).headers.etag);
  await world.anchorAndMine();
  const answer = await get('', etag);
  expect([answer.status, answer.body.certificate.status]).toEqual([200, 'certified']);
  for (const path of ['/proof?type=blockchain', '/proof?type=blockchain&format=raw']) {
    const { headers } = await get(path);
    expectNotModified(await get(path, String(headers.etag)), String(headers.etag));
  }
});

test('a HEAD has the same tag as the GET, and can be answered with 304 too', async ({ world, id, get }) => {
  const url = `${API}/certificates/${id}`;
  const { headers } = await get('');
  const head = (more: Record<string, string>) =>
    world.sello.call('HEAD', url, { key: world.caller.key, headers: more });
  expect((await head({})).headers.etag).toBe(headers.etag);
  expect((await head({ 'if-none-match': String(headers.etag) })).status).toBe(304);
});

test('an unknown certificate is 404, whatever If-None-Match says', async ({ world }) => {
  const url = `${API}/certificates/cert_0000000000000000000000`;
  const answer = await world.sello.call('GET', url, {
    key: world.caller.key,
    headers: { 'if-none-match': '*' },
  });
  expect(answer.status).toBe(404);
});
