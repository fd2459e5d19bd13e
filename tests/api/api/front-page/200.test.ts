import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decodePem, verifyTimestamp } from '@sello/proof';
import { nodeCryptoEngine } from '../../../../server/src/kernel/crypto-node.ts';
import { expect, test, withSettings } from '../../../harness/world.ts';

const ES = { 'accept-language': 'es-MX' };
const EN = { 'accept-language': 'en-US' };

const attribute = (page: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(page)?.[1] ?? '';

test('a visitor without a session reads what the service does, in both languages and without scripts', async ({
  sello,
}) => {
  for (const [headers, language, promise, how] of [
    [ES, 'es', 'Un sello de tiempo para su archivo', 'Cómo funciona'],
    [EN, 'en', 'A time stamp for your file', 'How it works'],
  ] as const) {
    const page = await sello.call('GET', '/', { headers });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-language']).toBe(language);
    expect(page.text).toContain(`<h1>${promise}`);
    expect(page.text).toContain(how);
    expect(page.text.match(/<svg class="step-picture"/g)).toHaveLength(3);
    expect(page.text).toContain('/api/public/v1/certificates');
    for (const path of [
      `/verify?lang=${language}`,
      `/docs?lang=${language}`,
      '/dashboard/login',
      '/dashboard/signup',
    ])
      expect(page.text).toContain(`href="${path}"`);
  }
});

test('?lang= takes precedence over the browser', async ({ sello }) => {
  const page = await sello.call('GET', '/?lang=en', { headers: ES });
  expect(page.headers['content-language']).toBe('en');
});

test('it is the one page that search engines may list', async ({ sello }) => {
  expect((await sello.call('GET', '/')).text).not.toContain('noindex');
  expect((await sello.call('GET', '/verify')).text).toContain('noindex');
});

test('it does not claim an accreditation or an independent chain that the server does not have', async ({
  sello,
}) => {
  const { text } = await sello.call('GET', '/', { headers: EN });
  expect(text).toContain('its stamps have no legal value');
  expect(text).toContain('isn’t an independent witness');
  expect(text).not.toContain('NOM-151 constancias from a provider accredited');
});

test('the sample is a genuine stamp over the shown text, by the authority of this server', async ({
  sello,
  key,
}) => {
  const { text: page } = await sello.call('GET', '/', { headers: ES });
  const text = /<textarea id="sample-text"[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1] ?? '';
  const chain = decodePem('CERTIFICATE', attribute(page, 'data-chain'));
  const tsr = Buffer.from(attribute(page, 'data-tsr'), 'base64');
  const judge = async (value: Uint8Array) =>
    verifyTimestamp(nodeCryptoEngine, tsr, { digest: { algorithm: 'SHA-256', value } }, [
      {
        name: 'the server',
        roots: chain.slice(-1),
        policies: 'any',
        toleratedQuirks: [],
        accredited: false,
      },
    ]);
  const digest = await nodeCryptoEngine.digest('SHA-256', Buffer.from(text));
  expect(Buffer.from(digest).toString('hex')).toBe(attribute(page, 'data-sha256'));
  const { qr_verification_url: url } = await sello.certify(key, 'another text');
  const own = await sello.call('GET', `${new URL(url).pathname}/proof?type=chain`);
  expect(decodePem('CERTIFICATE', own.text).at(-1)).toEqual(chain.at(-1));
  expect((await judge(digest)).verdict).toBe('trusted');
  const altered = await nodeCryptoEngine.digest('SHA-256', Buffer.from(text.replace('12', '13')));
  expect((await judge(altered)).verdict).not.toBe('trusted');
});

test('a day later the sample gets a new stamp', async ({ sello }) => {
  const stampedAt = async () => attribute((await sello.call('GET', '/', { headers: ES })).text, 'datetime');
  const first = await stampedAt();
  expect(await stampedAt()).toBe(first);
  sello.advance(25 * 3_600_000);
  expect(Date.parse(await stampedAt()) - Date.parse(first)).toBeGreaterThan(24 * 3_600_000);
});

test('the compressed page is the same page', async ({ sello }) => {
  const plain = await sello.call('GET', '/', { headers: ES });
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { text } = await sello.call('GET', '/', { headers: ES });
    const answer = await sello.call('GET', '/', { headers: { ...ES, 'accept-encoding': encoding } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.etag).not.toBe(plain.headers.etag);
    expect(unpack(answer.bytes).toString()).toBe(text);
  }
});

test('links to it show a title, a sentence and an existing picture', async ({ sello }) => {
  const { text } = await sello.call('GET', '/', { headers: ES });
  expect(text).toContain('<meta property="og:title" content="La prueba de que su archivo ya existía">');
  const picture = /<meta property="og:image" content="([^"]+)">/.exec(text)?.[1] ?? '';
  const answer = await sello.call('GET', new URL(picture).pathname);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
});

const closed = withSettings({ SELLO_SIGNUP: 'closed' });

closed('where sign-up is closed, nobody is invited to sign up', async ({ sello }) => {
  const { text } = await sello.call('GET', '/', { headers: EN });
  expect(text).not.toContain('/dashboard/signup');
  expect(text).toContain('the operator creates new accounts');
  expect(text).toContain('href="/dashboard/login"');
});
