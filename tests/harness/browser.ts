/** A real Chromium for page tests. It records forbidden behaviour of a page, so that tests can assert there is none. */

import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumProgram } from './chromium-program.ts';
import { closeWindowsTo, leaveWindow, lendWindow } from './lent-windows.ts';

export type PageOptions = {
  /** Preferences of the browser, which the pages follow. */
  language?: 'es-MX' | 'en-US';
  viewport?: { width: number; height: number };
  javaScript?: boolean;
  colorScheme?: 'light' | 'dark';
  timeZone?: string;
  /** The server to which addresses without a host lead. */
  baseUrl?: string;
  /** A browser with an empty cache, to see what a first visit loads. */
  isFirstVisit?: boolean;
};

export type TestPage = Page & {
  /**
   * Throws if the page logged an error, violated its policy, or requested anything from another server; also if an
   * error that the test expected (`forgive`) never came.
   */
  assertClean(): void;
  /** Allows one error that the test provokes on purpose, such as a refused login. */
  forgive(pattern: RegExp): void;
};

export type TestBrowser = {
  /** A page with its own cookies. */
  openPage(options?: PageOptions): Promise<TestPage>;
  /** Also closes windows kept for other tests, unless their server goes on. */
  close(server?: 'goes on'): Promise<void>;
};

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 375, height: 812 };

const ARTEFACTS = fileURLToPath(new URL('../artefacts', import.meta.url));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let running: Promise<Browser> | undefined;

/**
 * Each test file opens one in `beforeAll` and closes it in `afterAll`. The files of a process share the browser
 * program, which ends with the process, and use its windows one after the other; each page has its own cookies and
 * storage.
 */
export async function openBrowser(): Promise<TestBrowser> {
  running ??= startChromium();
  const browser = await running;
  const pages = new Set<TestPage>();
  const addresses = new Set<string>();
  return {
    async openPage(options = {}) {
      const page = await openPage(browser, options);
      if (options.baseUrl !== undefined) addresses.add(options.baseUrl);
      pages.add(page);
      const { close } = page;
      page.close = async () => {
        // Closes only once: another file may already use the browser when this file closes it again.
        if (pages.delete(page)) await close();
      };
      return page;
    },
    async close(server) {
      await Promise.all([...pages].map((page) => page.close()));
      if (server === 'goes on') return;
      for (const address of addresses) await closeWindowsTo(address);
    },
  };
}

async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Tests must not depend on the network, so no other name resolves. Interception of requests would prevent this
      // too, but would switch the browser's cache off.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
  browser.once('disconnected', () => {
    running = undefined;
  });
  return browser;
}

async function openPage(browser: Browser, options: PageOptions): Promise<TestPage> {
  const needs = {
    locale: options.language ?? 'es-MX',
    timezoneId: options.timeZone ?? 'America/Mexico_City',
    javaScriptEnabled: options.javaScript ?? true,
    ...(options.baseUrl !== undefined && { baseURL: options.baseUrl }),
  };
  const lent = await lendWindow(browser, needs, options.isFirstVisit ?? false);
  const { page } = lent;
  await page.setViewportSize(options.viewport ?? DESKTOP);
  await page.emulateMedia({
    media: null,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  });
  const { complain, ...judge } = keepComplaints();
  noteForeignRequests(page, complain);
  page.on('console', (message) => {
    // Policy violations also appear as console errors.
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`script: ${error.stack ?? error.message}`));
  return Object.assign(page, { close: () => leaveWindow(lent), ...judge });
}

/** The browser may report a refused request after the page has shown it, so an error can be allowed in advance. */
function keepComplaints() {
  const complaints: string[] = [];
  const forgiven: RegExp[] = [];
  return {
    complain(complaint: string) {
      const index = forgiven.findIndex((pattern) => pattern.test(complaint));
      if (index === -1) complaints.push(complaint);
      else forgiven.splice(index, 1);
    },
    forgive(pattern: RegExp) {
      const index = complaints.findIndex((complaint) => pattern.test(complaint));
      if (index === -1) forgiven.push(pattern);
      else complaints.splice(index, 1);
    },
    assertClean() {
      if (complaints.length > 0) throw new Error(`the page misbehaved:\n  ${complaints.join('\n  ')}`);
      if (forgiven.length > 0) throw new Error(`nothing came that fits ${forgiven.join(', ')}`);
    },
  };
}

function noteForeignRequests(page: Page, complain: (complaint: string) => void): void {
  page.context().on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname))
      complain(`request to ${request.url()}`);
  });
}

/**
 * Makes a picture for people, which no test compares; only on request, because painting a page takes longer than
 * testing it.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SELLO_TEST_SCREENSHOTS !== 'on') return;
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTEFACTS}/${name}.png`, fullPage: true });
}

/**
 * Runs in the page, and waits until it looks as it will stay: during a change of theme colours have another contrast,
 * and while a font loads text has another width.
 */
async function whenSettled(): Promise<void> {
  await document.fonts.ready;
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // After a change of theme, inherited colours are correct only in the next painted frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

type Finding = {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
};

export type AxeRules = 'every rule' | 'every impact' | 'colours';

/**
 * Throws on every serious or critical finding of axe; with `every impact`, on all findings. `colours` runs only the
 * colour rules, for a second theme of a page whose other rules were already checked.
 */
export async function assertAccessible(page: Page, rules: AxeRules = 'every rule'): Promise<void> {
  await page.evaluate(whenSettled);
  // Injected through the debugger, to which the page's policy does not apply; once into each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readAxe());
  const findings = await page.evaluate(runAxe, rules);
  const grave = findings.filter(
    ({ impact }) => rules === 'every impact' || impact === 'serious' || impact === 'critical',
  );
  if (grave.length === 0) return;
  const lines = grave.flatMap(({ id, help, nodes }) => [
    `${id}: ${help}`,
    ...nodes.map(
      ({ html, failureSummary }) => `    ${html}\n    ${failureSummary.replaceAll('\n', '\n    ')}`,
    ),
  ]);
  throw new Error(`axe finds at ${page.url()}:\n${lines.join('\n')}`);
}

type Axe = {
  run(scope: string, options: object): Promise<{ violations: Finding[] }>;
  _audit: { rules: { id: string; impact: string }[] };
};

/** Runs in the page. Rules whose findings are never serious take most of the time, so they are skipped by default. */
async function runAxe(rules: AxeRules): Promise<Finding[]> {
  const { axe } = window as unknown as { axe: Axe };
  const slight = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const asked =
    rules === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: Object.fromEntries(slight.map(({ id }) => [id, { enabled: rules === 'every impact' }])) };
  const { violations } = await axe.run(':root', { resultTypes: ['violations'], ...asked });
  return violations;
}

let axeSource: Promise<string> | undefined;

function readAxe(): Promise<string> {
  axeSource ??= readFile(AXE, 'utf8');
  return axeSource;
}
