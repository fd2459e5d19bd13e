/**
 * Browser windows that one test passes on to the next, because opening one takes more processor time than most tests in
 * it. A window is passed on like a new one, without cookies, storage, listeners or routes; only the cache of immutable
 * files stays. A window with a permanent change is closed.
 */

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** The settings that cannot be changed in an open window. */
type WindowNeeds = {
  locale: string;
  timezoneId: string;
  javaScriptEnabled: boolean;
  baseURL?: string;
};

type LentWindow = {
  page: Page;
  context: BrowserContext;
  needs: WindowNeeds;
  /** Talks to the browser about this page. */
  cdp: CDPSession;
  /** Debugger sessions that the test opened; their end also ends the settings that they switched on. */
  sessions: CDPSession[];
  /** The origins that the window has visited: each may have stored something. */
  origins: Set<string>;
  /** Whether it was changed in a way that cannot be undone. */
  isSpent: boolean;
};

/** As long as the limit of a poll, because machines differ in speed. */
const PATIENCE_MS = 60_000;

const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'page',
  'pageerror',
  'popup',
];
const HEARD_OF_THE_NETWORK = ['request', 'requestfailed', 'requestfinished', 'response', 'websocket'];

let idle: LentWindow[] = [];

/** `isNew`: a window that is not reused before or afterwards. */
export async function lendWindow(browser: Browser, needs: WindowNeeds, isNew: boolean): Promise<LentWindow> {
  const found = isNew ? undefined : idle.find((one) => fits(one, browser, needs));
  idle = idle.filter((one) => one !== found);
  const lent = found ?? (await openWindow(browser, needs));
  lent.isSpent ||= isNew;
  lent.page.on('framenavigated', (frame) => lent.origins.add(originOf(frame.url())));
  return lent;
}

export async function leaveWindow(lent: LentWindow): Promise<void> {
  if (!lent.isSpent && (await isCleared(lent))) idle.push(lent);
  else await lent.context.close();
}

/** Closes the windows of a server that is about to end. */
export async function closeWindowsTo(baseURL: string): Promise<void> {
  const useless = idle.filter(({ needs }) => needs.baseURL === baseURL);
  idle = idle.filter((one) => !useless.includes(one));
  for (const { context } of useless) await context.close();
}

function fits({ context, needs }: LentWindow, browser: Browser, wanted: WindowNeeds): boolean {
  return context.browser() === browser && JSON.stringify(needs) === JSON.stringify(wanted);
}

async function openWindow(browser: Browser, needs: WindowNeeds): Promise<LentWindow> {
  // Servers with TLS are on this machine and have self-signed certificates.
  const context = await browser.newContext({ ...needs, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const lent: LentWindow = { page, context, needs, cdp, sessions: [], origins: new Set(), isSpent: false };
  const open = context.newCDPSession.bind(context);
  context.newCDPSession = async (target) => {
    const session = await open(target);
    lent.sessions.push(session);
    return session;
  };
  const spend = () => {
    lent.isSpent = true;
  };
  before(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'addLocatorHandler'], spend);
  before(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'route'], spend);
  before(context, ['grantPermissions', 'setGeolocation', 'setExtraHTTPHeaders'], spend);
  before(page, ['setExtraHTTPHeaders'], spend);
  before(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spend);
  return lent;
}

/** Calls `note` before each call of these methods. */
function before<T extends object>(of: T, methods: readonly (keyof T)[], note: () => void): void {
  for (const name of methods) {
    const own = of[name] as (...args: unknown[]) => unknown;
    const noted = (...args: unknown[]) => {
      note();
      return own.apply(of, args);
    };
    of[name] = noted as T[keyof T];
  }
}

async function isCleared({ page, context, cdp, sessions, origins }: LentWindow): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const session of sessions.splice(0)) await session.detach();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of [...HEARD, ...HEARD_OF_THE_NETWORK]) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await context.setOffline(false);
    await forgetTab(page);
    await page.goto('about:blank');
    await page.mouse.move(-1, -1);
    await context.clearCookies();
    for (const origin of origins)
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    origins.clear();
    return true;
  } catch {
    return false;
  }
}

/** Clears the session storage, which belongs to the window. A page without an origin has none. */
async function forgetTab(page: Page): Promise<void> {
  if (originOf(page.url()) !== '') await page.evaluate(() => sessionStorage.clear()).catch(() => {});
}

/** Empty for files and blank pages. */
function originOf(url: string): string {
  return /^https?:/.test(url) ? new URL(url).origin : '';
}
