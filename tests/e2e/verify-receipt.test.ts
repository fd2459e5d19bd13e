/** A COSE receipt on `/verify`: dropped with its file, checked in the browser with the key that the visitor pasted. */

import { encodeUtf8 } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { API } from '../harness/test-sello.ts';

const FILE = Buffer.from('un contrato de arrendamiento\n');

let world: AnchoredSello;
let browser: TestBrowser;
let base: string;
let receipt: Buffer;
let keySet: Buffer;

beforeAll(async () => {
  [world, browser] = await Promise.all([openAnchoredSello(), openBrowser()]);
  const { sello, caller } = world;
  base = await sello.listen();
  const { key } = caller;
  await sello.certify(key, 'the one before');
  const { id } = await sello.certify(key, FILE);
  await sello.sequence();
  receipt = (await sello.call('GET', `${API}/certificates/${id}/proof/receipt`, { key })).bytes;
  keySet = (await sello.call('GET', '/log/cose-keys')).bytes;
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function visit(language: 'es-MX' | 'en-US', look: (page: TestPage) => Promise<void>): Promise<void> {
  const page = await browser.openPage({ language });
  await page.goto(`${base}/verify`);
  await look(page);
  page.assertClean();
  await page.close();
}

const give = (page: TestPage, files: Record<string, Uint8Array>) =>
  page.setInputFiles(
    '#files',
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })),
  );

async function giveKey(page: TestPage, key: string): Promise<void> {
  if (!(await page.isVisible('#log-key'))) await page.click('summary');
  await page.fill('#log-key', key);
  await page.locator('#log-key').blur();
}

const verdict = (page: TestPage, wanted: 'valid' | 'unconfirmed' | 'invalid') =>
  page.waitForSelector(`.checks-summary[data-verdict="${wanted}"]`);

test('unconfirmed without a key; with the key of the log valid, and the page says that it is no time stamp', async () => {
  await visit('en-US', async (page) => {
    await give(page, { 'contract.receipt': receipt, 'contract.txt': FILE });
    await verdict(page, 'unconfirmed');
    for (const key of [world.sello.identity.vkey, `cose:${keySet.toString('base64')}`]) {
      await giveKey(page, key);
      await verdict(page, 'valid');
      expect(await page.textContent('.checks-headline')).toContain('the log key you gave');
      expect(await page.textContent('.statements')).toContain('does not say when');
      expect(await page.textContent('.remarks')).toContain('no time stamp');
    }
    if (process.env.SELLO_PICTURE !== undefined)
      await page.screenshot({ path: process.env.SELLO_PICTURE, fullPage: true });
    await giveKey(page, 'nothing');
    await page.waitForSelector('.note-bad');
  });
});

test('in Spanish too; another file, and a receipt with another bit, are not valid', async () => {
  await visit('es-MX', async (page) => {
    await give(page, { 'contrato.receipt': receipt, 'otro.txt': encodeUtf8('otro') });
    await giveKey(page, world.sello.identity.vkey);
    await verdict(page, 'invalid');
    expect(await page.textContent('[data-check="receipt.document_digest"]')).toContain(
      'El recibo no es de este documento',
    );
    const changed = Uint8Array.from(receipt);
    changed[changed.length - 1]! ^= 1;
    await give(page, { 'contrato.receipt': changed, 'contrato.txt': FILE });
    await page.waitForSelector('[data-check="receipt.signature"][data-outcome="fail"]');
  });
});
