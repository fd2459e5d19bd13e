import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../../../proof/src/encoding/zip.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { openWorkbench, type Workbench } from '../../harness/workbench.ts';

let world: AnchoredSello;
let bench: Workbench;
beforeAll(async () => {
  [world, bench] = await Promise.all([openAnchoredSello(), openWorkbench()]);
});
afterAll(async () => {
  await world.close();
  await bench.close();
});

/** Recognisable wherever it appears. */
const secret = (what: string) => `${what}-${randomBytes(9).toString('hex')}`;

/** The text of a PDF's pages. */
async function readPdf(bytes: Buffer): Promise<string> {
  await bench.write('constancia.pdf', bytes);
  const { code, output } = await bench.run('pdftotext', 'constancia.pdf', '-');
  expect(code).toBe(0);
  return output;
}

test('no public answer reveals anything about the account, its keys, the file, the caller or another certificate', async () => {
  const { sello } = world;
  const { account, email } = await sello.newAccount();
  const keyName = secret('key');
  const { key, apiKey } = await sello.newKey(account, { name: keyName });
  const name = secret('name');
  // The public page shows the account's name only if the account agreed.
  const named = 'update accounts set name = $2, shows_name = false where id = $1';
  await sello.database.query(named, [account.id, name], 'name');
  const content = secret('content');
  const description = secret('description');
  const other = secret('other');
  const record = await sello.certify(key, content, { title: 'Shown', description });
  const others = await sello.certify(key, other, { title: other });
  await sello.sequence();
  await world.anchorAndMine();

  const path = record.qr_verification_url.slice(sello.config.baseUrl.length);
  const texts = new Map<string, string>();
  const addresses = [
    '?lang=es',
    '?lang=en',
    '.json',
    '/qr.svg',
    '/qr.png',
    ...['nom151', 'chain', 'blockchain', 'constancia', 'bundle', 'court'].map(
      (type) => `/proof?type=${type}`,
    ),
  ];
  for (const address of addresses) {
    const { status, bytes, headers } = await sello.call('GET', path + address);
    expect(status, address).toBe(200);
    texts.set(address, JSON.stringify(headers) + bytes.toString('latin1'));
    if (address.endsWith('constancia')) texts.set('its text', await readPdf(bytes));
    if (address.endsWith('bundle')) {
      for (const file of readZip(bytes)) texts.set(file.name, Buffer.from(file.content).toString('latin1'));
    }
  }
  expect(texts.get('its text')).toContain(record.file.sha256.slice(0, 8));
  const never = [
    email,
    account.id,
    name,
    keyName,
    key,
    apiKey.id,
    apiKey.hint,
    content,
    other,
    others.id,
    others.qr_verification_url,
    '127.0.0.1',
  ];
  // The constancia is handed on by the certificate's owner, so it holds the owner's description.
  for (const [where, text] of texts) {
    if (where !== 'its text') expect(text.includes(description), where).toBe(false);
    for (const value of never) expect(text.includes(value), `${value} in ${where}`).toBe(false);
  }
});
