import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const UNKNOWN = [
  '0'.repeat(22),
  'Zz09Zz09Zz09Zz09Zz09ab',
  'x',
  'cert_0123456789abcdefghijkl',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  `'%20or%20''='`,
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '0'.repeat(900),
];

test('every unknown code gets the same page, which does not repeat the code', async ({ sello }) => {
  const pages = await Promise.all(UNKNOWN.map((code) => sello.call('GET', `/v/${code}?lang=es`)));
  for (const page of pages) {
    expect(page.status).toBe(404);
    expect(page.text).toBe(pages[0]?.text);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow');
  }
  expect(pages[0]?.text).toContain('<h1>No encontrado</h1>');
  expect((await sello.call('GET', `/v/${UNKNOWN[0]}?lang=en`)).text).toContain('<h1>Not found</h1>');
});

test('the facts, proofs and QR code of an unknown code get the same 404 for every code', async ({
  sello,
}) => {
  const messages = new Set<string>();
  for (const code of UNKNOWN) {
    for (const rest of ['.json', '/proof?type=nom151', '/proof?type=bundle', '/qr.svg', '/qr.png']) {
      messages.add(expectRefusal(await sello.call('GET', `/v/${code}${rest}`), 404, 'not_found'));
    }
  }
  expect([...messages]).toEqual(['There is no certificate at this address.']);
});

test('a certificate cannot be found by its id, its hash, or its code in another letter case', async ({
  sello,
}) => {
  const { key } = await sello.newAccount();
  const { id, file, qr_verification_url: url } = await sello.certify(key);
  const code = url.split('/v/')[1];
  expect((await sello.call('GET', `/v/${code}`)).status).toBe(200);
  const swapped = code.replace(/[a-z]/, (letter: string) => letter.toUpperCase());
  for (const wrong of [id, file.sha256, swapped, `${code}0`, code.slice(1)])
    expect((await sello.call('GET', `/v/${wrong}`)).status, wrong).toBe(404);
});
