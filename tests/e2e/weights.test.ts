/** The size of a first visit, compressed and with headers; the limits are a promise to people with slow connections. */

import { expect, test } from 'vitest';
import type { TestPage } from '../harness/browser.ts';
import { openCouncil } from './council-stage.ts';
import { openStage } from './stage.ts';

const stage = openStage();

type Load = { bytes: number; requests: number; largest: string };

/** Loads a page with an empty cache, until the network is idle. */
async function loadOf(page: TestPage, url: string): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const names = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  // Leaves out what took nothing from the network, such as a style sheet that was preloaded.
  const sorted = [...sizes].filter(([, size]) => size > 0).sort(([, a], [, b]) => b - a);
  return {
    bytes: sorted.reduce((sum, [, size]) => sum + size, 0),
    requests: sorted.length,
    largest: sorted.map(([id, size]) => `${names.get(id)} ${size}`).join('\n'),
  };
}

function expectLight({ bytes, requests, largest }: Load, most: { bytes: number; requests: number }): void {
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes, largest).toBeLessThanOrEqual(most.bytes);
  expect(requests, largest).toBeLessThanOrEqual(most.requests);
}

test('public pages load at most 60 kB', async () => {
  const { key } = await stage.sello.newAccount();
  const { qr_verification_url: url } = await stage.sello.certify(key, 'contrato');
  const page = await stage.browser.openPage({ isFirstVisit: true });
  for (const path of ['/', new URL(url).pathname, '/verify', '/m'])
    expectLight(await loadOf(page, `${stage.base}${path}`), { bytes: 60_000, requests: 16 });
  await page.close();
});

test('the log-in loads at most 80 kB, the first page behind it 115, and the awards 125', async () => {
  const page = await stage.browser.openPage({ isFirstVisit: true });
  const login = await loadOf(page, `${stage.base}/dashboard/login`);
  const council = await openCouncil(stage, page);
  const first = await loadOf(page, `${stage.base}/dashboard`);
  const program = await council.program(20);
  await council.member(program, { waiting: 3 });
  const awards = await loadOf(page, `${stage.base}/dashboard/memberships/awards`);
  expectLight(login, { bytes: 80_000, requests: 28 });
  expectLight(first, { bytes: 115_000, requests: 34 });
  expectLight(awards, { bytes: 125_000, requests: 38 });
  await page.close();
});
