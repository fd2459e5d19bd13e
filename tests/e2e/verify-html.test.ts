/** `verify.html`, copied alone into a folder and opened from there, with the network off. */

import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { acr2SeProfile, encodeProofXml, recognise, verifyEvidence } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allVectors } from '../../scripts/vectors/all.ts';
import { readDoc } from '../../scripts/vectors/vector.ts';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import {
  assertAccessible,
  DESKTOP,
  openBrowser,
  type PageOptions,
  SMALL_PHONE,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { forgeProvider } from '../harness/forged-provider.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { readVector } from '../harness/read-vector.ts';
import { makeSample } from '../harness/sample-proof.ts';
import { seededRandom } from '../harness/seeded-random.ts';

const BUILT = fileURLToPath(new URL('../../web/dist/verify/verify.html', import.meta.url));
const FILE = Buffer.from('un contrato de arrendamiento\n');

let world: AnchoredSello;
let browser: TestBrowser;
const folder = mkdtempSync(path.join(tmpdir(), 'sello-verify-html-'));
const proofs: Record<string, Buffer> = {};

beforeAll(async () => {
  copyFileSync(BUILT, path.join(folder, 'verify.html'));
  [world, browser] = await Promise.all([openAnchoredSello(), openBrowser()]);
  const record = await world.sello.certify(world.caller.key, FILE);
  await world.sello.sequence();
  await world.anchorAndMine();
  const path_ = record.qr_verification_url.slice(world.sello.config.baseUrl.length);
  for (const type of ['bundle', 'constancia'])
    proofs[type] = (await world.sello.call('GET', `${path_}/proof?type=${type}`)).bytes;
});
afterAll(async () => {
  await browser.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

async function visit(options: PageOptions, look: (page: TestPage) => Promise<void>): Promise<void> {
  const page = await browser.openPage({ language: 'en-US', ...options });
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const address = pathToFileURL(path.join(folder, 'verify.html')).href;
  await page.goto(address);
  await look(page);
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  page.assertClean();
  await page.close();
}

/** Replaces the previous files by these, and waits for the verdict. */
async function verdictOf(page: TestPage, files: Record<string, Uint8Array>): Promise<string> {
  await page.evaluate(() => document.getElementById('checks')?.replaceChildren());
  await page.setInputFiles(
    '#files',
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })),
  );
  const summary = await page.waitForSelector('.checks-summary');
  return (await summary.getAttribute('data-verdict')) ?? '';
}

const outcomeOf = (page: TestPage, check: string) =>
  page.getAttribute(`[data-check="${check}"]`, 'data-outcome');

test('from a disk without a network it checks a bundle with its file, once its root is trusted', async () => {
  await visit({}, async (page) => {
    expect(await verdictOf(page, { 'contrato.pdf': FILE, 'evidence.zip': proofs.bundle! })).not.toBe('valid');
    await page.click('text=Trust it this time');
    await page.waitForSelector('.checks-summary[data-verdict="valid"]');
    for (const check of ['bundle.manifest', 'bundle.facts', 'bundle.readme', 'bundle.log_key'])
      expect(await outcomeOf(page, check), check).toBe('pass');
    expect(await outcomeOf(page, 'timestamp.imprint')).toBe('pass');
    await assertAccessible(page);
  });
});

test("it opens a constancia as a PDF, and says that the PDF's text is not checked", async () => {
  await visit({ language: 'es-MX' }, async (page) => {
    await verdictOf(page, { 'contrato.pdf': FILE, 'constancia.pdf': proofs.constancia! });
    expect(await page.textContent('[data-kind="constancia"]')).toContain('Constancia (PDF)');
    expect(await outcomeOf(page, 'constancia.attachments')).toBe('pass');
    expect(await outcomeOf(page, 'timestamp.imprint')).toBe('pass');
    expect(await page.textContent('[data-check="constancia.words"]')).toContain('no se comprueban');
  });
});

test('it says what a file of another system is, and which files it accepts', async () => {
  await visit({}, async (page) => {
    const give = (name: string, bytes: Uint8Array) =>
      page.setInputFiles('#files', { name, mimeType: 'x/y', buffer: Buffer.from(bytes) });
    await give('a.ots', readVector('opentimestamps/hello-world.txt.ots'));
    await page.getByText('OpenTimestamps stamp').waitFor();
    await give('old.der', readVector('nom151/legacy-nom151-2002-format.ber'));
    await page.getByText('NOM-151-SCFI-2002').waitFor();
    await give(
      'badge.json',
      Buffer.from(JSON.stringify({ type: ['VerifiableCredential', 'OpenBadgeCredential'] })),
    );
    await page.getByText('This is a badge').waitFor();
  });
  await visit({}, async (page) => {
    await page.setInputFiles('#files', { name: 'a.txt', mimeType: 'x/y', buffer: FILE });
    await page.getByText('Taken as an original file').waitFor();
  });
});

test('it gives the verdict of the library on every vector and on mutations', async () => {
  const samples = await Promise.all(
    (['SELLO-LEAF-v1', 'SELLO-LEAF-v2'] as const).map(async (scheme) => {
      const { proof } = await makeSample({ scheme });
      return Buffer.from(encodeProofXml(proof)).toString();
    }),
  );
  const random = seededRandom();
  const mutations = samples.flatMap((xml) =>
    Array.from({ length: 30 }, () => {
      const at = random.below(xml.length);
      return xml.slice(0, at) + (xml[at] === '7' ? '8' : '7') + xml.slice(at + 1);
    }),
  );
  const stamps = ['nom151', 'commercial', 'negative'].flatMap((kind) =>
    readdirSync(new URL(`../vectors/${kind}`, import.meta.url))
      .filter((name) => /\.(?:tsr|tst)$/.test(name))
      .map((name) => ({ name, evidence: { tsr: readVector(`${kind}/${name}`) } })),
  );
  const vectors = (await allVectors()).filter(
    ({ args, bytes }) => args.length === 2 && args[0] === '--xml' && bytes !== undefined,
  );
  expect(vectors.length).toBeGreaterThan(200);
  const files = [
    ...vectors.map(({ bytes }) => bytes!),
    ...[...samples, ...mutations].map((text) => Buffer.from(text)),
  ]
    // A file that no longer resembles a proof is taken for a document.
    .filter((xml) => recognise('proof.xml', xml)?.kind === 'xml')
    .map((xml) => ({ name: 'proof.xml', evidence: { xml } }));
  const given = [...stamps, ...files].map(({ name, evidence }) => ({
    name,
    evidence,
    bytes: bytesOf(evidence),
  }));
  await visit({}, async (page) => {
    const verdicts = await page.evaluate(
      judgeOneByOne,
      given.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
    );
    for (const [at, { name, evidence }] of given.entries()) {
      const expected = await verifyEvidence(nodeEngine, evidence, [acr2SeProfile()]);
      expect(verdicts[at], `${name} ${at}, SELLO_TEST_SEED=${random.seed}`).toBe(expected.verdict);
    }
  });
});

const bytesOf = (evidence: object): Uint8Array => Object.values(evidence)[0];

/**
 * Gives the page one file at a time, after removing the previous one. Runs in the page, because going back to the test
 * for each step would take longer than the checks.
 */
async function judgeOneByOne(files: { name: string; base64: string }[]): Promise<string[]> {
  const input = document.querySelector<HTMLInputElement>('#files')!;
  const checks = document.getElementById('checks')!;
  const nextVerdict = () =>
    new Promise<string>((resolve) => {
      const observer = new MutationObserver(() => {
        const found = checks.querySelector<HTMLElement>('.checks-summary, .note-bad');
        if (found === null) return;
        observer.disconnect();
        resolve(found.dataset.verdict ?? found.innerText);
      });
      observer.observe(checks, { childList: true, subtree: true });
    });
  const verdicts: string[] = [];
  for (const { name, base64 } of files) {
    for (const remove of document.querySelectorAll<HTMLElement>('.given-file button')) remove.click();
    checks.replaceChildren();
    const verdict = nextVerdict();
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    verdicts.push(await verdict);
  }
  return verdicts;
}

test.for([
  { language: 'es-MX', colorScheme: 'light', viewport: SMALL_PHONE },
  { language: 'en-US', colorScheme: 'dark', viewport: SMALL_PHONE },
  { language: 'es-MX', colorScheme: 'dark', viewport: DESKTOP },
  { language: 'en-US', colorScheme: 'light', viewport: DESKTOP },
] as const)('it fits a screen of $viewport.width in $language, $colorScheme', async (options) => {
  await visit(options, async (page) => {
    await assertAccessible(page);
    await verdictOf(page, { 'constancia.asn1': readVector('nom151/advantage-2018-07-18.tsr') });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await assertAccessible(page);
    const { viewport, colorScheme, language } = options;
    await screenshot(page, `verify-html-${viewport.width}-${colorScheme}-${language.slice(0, 2)}`);
  });
});

test('its language can be changed, without a network too', async () => {
  await visit({ language: 'es-MX' }, async (page) => {
    expect(await page.textContent('h1')).toBe('Verificar un archivo y sus pruebas');
    await page.click('text=English');
    await page.getByRole('heading', { name: 'Verify a file and its proofs' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
  });
});

test('P92 a stamp of a SHA-512 is compared with the file; one signed with ML-DSA is unconfirmed where the browser lacks it', async () => {
  const at = new Date('2026-11-16T10:00:00Z');
  const sha512 = createHash('sha512').update(FILE).digest();
  const [classical, newer] = [
    await forgeProvider({ name: 'P-384', keys: 'p384' }),
    await forgeProvider({ name: 'PQ', keys: 'mlDsa' }),
  ];
  const [stamp, newerStamp] = [
    await classical.stamp(sha512, at, 'SHA-512'),
    await newer.stamp(sha512, at, 'SHA-512'),
  ];
  await visit({}, async (page) => {
    expect(await verdictOf(page, { 'contrato.pdf': FILE, 'stamp.tsr': stamp })).toBe('unconfirmed');
    for (const check of ['imprint', 'message_digest', 'signature', 'ess_certificate'])
      expect(await outcomeOf(page, `timestamp.${check}`), check).toBe('pass');
    expect(await verdictOf(page, { 'otro.pdf': Buffer.from('otro'), 'stamp.tsr': stamp })).toBe('invalid');

    const given = { 'contrato.pdf': FILE, 'stamp.tsr': newerStamp };
    expect(await verdictOf(page, given)).toBe('unconfirmed');
    // The authority is unknown in any case; only a browser that has ML-DSA has checked the signature.
    expect(['pass', 'unconfirmed']).toContain(await outcomeOf(page, 'timestamp.signature'));
    await page.evaluate(forgetMlDsa);
    expect(await verdictOf(page, given)).toBe('unconfirmed');
    expect(await outcomeOf(page, 'timestamp.signature')).toBe('unconfirmed');
    const words = await page.textContent('[data-check="timestamp.signature"]');
    expect(words).toContain('This browser cannot check it');
    expect(words).toContain('Signed with ML-DSA-65, which this program cannot check');
    await screenshot(page, 'verify-html-without-ml-dsa');
    expect(await verdictOf(page, { ...given, 'contrato.pdf': Buffer.from('otro') })).toBe('invalid');
  });
});

/** Makes a browser that has ML-DSA behave like one without it. */
function forgetMlDsa(): void {
  const own = crypto.subtle.importKey.bind(crypto.subtle) as (...args: unknown[]) => Promise<CryptoKey>;
  const importKey = async (...args: unknown[]): Promise<CryptoKey> => {
    const { name } = args[2] as { name: string };
    if (name.startsWith('ML-DSA')) throw new DOMException('Unrecognized name', 'NotSupportedError');
    return own(...args);
  };
  Object.defineProperty(crypto.subtle, 'importKey', { value: importKey });
}

test.for([
  [SMALL_PHONE, 'es-MX', 'no es una constancia solo de este documento'],
  [DESKTOP, 'en-US', 'it is not a constancia of this document alone'],
] as const)(
  'P153 the page judges a record with the stamp that it shares, and says so',
  async ([viewport, language, words]) => {
    const shared = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, readDoc(`vectors/${name}`)]));
    await visit({ viewport, language }, async (page) => {
      const all = shared('hola.txt', 'shared.ers', 'shared.tsr', 'shared.xml');
      expect(await verdictOf(page, all)).toBe('unconfirmed');
      expect(await page.textContent('#checks')).toContain(words);
      await assertAccessible(page);
      await screenshot(page, `verify-html-shared-${language.slice(0, 2)}`);
    });
    await visit({ viewport, language }, async (page) => {
      expect(await verdictOf(page, shared('hola.txt', 'shared.tsr'))).toBe('invalid');
    });
  },
);
