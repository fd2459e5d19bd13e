import { createHash } from 'node:crypto';
import { encodePem } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { forgeProvider } from '../harness/forged-provider.ts';
import { readVector } from '../harness/read-vector.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';

const FILE = Buffer.from('un contrato de arrendamiento\n');

let world: AnchoredSello;
let browser: TestBrowser;
let base: string;
/** The downloads from the page of a certificate in a final block. */
const proofs: Record<string, Buffer> = {};

beforeAll(async () => {
  [world, browser] = await Promise.all([openAnchoredSello(), openBrowser()]);
  base = await world.sello.listen();
  const { qr_verification_url: url } = await world.sello.certify(world.caller.key, FILE);
  await world.sello.sequence();
  await world.anchorAndMine();
  for (const type of ['nom151', 'chain', 'blockchain', 'bundle', 'constancia']) {
    const answer = await fetch(`${base}${new URL(url).pathname}/proof?type=${type}`);
    proofs[type] = Buffer.from(await answer.arrayBuffer());
  }
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function visit(look: (page: TestPage) => Promise<void>): Promise<void> {
  const page = await browser.openPage({ language: 'en-US' });
  await page.goto(`${base}/verify`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await look(page);
  // Code is fetched on first use; nothing else is sent or received.
  expect(requests.filter((request) => !request.startsWith('GET /assets/'))).toEqual([]);
  page.assertClean();
  await page.close();
}

const give = (page: TestPage, files: Record<string, Uint8Array | undefined>) =>
  page.setInputFiles(
    '#files',
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes ?? []),
    })),
  );

const giveRoots = (page: TestPage, files: Record<string, Uint8Array | undefined>) =>
  page.setInputFiles(
    '#root-files',
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: 'x/y',
      buffer: Buffer.from(bytes ?? []),
    })),
  );

const failed = (page: TestPage) =>
  page.$$eval('.check-row[data-outcome="fail"]', (rows) => rows.map((row) => row.getAttribute('data-check')));

const outcomeOf = (page: TestPage, check: string) =>
  page.getAttribute(`[data-check="${check}"]`, 'data-outcome');

const verdict = (page: TestPage, wanted: 'valid' | 'unconfirmed' | 'invalid') =>
  page.waitForSelector(`.checks-summary[data-verdict="${wanted}"]`);

test('a genuine constancia of an accredited provider is recognised, with and without its file', async () => {
  await visit(async (page) => {
    await give(page, { 'constancia.asn1': readVector('nom151/advantage-2018-07-18.tsr') });
    await verdict(page, 'valid');
    expect(await page.textContent('.checks-headline')).toBe(
      'Valid: everything that was checked is correct, and the provider is accredited',
    );
    // A tolerated quirk is shown neither as passed nor under the title of the failed check.
    const quirk = '[data-check="timestamp.certificate_profile"][data-outcome="tolerated"]';
    expect(await page.textContent(`${quirk} .check-title`)).toContain(
      'not for time stamping alone: tolerated',
    );
    expect(await page.textContent('#missing')).toContain('Without the original file');
    await page.click('summary');
    await page.fill('#hash', '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e');
    await page.locator('#hash').blur();
    await page.waitForSelector('[data-check="timestamp.imprint"][data-outcome="pass"]', {
      state: 'attached',
    });
    expect(await page.textContent('#missing')).toBe('');
    await inspectEverywhere(page, 'verify-page-constancia');
  });
});

test('our own proofs pass one by one or as a bundle, once their root is trusted', async () => {
  await visit(async (page) => {
    await give(page, { 'contrato.pdf': FILE, 'evidence.zip': proofs.bundle });
    await verdict(page, 'unconfirmed');
    expect(await failed(page)).toEqual([]);
    expect(await outcomeOf(page, 'timestamp.chain')).toBe('unconfirmed');
    expect(await page.textContent('.checks-headline')).toContain('they don’t lead to anything you trust');
    expect(await page.textContent('.statements')).toContain('Says it was stamped');
    await inspectEverywhere(page, 'verify-page-unconfirmed');
    await page.click('text=Trust it this time');
    await verdict(page, 'valid');
    expect(await page.textContent('.statements')).toContain('Leads to block');
    expect(await page.textContent('.statements')).toContain('the chain was not consulted');
    expect(await page.textContent('[data-claim="trust"]')).toContain('operator');
    expect(await page.textContent('.checks-claims h3')).toBe('Claimed by the proof');
  });
  await visit(async (page) => {
    await give(page, {
      'contrato.pdf': FILE,
      'stamp.tsr': proofs.nom151,
      'proof.xml': proofs.blockchain,
      'chain.pem': proofs.chain,
    });
    await verdict(page, 'unconfirmed');
    expect(await page.locator('.given-file').count()).toBe(4);
    await page.click('summary');
    await giveRoots(page, { 'roots.pem': proofs.chain });
    await verdict(page, 'valid');
    expect(await page.textContent('.checks-headline')).toBe(
      'Valid: everything that was checked is correct; it rests on the root certificates you gave. Nobody else vouches for it.',
    );
    expect(await page.textContent('.statements')).toContain('by someone whose own certificate says');
    await inspectEverywhere(page, 'verify-page-own-roots');
    await giveRoots(page, { 'notes.txt': Buffer.from('no root') });
    await page.click('#given-roots .given-file:first-child button');
    await page.getByText('None of the certificates you provided is a root').waitFor();
  });
});

test('P110 a root that is dropped with the token of a self-made authority confirms nothing', async () => {
  const name = 'Advantage Security (PSC acreditado por la Secretaría de Economía)';
  const notBefore = new Date('2018-01-01T00:00:00Z');
  const forged = await forgeProvider({ name, notBefore });
  const digest = new Uint8Array(createHash('sha256').update(FILE).digest());
  const token = await forged.stamp(digest, new Date('2019-05-01T12:00:00Z'));
  const pem = (der: Uint8Array) => Buffer.from(encodePem('CERTIFICATE', der));
  // A certificate is recognised by its content, whatever the name and encoding of its file.
  for (const roots of [
    { 'roots.pem': pem(forged.rootDer) },
    { 'root.crt': forged.rootDer },
    { 'chain.pem': Buffer.concat([pem(forged.unitDer), pem(forged.rootDer)]) },
    { 'notes.txt': Buffer.concat([Buffer.from('Trust this:\n'), pem(forged.rootDer)]) },
  ] as Record<string, Uint8Array>[])
    await visit(async (page) => {
      await give(page, { 'contrato.pdf': FILE, 'constancia.tsr': token, ...roots });
      await verdict(page, 'unconfirmed');
      expect(await page.textContent('.statements')).toMatch(/^Says it was stamped (?!.*Advantage)/);
      expect(await page.textContent('.root-offer')).toContain('nobody vouches for it');
      await page.click('text=Trust it this time');
      await verdict(page, 'valid');
      expect(await page.textContent('.checks-headline')).toContain('Nobody else vouches for it.');
      expect(await page.textContent('.statements')).toContain(
        `by someone whose own certificate says ${name}`,
      );
    });
});

test('P130 an evidence record given with its file is recognised and judged', async () => {
  const record = readVector('evidence-records/genuine/15-all-renewals-two-authorities.ers');
  const roots = ['archive', 'registry'].map((name) => readVector(`evidence-records/roots/${name}.pem`));
  await visit(async (page) => {
    await give(page, { 'a.txt': readVector('evidence-records/files/a.txt'), 'a.ers': record });
    await verdict(page, 'unconfirmed');
    expect(await failed(page)).toEqual([]);
    expect(await outcomeOf(page, 'record.chain')).toBe('unconfirmed');
    await page.click('summary');
    await giveRoots(page, { 'archive.pem': roots[0], 'registry.pem': roots[1] });
    await verdict(page, 'valid');
    expect(await outcomeOf(page, 'record.keys')).toBe('pass');
    await inspectEverywhere(page, 'verify-page-record');
    await give(page, { 'b.txt': readVector('evidence-records/files/b.txt') });
    await verdict(page, 'invalid');
    expect(await failed(page)).toEqual(['record.object']);
  });
});

test('with the hash of the block from elsewhere, the chain is checked too', async () => {
  const [anchor] = await world.anchorRows();
  const hash = Buffer.from(anchor?.block_hash as Uint8Array).toString('hex');
  await visit(async (page) => {
    await give(page, { 'proof.xml': proofs.blockchain });
    await page.click('summary');
    for (const [block, outcome] of [
      [`0x${hash}`, 'pass'],
      ['11'.repeat(32), 'fail'],
    ] as const) {
      await page.fill('#block', block);
      await page.locator('#block').blur();
      await page.waitForSelector(`[data-check="blockchain.on_chain"][data-outcome="${outcome}"]`, {
        state: 'attached',
      });
    }
    await page.fill('#block', 'nonsense');
    await page.locator('#block').blur();
    await page.getByText('must be 64 hexadecimal characters').waitFor();
  });
});

test('with the key of the log from elsewhere, its signature confirms the proof', async () => {
  await visit(async (page) => {
    await give(page, { 'proof.xml': proofs.blockchain });
    await verdict(page, 'unconfirmed');
    await page.click('summary');
    await page.fill('#log-key', world.sello.identity.vkey);
    await page.locator('#log-key').blur();
    await verdict(page, 'valid');
    expect(await page.textContent('.statements')).toContain(`In the log ${world.sello.identity.origin}`);
    await page.fill('#log-key', 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    await page.locator('#log-key').blur();
    await verdict(page, 'invalid');
    expect(await page.textContent('.checks-headline')).toBe('Invalid: the log did not sign it');
    await page.fill('#log-key', 'nonsense');
    await page.locator('#log-key').blur();
    await page.getByText('must have the form name+8 hexadecimal digits+base64').waitFor();
  });
});

test('P51 a given block, key or root is never ignored, even if nothing can be compared with it', async () => {
  const originstamp = readVector('blockchain-xml/originstamp-bitcoin-68f5f784.xml');
  await visit(async (page) => {
    await give(page, { 'originstamp.xml': originstamp });
    await verdict(page, 'unconfirmed');
    await page.click('summary');
    for (const [field, value, demand] of [
      ['#block', '00'.repeat(32), 'demand.trusted_block'],
      ['#log-key', world.sello.identity.vkey, 'demand.log_key'],
      ['#roots', String(proofs.chain), 'demand.root'],
    ] as const) {
      await page.fill(field, value);
      await page.locator(field).blur();
      await verdict(page, 'invalid');
      await page.waitForSelector(`[data-check="${demand}"][data-outcome="fail"]`);
    }
    expect(await failed(page)).toEqual(['demand.root', 'demand.log_key', 'demand.trusted_block']);
    await inspectEverywhere(page, 'verify-page-unanswered');
  });
});

test('a changed file fails the comparison', async () => {
  await visit(async (page) => {
    await give(page, {
      'contrato.pdf': Buffer.concat([FILE, FILE]),
      'stamp.tsr': proofs.nom151,
      'proof.xml': proofs.blockchain,
    });
    await verdict(page, 'invalid');
    await page.click('summary');
    await giveRoots(page, { 'roots.pem': proofs.chain });
    await page.waitForSelector('[data-check="timestamp.chain"][data-outcome="pass"]', { state: 'attached' });
    await verdict(page, 'invalid');
    expect(await failed(page)).toEqual(['timestamp.imprint', 'blockchain.document_digest']);
  });
});

test('dropping only the document names the missing file', async () => {
  await visit(async (page) => {
    await give(page, { 'factura.xml': Buffer.from('<?xml version="1.0"?><cfdi:Comprobante/>') });
    await page.waitForSelector('.given-file[data-kind="document"]');
    expect(await page.textContent('#missing')).toContain(
      'Taken as an original file. By itself it doesn’t say whether it was certified',
    );
    // The page gives no verdict, and only offers to look for the file's fingerprint.
    await page.getByRole('button', { name: 'Look for its fingerprint in my account' }).waitFor();
    expect(await page.$('.checks-summary')).toBeNull();
  });
});

test('stamps of other providers, bare tokens and broken ones are each recognised', async () => {
  const expected = {
    'commercial/digicert-2024.tsr': [],
    'commercial/microsoft-2024-token-only.tst': [],
    'negative/invalid-signature.tsr': ['timestamp.signature', 'timestamp.chain'],
  };
  for (const [vector, checks] of Object.entries(expected)) {
    await visit(async (page) => {
      await give(page, { [vector.slice(vector.indexOf('/') + 1)]: readVector(vector) });
      await verdict(page, checks.length === 0 ? 'unconfirmed' : 'invalid');
      expect(await failed(page), vector).toEqual(checks);
    });
  }
});

test('a constancia as a PDF is opened, and old formats and other systems are named', async () => {
  await visit(async (page) => {
    await give(page, { 'contrato.pdf': FILE, 'constancia.pdf': proofs.constancia });
    await page.waitForSelector('[data-check="constancia.attachments"][data-outcome="pass"]', {
      state: 'attached',
    });
    await page.waitForSelector('[data-check="timestamp.imprint"][data-outcome="pass"]', {
      state: 'attached',
    });
    expect(await page.textContent('[data-check="constancia.words"]')).toContain('are not checked');
  });
  await visit(async (page) => {
    await give(page, { 'old.der': readVector('nom151/legacy-nom151-2002-format.ber') });
    await page.getByText('NOM-151-SCFI-2002').waitFor();
    expect(await page.locator('#outcome').isVisible()).toBe(false);
    await give(page, { 'a.ots': readVector('opentimestamps/hello-world.txt.ots') });
    await page.getByText('OpenTimestamps stamp').waitFor();
    // The stamp can be read, but its block is not looked up.
    await verdict(page, 'unconfirmed');
  });
});
