import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import {
  assertAccessible,
  openBrowser,
  type PageOptions,
  PHONE,
  screenshot,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';
import { inspect } from './inspect.ts';
import { SCRIPT_TEXTS } from './script-vectors.ts';

const FILE = Buffer.from('un contrato de arrendamiento\n');
const FIELDS = { title: 'Contrato de arrendamiento', document_type: 'Contrato' };

let world: AnchoredSello;
let browser: TestBrowser;
let bench: Workbench;
let base: string;
/** Path of the page of a certificate in a final block. */
let certified: string;

beforeAll(async () => {
  [world, browser, bench] = await Promise.all([openAnchoredSello(), openBrowser(), openWorkbench()]);
  base = await world.sello.listen();
  certified = await certify();
  await world.anchorAndMine();
});
afterAll(async () => {
  await browser.close();
  await bench.close();
  await world.close();
});

async function certify(fields: Record<string, string> = FIELDS): Promise<string> {
  const { qr_verification_url: url } = await world.sello.certify(world.caller.key, FILE, fields);
  await world.sello.sequence();
  return new URL(url).pathname;
}

async function visit<T>(
  path: string,
  options: PageOptions,
  look: (page: TestPage) => Promise<T>,
): Promise<T> {
  const page = await browser.openPage(options);
  try {
    await page.goto(base + path);
    const seen = await look(page);
    page.assertClean();
    return seen;
  } finally {
    await page.close();
  }
}

const drop = (page: Page, name: string, buffer: Buffer) =>
  page.setInputFiles('#file', { name, mimeType: 'application/pdf', buffer });

const outcomes = (page: Page) =>
  page.$$eval('.check-row', (rows) =>
    rows.map((row) => [row.getAttribute('data-check'), row.getAttribute('data-outcome')]),
  );

test('the QR code on the page leads to the page', async () => {
  const { qr_verification_url: address } = await (await fetch(`${base}${certified}.json`)).json();
  for (const format of ['png', 'svg'] as const) {
    const image = Buffer.from(await (await fetch(`${base}${certified}/qr.${format}`)).arrayBuffer());
    if (format === 'png') await bench.write('qr.png', image);
  }
  await visit(certified, {}, async (page) => {
    await page.locator('.qr-code').screenshot({ path: bench.path('shown.png') });
  });
  for (const file of ['qr.png', 'shown.png']) {
    const { output } = await bench.run('zbarimg', '--quiet', '--raw', file);
    expect(output.trim()).toContain(address);
  }
  const page = await fetch(base + new URL(address).pathname);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(FIELDS.title)]);
});

test('the page and everything it loads is at most 60 kB, until verification starts', async () => {
  await visit(certified, { isFirstVisit: true }, async (page) => {
    const weights: number[] = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => (entry as PerformanceResourceTiming).encodedBodySize,
      ),
    );
    expect(weights.length).toBeGreaterThan(2);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(60_000);
  });
});

describe('a dropped file', () => {
  test('is reported as the certified one or not, in words, and nothing is sent anywhere', async () => {
    await visit(certified, { language: 'es-MX' }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
      await drop(page, 'contrato.pdf', FILE);
      await page.waitForSelector('.outcome[data-outcome="match"]');
      expect(await page.textContent('.outcome')).toContain('Coincide');
      await drop(page, 'cambiado.pdf', Buffer.concat([FILE, Buffer.from(' ')]));
      await page.waitForSelector('.outcome[data-outcome="mismatch"]');
      expect(await page.textContent('.outcome')).toContain('No coincide');
      await page.waitForSelector('.checks-summary[data-verdict="invalid"]');
      // The page fetches the proofs to check them, and the tab icon may still be loading.
      const proofs = /^GET \S+(\/assets\/|\/log\/keys$|\.json$|\/proof\?type=(nom151|chain|blockchain)$)/;
      expect(requests.filter((request) => !proofs.test(request))).toEqual([]);
    });
  });

  test('may be larger than memory: it is hashed in chunks, with progress, and can be cancelled', async () => {
    const sizeBytes = 128 << 20;
    await writeZeros('large.bin', sizeBytes);
    // Too long to be hashed before the button is pressed.
    await writeZeros('endless.bin', 64 * 2 ** 30);
    const hash = createHash('sha256');
    for (let done = 0; done < sizeBytes; done += 1 << 20) hash.update(Buffer.alloc(1 << 20));
    await visit(certified, { language: 'en-US' }, async (page) => {
      await page.setInputFiles('#file', bench.path('endless.bin'));
      await page.click('.progress button');
      await page.getByText('Canceled').waitFor();
      const memory = await watchMemory(page);
      await page.setInputFiles('#file', bench.path('large.bin'));
      await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0.1);
      await page.waitForSelector('.outcome[data-outcome="mismatch"]', { timeout: 60_000 });
      expect(await page.textContent('.outcome')).toContain(hash.digest('hex'));
      expect((await memory.stop()) / (1 << 20)).toBeLessThan(50);
    });
  });
});

/** Makes a file of this length that takes up no space on the disk. */
async function writeZeros(name: string, sizeBytes: number): Promise<void> {
  const handle = await open(bench.path(name), 'w');
  await handle.truncate(sizeBytes);
  await handle.close();
}

/** Samples the private memory of the browser's tabs; `stop` returns its maximum growth in bytes. */
async function watchMemory(page: Page): Promise<{ stop(): Promise<number> }> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const ownBytes = async () => {
    const sizes = await Promise.all(tabs.map(residentBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const before = await ownBytes();
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await ownBytes());
  }, 25);
  return {
    async stop() {
      clearInterval(timer);
      return Math.max(most, await ownBytes()) - before;
    },
  };
}

/** Memory of the process, private or shared, without mapped program files. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kilobytes.reduce((sum, size) => sum + size, 0) * 1024;
}

describe('verifying in the browser', () => {
  test('runs every check on the real proofs, and marks those not requested as skipped', async () => {
    await visit(certified, { language: 'es-MX' }, async (page) => {
      await drop(page, 'contrato.pdf', FILE);
      // The authority is not accredited, and only the page itself vouches for root and key.
      await page.waitForSelector('.checks-summary[data-verdict="unconfirmed"]');
      const found = await outcomes(page);
      expect(found.filter(([, outcome]) => outcome === 'fail')).toEqual([]);
      expect(found.filter(([, outcome]) => outcome === 'unconfirmed')).toEqual([
        ['timestamp.chain', 'unconfirmed'],
      ]);
      expect(found.filter(([, outcome]) => outcome === 'pass')).toHaveLength(25);
      expect(found.filter(([, outcome]) => outcome === 'skipped').map(([name]) => name)).toEqual([
        'timestamp.nonce',
        'timestamp.gen_time',
        'blockchain.on_chain',
      ]);
      expect(await page.locator('.checks-skipped .check-row').count()).toBe(3);
      await assertAccessible(page);
      await screenshot(page, 'public-page-verified-es');
    });
  });

  test('fails for another file, and names the failed check', async () => {
    await visit(certified, { language: 'en-US' }, async (page) => {
      await drop(page, 'other.pdf', Buffer.from('other'));
      await page.waitForSelector('.checks-summary[data-verdict="invalid"]');
      const failed = (await outcomes(page)).filter(([, outcome]) => outcome === 'fail').map(([name]) => name);
      expect(failed).toEqual(['document.file', 'timestamp.imprint', 'blockchain.document_digest']);
    });
  });

  test('checks the stamp before the block is final, and states that the rest is not available yet', async () => {
    const waiting = await certify();
    await visit(waiting, { language: 'en-US' }, async (page) => {
      await page.click('#verify-now');
      await page.waitForSelector('.checks-summary[data-verdict="unconfirmed"]');
      expect(await page.textContent('.checks-skipped')).toContain('Anchoring has not finished');
    });
  });
});

test('the page updates without a reload when its certificate reaches the block', async () => {
  const path = await certify();
  await visit(path, { language: 'en-US' }, async (page) => {
    expect(await page.getAttribute('.verdict h1 >> xpath=ancestor::section', 'data-verdict')).toBe(
      'not_accredited',
    );
    expect(await page.locator('.download[data-state="waiting"]').count()).toBe(1);
    await page.evaluate('window.stayed = true');
    await world.anchorAndMine();
    await page.waitForSelector('.timeline li:last-child[data-state="done"]');
    expect(await page.locator('.download[data-state="waiting"]').count()).toBe(0);
    expect(await page.locator('a.download').count()).toBe(6);
    expect(await page.evaluate('window.stayed')).toBe(true);
    // Buttons added by the update work like the original ones.
    expect(await page.locator('.commands .copy:visible').count()).toBe(5);
  });
});

test('without JavaScript the facts are shown, and nothing that would need it', async () => {
  await visit(certified, { javaScript: false, language: 'en-US' }, async (page) => {
    const text = await page.innerText('main');
    for (const fact of [
      FIELDS.title,
      'NOT ACCREDITED, NO LEGAL VALUE',
      'Mexico City',
      'Evidence bundle',
      'openssl ts -verify',
    ])
      expect(text).toContain(fact);
    expect(await page.locator('[data-script]:visible').count()).toBe(0);
    expect(await page.locator('.timeline li[data-state="done"]').count()).toBe(5);
    await screenshot(page, 'public-page-without-script');
  });
});

test('on a phone nothing is wider than the screen, in either language and light or dark', async () => {
  const long = await certify({ title: 'Contrato'.repeat(25), document_type: 'x'.repeat(60) });
  for (const [language, colorScheme] of [
    ['es-MX', 'light'],
    ['en-US', 'dark'],
  ] as const) {
    const page = await browser.openPage({ viewport: PHONE, language, colorScheme });
    for (const path of [certified, long, `/v/${'0'.repeat(22)}`, '/verify']) {
      await page.goto(base + path);
      await inspect(page, `public-page-phone-${colorScheme}${path.replaceAll('/', '-')}`);
    }
    await page.close();
  }
});

test('the language switch changes the language and nothing else', async () => {
  await visit(certified, { language: 'es-MX' }, async (page) => {
    const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await title('Sin acreditación, sin validez legal');
    await page.click('text=English');
    await title('Not accredited, no legal value');
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.click('text=Español');
    await title('Sin acreditación, sin validez legal');
    expect(await page.getAttribute('html', 'lang')).toBe('es');
  });
});

test('it prints on two pages at most, without buttons', async () => {
  await visit(certified, { language: 'es-MX' }, async (page) => {
    await bench.write('page.pdf', await page.pdf({ format: 'Letter' }));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible').count()).toBe(0);
  });
  const { output } = await bench.run('pdfinfo', 'page.pdf');
  expect(Number(/^Pages:\s+(\d+)$/m.exec(output)?.[1])).toBeLessThanOrEqual(2);
});

describe('P33 text from others', () => {
  test('never runs as script on the page, as a title, type, name or dropped file', async () => {
    const { sello, caller } = world;
    const { id, qr_verification_url: url } = await sello.certify(caller.key, FILE, FIELDS);
    const path = new URL(url).pathname;
    const page = await browser.openPage({ language: 'en-US' });
    page.on('dialog', (dialog) => {
      throw new Error(`a script ran: ${dialog.message()}`);
    });
    for (const text of SCRIPT_TEXTS) {
      await sello.database.query(
        'update certificates set title = $2, description = $2, document_type = $2, file_name = $2, psc = $2 where id = $1',
        [id, text],
        'naughty',
      );
      await page.goto(base + path);
      // The HTML standard normalizes line ends, which no page can prevent.
      expect(await page.textContent('.title')).toBe(text.replace(/\r\n?/g, '\n'));
      expect(await page.locator('main script, main iframe, main img, main style, main base').count()).toBe(0);
      await drop(page, text.slice(0, 4_000), FILE);
      await page.waitForSelector('.outcome[data-outcome="match"]');
      expect(await page.evaluate('window.ran')).toBeUndefined();
    }
    page.assertClean();
    await page.close();
  });
});
