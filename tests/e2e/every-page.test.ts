/**
 * Rules for every page: one heading of the first level, headings in order, everything reachable by keyboard, nothing
 * wider than a phone, and no words that are meant only for programs.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneOfEvery } from '../harness/breadth.ts';
import {
  assertAccessible,
  DESKTOP,
  openBrowser,
  SMALL_PHONE,
  type TestBrowser,
  type TestPage,
} from '../harness/browser.ts';
import { routesOf } from '../harness/routes-of.ts';
import { takeSession } from '../harness/seated-page.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { type AllPages, openAllPages, routesOfRouters, type Visited } from './all-pages.ts';

const random = seededRandom();
let all: AllPages;
let browser: TestBrowser;
beforeAll(async () => {
  [all, browser] = await Promise.all([openAllPages(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await all?.close();
});

/** Answers for programs: files, the log, health, and what is served below the address of a page. */
const FOR_PROGRAMS = [
  /^\/(?:api|assets|docs\/vectors|\.well-known)\//,
  /^\/(?:healthz|readyz|metrics|api|tsa|key|keys|i|status)(?:\/|$)/,
  /^\/(?:log|tile|checkpoint|consistency|witnessed-checkpoint|entries|files|proof|sso)(?:\/|$)/,
  /^\/m\/logo\//,
  /\.\w+$/,
  /\/(?:proof|court|qr|certificate|callback)$/,
];

test('every page is in the list that these tests go through', () => {
  const known = new Set(all.pages.map(({ route }) => route));
  const ofServer = routesOf(all.sello.app)
    .filter(({ method, url }) => method === 'GET' && !FOR_PROGRAMS.some((pattern) => pattern.test(url)))
    .map(({ url }) => url);
  const missing = [...ofServer, ...routesOfRouters()].filter((route) => !known.has(route));
  expect(missing).toEqual([]);
});

/** `npm test` checks one page out of this many, a different one each time; all of them would take two minutes. */
const SHARE = 8;

const LANGUAGES = ['es-MX', 'en-US'] as const;

/**
 * What no page may show: days and times as programs write them, names of kinds and statuses, a double full stop, “1”
 * with a plural, and what a template shows for a missing value.
 */
const RAW_WORDS =
  /\b20\d\d-\d\d-\d\d\b|\b(?:constancia_de_vigencia|in_person|self_paced|award_approved)\b|[ap]\.\s?m\.\.|\b1 ya cumplen\b|\bundefined\b|\bNaN\b|\[object |\bInvalid Date\b/;
/** An ordinary word in English; in Spanish it can only be the name of a kind. */
const RAW_IN_SPANISH = /\btranscript\b/;

test.each(LANGUAGES)(
  'in %s every page works for eyes, keyboards and screen readers',
  async (language) => {
    const found: string[] = [];
    const pages = { 'a stranger': await open(language), 'a person': await open(language) };
    await takeSession(pages['a person'], new URL(all.pages[0]?.at ?? '').origin, all.person);
    await all.person.call('PATCH', '/me', { language: language.slice(0, 2) });
    for (const visited of oneOfEvery(SHARE, all.pages, random)) {
      for (const finding of await judge(pages[visited.as], visited, language))
        found.push(`${visited.at}: ${finding}`);
    }
    await Promise.all(Object.values(pages).map((page) => page.close()));
    expect(found).toEqual([]);
  },
  15 * 60_000,
);

const open = (language: (typeof LANGUAGES)[number]) => browser.openPage({ language, viewport: DESKTOP });

async function judge(page: TestPage, { route, at }: Visited, language: string): Promise<string[]> {
  const found: string[] = [];
  const must = (what: Promise<unknown>) => what.catch((error: Error) => found.push(error.message));
  // If only the part of the address after # changed, the browser would not load the page again.
  await page.goto('about:blank');
  await page.goto(at);
  await must(page.locator('h1').first().waitFor({ timeout: 20_000 }));
  await must(page.locator('.skeleton').first().waitFor({ state: 'detached', timeout: 20_000 }));
  const titles = await page.locator('h1').count();
  if (titles !== 1) found.push(`has ${titles} headings of the first level`);
  // The page of a badge shows words that were signed, with days as programs write them.
  const isSigned = route === '/b/:code';
  const text = isForDevelopers(route) || isSigned ? '' : await page.locator('body').innerText();
  const words = RAW_WORDS.exec(text) ?? (language === 'es-MX' ? RAW_IN_SPANISH.exec(text) : null);
  if (words !== null)
    found.push(`says “${words.input.slice(Math.max(0, words.index - 40), words.index + 40)}”`);
  // The page on which calls are tried is a third party's program.
  await must(assertAccessible(page, route === '/docs/try' ? 'every rule' : 'every impact'));
  await page.setViewportSize(SMALL_PHONE);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wider > 0) found.push(`is ${wider} px wider than a phone`);
  await page.setViewportSize(DESKTOP);
  return found;
}

/** They show what programs send and get. */
function isForDevelopers(route: string): boolean {
  return /^\/(?:docs|sdk)(?:\/|$)/.test(route);
}
