import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { type FaultyPsc, openFaultyPsc } from '../../../harness/faulty-psc.ts';
import type { TestAnswer } from '../../../harness/test-sello.ts';

const BASE_URL = 'https://sello.example';

let psc: FaultyPsc;
let world: AnchoredSello;
beforeAll(async () => {
  psc = await openFaultyPsc();
  world = await openAnchoredSello('when told', {
    ...psc.env,
    SELLO_PSC_ACCREDITED: 'yes',
    SELLO_BASE_URL: BASE_URL,
  });
});
afterAll(async () => {
  await world.close();
  await psc.close();
});

type Record = TestAnswer['body'];

const pathOf = ({ qr_verification_url: url }: Record) => url.slice(BASE_URL.length);
const read = (path: string, headers = {}) => world.sello.call('GET', path, { headers });

describe('the page in HTML alone', () => {
  test('states what was certified, by whom and when, in both languages', async () => {
    const record = await world.sello.certify(world.caller.key, 'un contrato', {
      title: 'Contrato «A» & <B>',
      document_type: 'Contrato',
    });
    const { sha256 } = record.file;
    for (const language of ['es', 'en'] as const) {
      const page = await read(`${pathOf(record)}?lang=${language}`);
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-language']).toBe(language);
      expect(page.text).toContain(`<html lang="${language}"`);
      expect(page.text).toContain('Contrato «A» &amp; &lt;B&gt;');
      for (const group of sha256.match(/.{8}/g)) expect(page.text).toContain(`<span>${group}</span>`);
      for (const value of [record.nom151.psc, record.nom151.serial, record.nom151.policy_oid, record.id])
        expect(page.text).toContain(value);
      expect(page.text).toContain(record.nom151.gen_time.slice(0, 19).replace('T', ' '));
      expect(page.text).toContain('<meta name="robots" content="noindex">');
    }
  });

  test('a link to it shows its title and a picture in a chat, and no verdict that could change', async () => {
    const record = await world.sello.certify(world.caller.key, 'shared', { title: 'Contrato "A" <B>' });
    const { text } = await read(`${pathOf(record)}?lang=es`);
    expect(text).toContain('<meta property="og:title" content="Contrato &quot;A&quot; &lt;B&gt;">');
    expect(text).toContain(`<meta property="og:url" content="${record.qr_verification_url}">`);
    const tags = text.match(/<meta property="og:[^>]+>/g)?.join('\n') ?? '';
    expect(tags).not.toMatch(/válido|acreditad/i);
    const picture = /<meta property="og:image" content="([^"]+)">/.exec(tags)?.[1] ?? '';
    expect(picture.startsWith(`${BASE_URL}/assets/`)).toBe(true);
    const answer = await read(new URL(picture).pathname);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    // The largest picture that WhatsApp accepts.
    expect(answer.bytes.length).toBeLessThan(300_000);
  });

  test('changes from anchoring to valid with the block, and names the block', async () => {
    const record = await world.sello.certify(world.caller.key, 'another');
    await world.sello.sequence();
    const before = await read(`${pathOf(record)}?lang=en`);
    expect(before.text).toContain('data-verdict="anchoring"');
    expect(before.text).toContain('<h1>Valid, anchoring in progress</h1>');
    expect(before.text).not.toContain('/proof?type=blockchain');
    await world.anchorAndMine();
    const after = await read(`${pathOf(record)}?lang=en`);
    expect(after.text).toContain('<h1>Valid</h1>');
    const { blockchain } = await world.record(record.id);
    expect(after.text).toContain(`<span class="step">Block ${blockchain.block_number}</span>`);
    expect(after.text).toContain(blockchain.block_hash);
    // The tests' chain is run by the operator, which the page must say.
    expect(after.text).toContain('not an independent witness');
    expect(after.text).toContain('/proof?type=blockchain');
  });

  test('states that a test certificate has no legal value', async () => {
    const { key } = await world.sello.newKey(world.caller.account, { mode: 'test' });
    const path = pathOf(await world.sello.certify(key, 'rehearsal'));
    const spanish = await read(`${path}?lang=es`);
    expect(spanish.text).toContain('<h1>Prueba, sin validez legal</h1>');
    expect(spanish.text).toContain('autoridad propia de este operador, que no está acreditada');
    expect((await read(`${path}?lang=en`)).text).toContain('<h1>Test, no legal value</h1>');
    expect((await read(`${path}.json`)).body).toMatchObject({ verdict: 'test', livemode: false });
  });

  test('names the provider of a live stamp that is not accredited', async () => {
    const { sello, caller } = world;
    const record = await sello.certify(caller.key, 'unaccredited');
    const change = 'update certificates set accredited = false, psc = $2 where id = $1';
    await sello.database.query(change, [record.id, 'Some TSA'], 'other');
    const other = await read(`${pathOf(record)}?lang=en`);
    expect(other.text).toContain('<h1>Not accredited, no legal value</h1>');
    expect(other.text).toContain('comes from a provider that is not accredited');
    const own = 'Sello embedded authority (development, no legal value)';
    await sello.database.query(change, [record.id, own], 'other');
    expect((await read(`${pathOf(record)}?lang=en`)).text).toContain(
      'comes from this operator’s own authority',
    );
  });
});

describe('its answers', () => {
  let path: string;
  beforeAll(async () => {
    path = pathOf(await world.sello.certify(world.caller.key, 'headers', { title: 'Title' }));
    await world.sello.sequence();
    await world.anchorAndMine();
  });

  test('follow `lang`, then the browser', async () => {
    const languageOf = async (query: string, headers: object) =>
      (await read(path + query, headers)).headers['content-language'];
    expect(await languageOf('', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.1' })).toBe('es');
    expect(await languageOf('', { 'accept-language': 'en-US,en;q=0.9' })).toBe('en');
    expect(await languageOf('?lang=en', { 'accept-language': 'es' })).toBe('en');
    expect(await languageOf('?lang=xx&lang=yy', { 'accept-language': 'en' })).toBe('en');
  });

  test('forbid indexing, referrers, framing and inline scripts', async () => {
    const { headers } = await read(path);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('answer 304 to a matching ETag, and HEAD gives the same headers', async () => {
    for (const address of [path, `${path}.json`, `${path}/qr.svg`, `${path}/qr.png`]) {
      const first = await read(address);
      expect(first.status, address).toBe(200);
      expect(first.headers['cache-control']).toBe('private, max-age=60');
      const again = await read(address, { 'if-none-match': String(first.headers.etag) });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await world.sello.call('HEAD', address);
      expect([head.status, head.text, head.headers.etag]).toEqual([200, '', first.headers.etag]);
    }
  });

  test('as JSON may be read by any page, and contain the whole timeline', async () => {
    const { headers, body } = await read(`${path}.json`);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatchObject({ object: 'verification', verdict: 'valid', status: 'certified' });
    expect(body.timeline.map((entry: { step: string; state: string }) => [entry.step, entry.state])).toEqual(
      ['received', 'stamped', 'logged', 'in_block', 'final'].map((step) => [step, 'done']),
    );
    expect(body.proofs.every(({ ready }: { ready: boolean }) => ready)).toBe(true);
  });
});

test('only the first view of a page is recorded for its owner', async () => {
  const { sello } = world;
  const caller = await sello.newAccount();
  const path = pathOf(await sello.certify(caller.key, 'looked at'));
  const openedAt = async () => {
    const [row] = await sello.database.query(
      'select page_opened_at from accounts where id = $1',
      [caller.account.id],
      'opened',
    );
    return row?.page_opened_at as Date | null;
  };
  await sello.call('HEAD', path);
  await read(`${path}.json`);
  expect(await openedAt()).toBeNull();
  await read(path);
  await expect.poll(openedAt).not.toBeNull();
  const first = await openedAt();
  sello.advance(60_000);
  await read(path);
  expect(await openedAt()).toEqual(first);
});
