/** The public page of a member as people see it: phone and desk, light and dark, with and without scripts. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, openBadgeWorld } from '../harness/badges.ts';
import { openBrowser, type PageOptions, type TestBrowser } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

let world: BadgeWorld;
let browser: TestBrowser;
let base: string;
let paths: Record<'valid' | 'lapsed' | 'course' | 'lookUp', string>;

beforeAll(async () => {
  world = await openBadgeWorld();
  browser = await openBrowser();
  base = await world.sello.listen();
  paths = await makePeople();
});
afterAll(async () => {
  await browser.close();
  await world.sello.close();
});

async function makePeople() {
  const { council, award, badge } = world;
  const fields = {
    given_name: 'María Guadalupe de los Ángeles',
    first_surname: 'Hernández-Villaseñor',
    second_surname: 'Etxeberria',
    specialty: 'Cirugía cardiotorácica pediátrica',
    professional_license: '12345678',
    public_fields: ['member_number', 'professional_license', 'diplomas'],
    member_since: '2006-05-01',
  };
  const { id, member_id } = await award({ member: fields });
  const given = await badge(id);
  const { member } = await council.must('GET', `/members/${member_id}`);
  const other = await council.member({
    consent: { notice_version: '1', channel: 'web' },
    public_profile: true,
  });
  await council.endingOn(council.today(-90), { member: other });
  return {
    valid: new URL(member.public_url).pathname,
    lapsed: new URL(other.public_url).pathname,
    course: new URL(given.credentialSubject.achievement.id).pathname,
    lookUp: `/m?account=${council.accountId}`,
  };
}

const SIZES = { phone: { width: 375, height: 812 }, desk: { width: 1280, height: 800 } } as const;

test.for([
  ['valid', 'phone', 'light'],
  ['valid', 'phone', 'dark'],
  ['valid', 'desk', 'light'],
  ['valid', 'desk', 'dark'],
  ['lapsed', 'phone', 'dark'],
  ['course', 'phone', 'light'],
  ['course', 'desk', 'dark'],
  ['lookUp', 'phone', 'light'],
  ['lookUp', 'desk', 'dark'],
] as const)('%s on a %s, %s: accessible, and no wider than the screen', async ([name, size, colorScheme]) => {
  const page = await browser.openPage({ viewport: SIZES[size], colorScheme });
  await page.goto(base + paths[name]);
  await inspect(page, `member-${name}-${size}-${colorScheme}`);
  page.assertClean();
  await page.close();
});

test('all of it is there without a script, in English too', async () => {
  const page = await open({ javaScript: false, language: 'en-US' });
  await page.goto(base + paths.valid);
  expect(await page.locator('h1').textContent()).toBe('In force');
  expect(await page.locator('.claim').textContent()).toContain('is in force');
  await page.locator('a[hreflang=es]').click();
  expect(await page.locator('h1').textContent()).toBe('Vigente');
  await page.goto(base + paths.lookUp);
  await page.fill('#number', '12345678');
  await page.fill('#surname', 'hernandez-villasenor');
  await page.click('button[type=submit]');
  expect(await page.locator('h2.title').textContent()).toContain('María Guadalupe');
  expect(page.url()).not.toContain('12345678');
  await page.close();
});

const open = (options: PageOptions) => browser.openPage(options);
