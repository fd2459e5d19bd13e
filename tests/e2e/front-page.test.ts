import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import {
  DESKTOP,
  openBrowser,
  type PageOptions,
  SMALL_PHONE,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';

const FILE = Buffer.from('un contrato de arrendamiento\n');
/** The limit for a phone on a slow connection, compressed and with the headers. */
const MAX_BYTES = 60_000;
/** The page, its style, script and typeface files, and the icon. */
const MAX_REQUESTS = 14;

let world: AnchoredSello;
let browser: TestBrowser;
let base: string;
let bundle: Buffer;

beforeAll(async () => {
  [world, browser] = await Promise.all([openAnchoredSello(), openBrowser()]);
  base = await world.sello.listen();
  const { qr_verification_url: url } = await world.sello.certify(world.caller.key, FILE);
  await world.sello.sequence();
  await world.anchorAndMine();
  const answer = await fetch(`${base}${new URL(url).pathname}/proof?type=bundle`);
  bundle = Buffer.from(await answer.arrayBuffer());
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function visit(options: PageOptions, look: (page: TestPage) => Promise<void>): Promise<void> {
  const page = await browser.openPage(options);
  await page.goto(`${base}/`);
  await look(page);
  page.assertClean();
  await page.close();
}

test('the first visit loads at most 60 kB in few requests', async () => {
  for (const viewport of [DESKTOP, SMALL_PHONE]) {
    const page = await browser.openPage({ isFirstVisit: true, viewport });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const sizes: number[] = [];
    session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto(`${base}/`, { waitUntil: 'networkidle' });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total, `${sizes.length} requests: ${sizes.join(', ')}`).toBeLessThanOrEqual(MAX_BYTES);
    expect(sizes.length).toBeLessThanOrEqual(MAX_REQUESTS);
    page.assertClean();
    await page.close();
  }
});

test('files dropped on the front page are verified at once, and none of them is sent', async () => {
  await visit({ language: 'en-US' }, async (page) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.setInputFiles('#files', [
      { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: FILE },
      { name: 'evidence.zip', mimeType: 'application/zip', buffer: bundle },
    ]);
    await page.waitForSelector('.checks-summary[data-verdict="unconfirmed"]');
    expect(await page.$$('.check-row[data-outcome="fail"]')).toEqual([]);
    expect(requests.filter((request) => !request.startsWith('GET /assets/'))).toEqual([]);
  });
});

test('the sample matches until a letter changes, and its stamp can be checked on the page', async () => {
  await visit({ language: 'en-US' }, async (page) => {
    const verdict = () => page.getAttribute('#sample-verdict', 'data-outcome');
    await page.waitForSelector('#sample-verdict[data-outcome="match"]');
    await page.click('#sample-check');
    await page.waitForSelector('#sample-checks .checks-summary[data-verdict="unconfirmed"]');
    expect(await page.getAttribute('[data-check="timestamp.imprint"]', 'data-outcome')).toBe('pass');
    expect(await page.getAttribute('[data-check="timestamp.signature"]', 'data-outcome')).toBe('pass');
    await page.locator('#sample-text').press('End');
    await page.locator('#sample-text').pressSequentially('x');
    await page.waitForSelector('#sample-verdict[data-outcome="mismatch"]');
    await page.click('#sample-check');
    await page.waitForSelector('#sample-checks [data-check="timestamp.imprint"][data-outcome="fail"]');
    await inspectEverywhere(page, 'front-page-altered');
    await page.click('#sample-restore');
    await page.waitForSelector('#sample-verdict[data-outcome="match"]');
    expect(await verdict()).toBe('match');
  });
});

test('the page is accessible and fits on every screen, in both languages', async () => {
  for (const language of ['es-MX', 'en-US'] as const) {
    await visit({ language }, async (page) => {
      await page.waitForSelector('#sample-verdict[data-outcome="match"]');
      await inspectEverywhere(page, `front-page-${language.slice(0, 2)}`);
    });
  }
});

test('without scripts the page shows everything but the zone, and says how to check instead', async () => {
  await visit({ language: 'es-MX', javaScript: false }, async (page) => {
    expect(await page.textContent('h1')).toContain('Un sello de tiempo');
    expect(await page.isVisible('#drop')).toBe(false);
    expect(await page.isVisible('.front-zone noscript p')).toBe(true);
    expect(await page.isVisible('.sample-prints code >> nth=0')).toBe(true);
    expect(await page.isVisible('.front-terminal')).toBe(true);
  });
});
