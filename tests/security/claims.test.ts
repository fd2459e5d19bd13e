/** Texts must never promise more than the settings and the evidence support. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeService } from '../../server/src/api/service-operation.ts';
import { readConfig } from '../../server/src/settings.ts';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { type Person, signUp } from '../harness/dashboard-person.ts';
import { API, openTestSello, type TestSello } from '../harness/test-sello.ts';
import { openWorkbench } from '../harness/workbench.ts';

/** Words that are true only with an accredited provider or an independent chain. */
const PROMISES =
  /legal value|valor legal|validez legal|NOM-151|SCFI|accredited by|acreditado por|nobody can|nadie puede|permanent|de forma definitiva|(?:cannot|never) be undone|nunca se deshace/i;
/** Words that, in the same sentence, deny the promise or make it conditional. */
const DENIALS = /\bnot?\b|n’t\b|\bsin\b|without|only (if|for)|solo si/i;

function unbacked(text: string): string[] {
  const plain = text.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' \n ');
  return plain
    .split(/[\n;]|[.:](?=\s)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => PROMISES.test(sentence) && !DENIALS.test(sentence));
}

/** The text of a PDF, in the order in which it is rendered and without line breaks. */
async function textOf(pdf: Buffer): Promise<string> {
  const bench = await openWorkbench();
  try {
    await bench.write('sheet.pdf', pdf);
    const { code, output } = await bench.run('pdftotext', '-raw', 'sheet.pdf', '-');
    expect(code).toBe(0);
    return output.replace(/\s+/g, ' ');
  } finally {
    await bench.close();
  }
}

/** Every `description` and `summary` in a document. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'string' && (key === 'description' || key === 'summary') ? [part] : descriptionsIn(part),
  );
}

test('the check itself tells a promise from its denial', () => {
  expect(unbacked('<b>Constancia NOM-151</b> <p>No legal value.</p>')).toEqual(['Constancia NOM-151']);
  expect(unbacked('Certificates with legal value. Each one uses your allowance.')).toHaveLength(1);
  expect(unbacked('It is technically intact, but it is not a NOM-151 constancia.')).toEqual([]);
});

describe('with the embedded authority and the embedded chain', () => {
  let world: AnchoredSello;
  let sello: TestSello;
  let live: { qr_verification_url: string; id: string };
  let trial: typeof live;
  beforeAll(async () => {
    world = await openAnchoredSello('when told');
    sello = world.sello;
    live = await sello.certify(world.caller.key, 'a deed');
    const { key } = await sello.newKey(world.caller.account, { mode: 'test' });
    trial = await sello.certify(key, 'a trial');
    await sello.sequence();
    await world.anchorAndMine();
    await world.anchor();
  });
  afterAll(() => world.close());

  test.each(['es', 'en'])('no page promises legal value or permanence (%s)', async (language) => {
    const code = new URL(live.qr_verification_url).pathname;
    for (const path of [code, '/v/none', '/verify', '/docs', '/dashboard/login']) {
      const { text } = await sello.call('GET', `${path}?lang=${language}`, {
        headers: { accept: 'text/html' },
      });
      expect([path, unbacked(text)]).toEqual([path, []]);
    }
  });

  test.each(['live', 'test'])('the PDF of a %s certificate says no more than its page', async (mode) => {
    const made = mode === 'live' ? live : trial;
    const path = `${new URL(made.qr_verification_url).pathname}/proof?type=constancia`;
    const text = await textOf((await sello.call('GET', path)).bytes);
    expect(unbacked(text)).toEqual([]);
    expect(text).not.toMatch(/constancia de certificación|certification record/i);
    expect(text).toContain('Hoja del certificado');
    expect(text).toContain('Según un emisor no acreditado');
    expect(text).toContain('According to an issuer that is not accredited');
    if (mode !== 'live') return;
    expect(text).toContain('no es un testigo independiente');
    expect(text).toContain('it is not an independent witness');
  });

  test('the API’s own description promises nothing that the settings do not', async () => {
    const { body } = await sello.call('GET', `${API}/openapi`);
    const described = descriptionsIn(body);
    expect(described.length).toBeGreaterThan(40);
    expect(described.filter((text) => unbacked(text).length > 0)).toEqual([]);
    expect(body.info.description).toContain('only if the provider');
  });

  test('a download is called by what it is', async () => {
    const code = new URL(live.qr_verification_url).pathname;
    const names = async (language: string) => {
      const { text } = await sello.call('GET', `${code}?lang=${language}`);
      return [...text.matchAll(/download-name">([^<]+)</g)].map(([, name]) => name);
    };
    expect(await names('en')).toEqual(
      expect.arrayContaining(['Time stamp (TSR)', 'Certificate sheet (PDF)']),
    );
    expect(await names('es')).toEqual(
      expect.arrayContaining(['Sello de tiempo (TSR)', 'Hoja del certificado en PDF']),
    );
  });

  test('the service says who stamps and who could rewrite its chain, to anyone', async () => {
    const { status, body } = await sello.call('GET', '/api/dashboard/service');
    expect([status, body]).toEqual([
      200,
      {
        time_stamps: {
          providers: [{ name: expect.stringContaining('no legal value'), accredited: false }],
          accredited: false,
        },
        test_files_days: 30,
        support_url: null,
        chain: { network: expect.stringMatching(/^eip155:\d+$/), trust: 'operator' },
      },
    ]);
  });
});

describe('the settings decide', () => {
  const psc = (accredited: string) => ({
    SELLO_PSC_URL: 'https://tsa.example.com',
    SELLO_PSC_NAME: 'Provider',
    SELLO_PSC_ROOTS: new URL('../vectors/roots/freetsa_cacert.pem', import.meta.url).pathname,
    SELLO_PSC_ACCREDITED: accredited,
  });

  test('a provider is accredited only if every root that its stamps may chain to is', () => {
    const accredited = (flag: string) => describeService(readConfig(psc(flag))).time_stamps;
    expect(accredited('yes')).toEqual({
      providers: [{ name: 'Provider', accredited: true }],
      accredited: true,
    });
    expect(accredited('no')).toEqual({
      providers: [{ name: 'Provider', accredited: false }],
      accredited: false,
    });
  });

  test('one provider without accreditation makes all count as not accredited, and the chain is the configured one', () => {
    const config = readConfig({
      ...psc('yes'),
      SELLO_CHAIN_RPC_URL: 'http://127.0.0.1:1',
      SELLO_CHAIN_ID: '7',
      SELLO_CHAIN_KEY: '1'.repeat(64),
      SELLO_CHAIN_TRUST: 'permissioned',
    });
    const [plain] = readConfig(psc('no')).psc;
    const service = describeService({ ...config, psc: [...config.psc, ...(plain ? [plain] : [])] });
    expect(service.time_stamps.accredited).toBe(false);
    expect(service.chain).toEqual({ network: 'eip155:7', trust: 'permissioned' });
  });
});

describe('the audit log', () => {
  let sello: TestSello;
  let person: Person;
  beforeAll(async () => {
    sello = await openTestSello();
    person = await signUp(sello);
  });
  afterAll(() => sello.close());
  const newest = async (log = '/audit') => (await person.call('GET', log)).body.events[0];

  test('names only the fields of the person that differ', async () => {
    await person.call('PATCH', '/me', { name: 'Ana', language: 'es', time_zone: 'UTC' });
    await person.call('PATCH', '/me', { name: 'Ana', language: 'en', time_zone: 'UTC' });
    const event = await newest('/me/audit');
    expect([event.action, event.details]).toEqual(['person.change', { changed: ['language'] }]);
    await person.call('PATCH', '/me', { name: 'Ana', language: 'en', time_zone: 'UTC' });
    expect(await newest('/me/audit')).toEqual(event);
  });

  test('names only the fields of a key that differ', async () => {
    const { id, scopes, monthly_quota } = await person.newKey();
    const same = { name: 'a key', scopes: [...scopes].reverse(), monthly_quota, expires_at: null };
    await person.call('PATCH', `/keys/${id}`, { ...same, rate_per_minute: 7 });
    const event = await newest();
    expect([event.action, event.details]).toEqual(['key.change', { rate_per_minute: 7, role: 'owner' }]);
    await person.call('PATCH', `/keys/${id}`, { ...same, rate_per_minute: 7 });
    expect(await newest()).toEqual(event);
  });
});
