/** P48: somebody has uploaded a script and found a place where HTML can be injected. None of it may run. */

import { expect, test } from 'vitest';
import type { TestPage } from '../harness/browser.ts';
import { multipart } from '../harness/multipart.ts';
import { API, type TestAccount } from '../harness/test-sello.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const RUNS = 'globalThis.ran = (globalThis.ran ?? 0) + 1; document.documentElement.dataset.ran = "1";';

const UPLOADS = [
  ['text/javascript', RUNS],
  ['application/javascript', RUNS],
  ['application/ecmascript', RUNS],
  ['text/plain', RUNS],
  ['application/json', RUNS],
  ['text/html', `<script>${RUNS}</script>`],
  ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUNS}</script></svg>`],
  ['text/css', 'html { --ran: 1 }'],
  ['application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${RUNS}</script></html>`],
] as const;

async function upload(owner: TestAccount, type: string, value: string): Promise<string> {
  const form = multipart([{ name: 'file', value, filename: 'x', type }]);
  const made = await stage.sello.call('POST', `${API}/certificates`, { key: owner.key, ...form });
  const url = `${API}/certificates/${made.body.certificate.id}/proof?type=file`;
  const address = new URL((await stage.sello.call('GET', url, { key: owner.key })).body.proof.url);
  return address.pathname + address.search;
}

/** Every way in which HTML makes a browser load an address as a program, a style or a page. */
function injected(address: string): string {
  const at = address.replaceAll('&', '&amp;');
  const around = `/assets/..%2f..${at}`;
  return `<script src="${at}"></script><script type="module" src="${at}"></script>
<script src="${around}"></script><script type="module">import ${JSON.stringify(address)}</script>
<script>${RUNS}</script><img src="x" onerror='${RUNS}'><link rel="stylesheet" href="${at}">
<link rel="modulepreload" href="${at}"><iframe src="${at}"></iframe><object data="${at}"></object>
<embed src="${at}"><base href="${at}"><meta http-equiv="refresh" content="600;url=${at}"><svg><use href="${at}#x"/></svg>`;
}

/** What an attacker who controls one of our own scripts could still request. */
async function askByScript(page: TestPage, address: string): Promise<void> {
  // As a string, because the test's own tools would rewrite `import()`.
  await page.evaluate(`(async (url) => {
    const script = document.createElement('script');
    script.src = url;
    document.body.append(script);
    await Promise.allSettled([
      import(url),
      new Promise((resolve) => {
        const worker = new Worker(url);
        worker.onerror = resolve;
        worker.onmessage = resolve;
      }),
      navigator.serviceWorker?.register(url),
    ]);
  })(${JSON.stringify(address)})`);
}

test('P48 no uploaded byte runs on any page, whatever its claimed type, even if HTML was injected', async () => {
  const owner = await stage.sello.newAccount();
  const record = await stage.sello.certify(owner.key, 'honest');
  const addresses: string[] = [];
  for (const [type, value] of UPLOADS) addresses.push(await upload(owner, type, value));
  const pages = [
    '/dashboard/login',
    '/docs',
    '/docs/try',
    '/verify',
    new URL(record.qr_verification_url).pathname,
    '/there-is-none',
  ];
  const page = await stage.browser.openPage({ language: 'en-US' });
  for (const path of pages) {
    await page.route(`${stage.base}${path}`, async (route) => {
      const response = await route.fetch();
      const html = addresses.map(injected).join('\n');
      await route.fulfill({ response, body: (await response.text()).replace('</body>', `${html}</body>`) });
    });
    await page.goto(`${stage.base}${path}`, { waitUntil: 'load' });
    for (const address of addresses.slice(0, 3)) await askByScript(page, address);
    const seen = await page.evaluate(() => ({
      ran: (globalThis as { ran?: number }).ran,
      marked: document.documentElement.dataset.ran,
      styled: getComputedStyle(document.documentElement).getPropertyValue('--ran'),
      workers: navigator.serviceWorker?.controller ?? null,
      // The page's own scripts still run.
      own: document.querySelectorAll('script[src^="/assets/"]').length,
    }));
    expect([path, seen]).toEqual([
      path,
      { ran: undefined, marked: undefined, styled: '', workers: null, own: expect.any(Number) },
    ]);
    expect(seen.own).toBeGreaterThan(0);
  }
  await page.close();
}, 180_000);
