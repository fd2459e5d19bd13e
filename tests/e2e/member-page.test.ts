/** The public page of a member, and badges on /verify, as people see them: phone and desk, light and dark. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, openBadgeWorld } from '../harness/badges.ts';
import { DESKTOP, openBrowser, type PageOptions, SMALL_PHONE, type TestBrowser } from '../harness/browser.ts';
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

const SIZES = { phone: SMALL_PHONE, desk: DESKTOP };

test.for([
  ['valid', 'phone', 'light'],
  ['valid', 'phone', 'dark'],
  ['valid', 'desk', 'light'],
  ['valid', 'desk', 'dark'],
  ['lapsed', 'phone', 'dark'],
  ['course', 'desk', 'dark'],
  ['lookUp', 'phone', 'light'],
] as const)('%s on a %s, %s: accessible, and no wider than the screen', async ([name, size, colorScheme]) => {
  const page = await browser.openPage({ viewport: SIZES[size], colorScheme });
  await page.goto(base + paths[name]);
  await inspect(page, `member-${name}-${size}-${colorScheme}`);
  page.assertClean();
  await page.close();
});

test('the whole page works without a script, in English too', async () => {
  const page = await open({ javaScript: false, language: 'en-US' });
  await page.goto(base + paths.valid);
  expect(await page.locator('h1').textContent()).toBe('In force');
  expect(await page.locator('.claim').textContent()).toContain('is in force');
  await page.locator('a[hreflang=es]').click();
  await page.getByRole('heading', { level: 1, name: 'Vigente' }).waitFor();
  await page.goto(base + paths.lookUp);
  await page.fill('#number', '12345678');
  await page.fill('#surname', 'hernandez-villasenor');
  await page.click('button[type=submit]');
  expect(await page.locator('h2.title').textContent()).toContain('María Guadalupe');
  expect(page.url()).not.toContain('12345678');
  await page.close();
});

/** Drops a badge onto /verify, and returns the verdict and the result of each check. */
async function verify(name: string, content: string | Buffer, options: PageOptions = {}) {
  const page = await open(options);
  await page.goto(`${base}/verify`);
  await page.setInputFiles('#files', { name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await page.locator('.checks-summary').waitFor();
  const verdict = await page.locator('.checks-summary').getAttribute('data-verdict');
  const checks = await page.$$eval('.check-row', (rows) =>
    rows.map((row) => `${row.getAttribute('data-check')} ${row.getAttribute('data-outcome')}`),
  );
  await inspect(page, `verify-badge-${name.replace(/\W/g, '-')}`);
  page.assertClean();
  await page.close();
  return { verdict, checks };
}

test('a badge of this server is checked on /verify, as JSON and baked into a picture', async () => {
  const { council, award, badge } = world;
  const { id } = await award();
  const given = JSON.stringify(await badge(id));
  const good = await verify('good.json', given);
  expect(good).toEqual({
    verdict: 'valid',
    checks: ['structure', 'issuer', 'signature', 'days', 'status'].map((check) => `badge.${check} pass`),
  });
  const { bytes } = await council.call('GET', `/awards/${id}/badge?format=png`);
  expect(await verify('baked.png', bytes, { viewport: SIZES.phone, colorScheme: 'dark' })).toEqual(good);
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'x' });
  const revoked = await verify('revoked.json', given);
  expect([revoked.verdict, revoked.checks.at(-1)]).toEqual(['invalid', 'badge.status fail']);
});

test('a changed badge is invalid; a badge of another issuer is unconfirmed, and that issuer is not contacted', async () => {
  const given = JSON.stringify(await world.badge((await world.award()).id));
  const changed = await verify('changed.json', given.replace('"creditsEarned":12.5', '"creditsEarned":99'));
  expect([changed.verdict, changed.checks]).toEqual([
    'invalid',
    expect.arrayContaining(['badge.issuer pass', 'badge.signature fail']),
  ]);
  const foreign = await verify('foreign.json', given.replaceAll('sello.example', 'other.example'));
  expect(foreign).toMatchObject({
    verdict: 'unconfirmed',
    checks: expect.arrayContaining(['badge.issuer skipped']),
  });
});

const open = (options: PageOptions) => browser.openPage(options);
