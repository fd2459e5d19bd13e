/**
 * How long a first visit takes until it shows something useful, on a slow connection with a slow processor:
 * Lighthouse's "slow 4G", a quarter of this machine's processor, and an empty cache.
 */

import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumProgram } from '../tests/harness/chromium-program.ts';
import type { Row } from './results.ts';
import { median } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';

/**
 * Slowed down for each request, as DevTools does it:
 * https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
const SLOWDOWN = 4;
const PUBLIC_MS = 2_500;
const DASHBOARD_MS = 4_000;
const VISITOR = { name: 'Bench', email: 'visitor@example.com', password: 'un sello rojo sobre papel' };

type Page = { name: string; path: string; shows: string; mostMs: number; isInside?: boolean };

export function measurePages(stage: Stage): Promise<Row[]> {
  return stage.withSello(async (sello) => {
    const base = `http://127.0.0.1:${sello.port}`;
    const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox'] });
    try {
      const pages = await pagesOf(sello, base);
      const session = await signUp(browser, base);
      const rows: Row[] = [];
      for (const page of pages) rows.push(await measure(browser, { stage, base, session, page }));
      return rows;
    } finally {
      await browser.close();
    }
  });
}

type Made = { certificate: { qr_verification_url: string }; member: { public_url: string } };

async function pagesOf(sello: SelloProcess, base: string): Promise<Page[]> {
  const call = async (path: string, body: string | FormData, type?: string) => {
    const answer = await fetch(`${base}/api/public/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sello.key}`, ...(type && { 'content-type': type }) },
      body,
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Made;
  };
  const form = new FormData();
  form.set('title', 'Contrato de arrendamiento');
  form.set('file', new Blob(['un contrato']), 'contrato.pdf');
  const { certificate } = await call('/certificates', form);
  const person = {
    given_name: 'Ana',
    first_surname: 'Luna',
    public_profile: true,
    consent: { notice_version: '1', channel: 'web' },
  };
  const { member } = await call('/members', JSON.stringify(person), 'application/json');
  return [
    { name: 'the front page', path: '/', shows: '#drop', mostMs: PUBLIC_MS },
    {
      name: 'the page of a certificate',
      path: new URL(certificate.qr_verification_url).pathname,
      shows: 'h1',
      mostMs: PUBLIC_MS,
    },
    {
      name: 'the page of a member',
      path: new URL(member.public_url).pathname,
      shows: 'h1',
      mostMs: PUBLIC_MS,
    },
    { name: '/verify', path: '/verify', shows: '#drop', mostMs: PUBLIC_MS },
    {
      name: 'the first page of the dashboard',
      path: '/dashboard',
      shows: '.shell main h1',
      mostMs: DASHBOARD_MS,
      isInside: true,
    },
  ];
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function signUp(browser: Browser, base: string): Promise<Cookies> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${base}/api/dashboard/signup`, { data: VISITOR });
  if (!answer.ok()) throw new Error(await answer.text());
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

type Measured = { stage: Stage; base: string; session: Cookies; page: Page };

async function measure(browser: Browser, { stage, base, session, page }: Measured): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < stage.rounds; round += 1)
    times.push(await firstPicture(browser, base, page, page.isInside ? session : []));
  const [low, middle, high] = [Math.min(...times), median(times), Math.max(...times)].map(seconds);
  return {
    what: `time until ${page.name} shows something useful: first visit, slow 4G, a quarter of the processor`,
    sello: `${middle} (${low}–${high})`,
    rival: '',
    value: middle ?? '',
    target: `≤ ${seconds(page.mostMs)}`,
    outcome: median(times) <= page.mostMs ? 'pass' : 'MISS',
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Milliseconds from the press of the link to the frame in which `shows` is drawn. */
async function firstPicture(
  browser: Browser,
  base: string,
  { path, shows }: Page,
  cookies: Cookies,
): Promise<number> {
  // Each visit has a browser context of its own, so its cache is empty.
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'es-MX' });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript({ content: noteFirstPicture(shows) });
    await page.goto(base + path, { waitUntil: 'commit', timeout: 60_000 });
    // `waitForFunction` would use `eval`, which the pages' policy forbids.
    return await page.evaluate<number>('window.shownAt');
  } finally {
    await context.close();
  }
}

/** Runs in the page. The element is visible in the frame after the one in which it is laid out. */
const noteFirstPicture = (selector: string): string => `
window.shownAt = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.checkVisibility())
      requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});`;
