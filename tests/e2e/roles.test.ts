/**
 * What the dashboard offers to each role: exactly the pages and buttons of its scopes, and nothing that would be
 * refused.
 */

import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import type { Role } from '../../server/src/people/teams/roles.ts';
import type { TestPage } from '../harness/browser.ts';
import { signUp } from '../harness/dashboard-person.ts';
import { takeSession } from '../harness/seated-page.ts';
import { joinAs } from '../harness/team.ts';
import { ask } from './council.ts';
import { openCouncil } from './council-stage.ts';
import { look } from './look.ts';
import { EN_DESKTOP, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const PLACES: Readonly<Record<Exclude<Role, 'owner' | 'admin'>, readonly string[]>> = {
  developer: [
    'Home',
    'Certificates',
    'Batches',
    'Memberships',
    'Watches',
    'API keys',
    'Webhooks',
    'Usage',
    'Account',
    'My settings',
  ],
  certifier: ['Home', 'Certificates', 'Batches', 'Usage', 'Account', 'My settings'],
  registrar: ['Home', 'Certificates', 'Batches', 'Memberships', 'Watches', 'Usage', 'Account', 'My settings'],
  approver: ['Home', 'Certificates', 'Batches', 'Memberships', 'Watches', 'Usage', 'Account', 'My settings'],
  viewer: ['Home', 'Certificates', 'Batches', 'Memberships', 'Watches', 'Usage', 'Account', 'My settings'],
};

const stage = openStage();

async function openAs(
  role: Role,
  looks: { language: 'en-US' | 'es-MX'; viewport: { width: number; height: number } },
) {
  const owner = await signUp(stage.sello);
  const person = await joinAs(stage.sello, owner, role);
  const page = await stage.browser.openPage(looks);
  await takeSession(page, stage.base, person);
  return { page, owner };
}

/** Pages under a group are included. */
async function openEach(page: TestPage, links: Locator) {
  for (const link of await links.all()) {
    await link.click();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Not part of your role').count()).toBe(0);
  }
}

describe.each(Object.entries(PLACES) as [keyof typeof PLACES, readonly string[]][])(
  'a %s',
  (role, places) => {
    test('is led to the pages of the role, which load without a refusal', async () => {
      const { page } = await openAs(role, EN_DESKTOP);
      await page.goto(`${stage.base}/dashboard`);
      const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
      await links.first().waitFor();
      expect(await links.allTextContents()).toEqual(places);
      for (const place of places) {
        await links.getByText(place, { exact: true }).click();
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.getByText('Not part of your role').count()).toBe(0);
        if (place === 'Memberships') await openEach(page, page.locator('.council-links a'));
      }
      page.assertClean();
      await page.close();
    });
  },
);

test('a link to a page of another role names the role, the scope, and who can change it', async () => {
  const { page } = await openAs('approver', ES_DESKTOP);
  for (const [path, scope] of [
    ['/keys', 'keys:read'],
    ['/webhooks', 'webhooks:read'],
    ['/audit', 'audit:read'],
    ['/memberships/look', 'programs:write'],
    ['/memberships/import', 'members:write'],
  ] as const) {
    await page.goto(`${stage.base}/dashboard${path}`);
    await page.getByText(`su rol es Aprobador y esta página requiere «${scope}»`, { exact: false }).waitFor();
    await page.getByText('Un propietario o administrador de la cuenta puede', { exact: false }).waitFor();
  }
  await look(page, 'role-lacks-page');
  page.assertClean();
  await page.close();
});

test('a registrar reports but is offered no decision, an approver decides but is offered no change, and a viewer is offered neither', async () => {
  const owner = await stage.browser.openPage(EN_DESKTOP);
  const council = await openCouncil(stage, owner);
  const { member } = await council.member(await council.program(40), { waiting: 5, approved: 4 });
  const { account } = await ask(owner, 'GET', '/me');
  const offered = async (role: Role) => {
    const page = await stage.browser.openPage(EN_DESKTOP);
    await takeSession(page, stage.base, await joinAs(stage.sello, { account }, role));
    await page.goto(`${stage.base}/dashboard/memberships/awards`);
    await page.getByText('Congreso 1').first().waitFor();
    const decides = await page.getByRole('button', { name: /^Approve/ }).count();
    const marks = await page.locator('.queue-bar input, .queue-mark').count();
    await look(page, `role-${role}-awards`);
    await page.goto(`${stage.base}/dashboard/memberships/members/${member}`);
    await page.getByRole('heading', { name: 'Ana Luna Sol 1' }).waitFor();
    await page.waitForLoadState('networkidle');
    const [changes, ends] = await Promise.all([
      page.getByRole('button', { name: 'Edit', exact: true }).count(),
      page.getByRole('button', { name: 'More actions' }).count(),
    ]);
    await look(page, `role-${role}-member`);
    await page.goto(`${stage.base}/dashboard/certificates`);
    await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
    await page.getByText('No certificates yet').waitFor();
    const certifies = await page.getByRole('button', { name: 'Certify files' }).count();
    page.assertClean();
    await page.close();
    return {
      decides: decides > 0,
      marks: marks > 0,
      changes: changes > 0,
      ends: ends > 0,
      certifies: certifies > 0,
    };
  };
  const nothing = { decides: false, marks: false, changes: false, ends: false, certifies: false };
  expect(await offered('registrar')).toEqual({ ...nothing, changes: true, ends: true, certifies: true });
  expect(await offered('approver')).toEqual({ ...nothing, decides: true, marks: true });
  expect(await offered('viewer')).toEqual(nothing);
  owner.assertClean();
  await owner.close();
});

/** What a page offers while the account is not suspended. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  '/certificates': ['Certify files'],
  '/batches': ['New batch'],
  '/keys': ['Create key'],
  '/webhooks': ['Add webhook'],
  '/people': ['Invite'],
  '/memberships/members': ['New member'],
  '/memberships/programs': ['New program'],
  '/memberships/courses': ['New course'],
  '/account': ['Save'],
};

test('a suspended account is offered no change on any page, but the ways to take access away', async () => {
  const owner = await signUp(stage.sello);
  await owner.newKey({ name: 'in use' });
  await joinAs(stage.sello, owner, 'viewer');
  const page = await stage.browser.openPage(EN_DESKTOP);
  await takeSession(page, stage.base, owner);
  const offered = async () => {
    const found: Record<string, readonly string[]> = {};
    for (const [path, names] of Object.entries(CHANGES)) {
      await page.goto(`${stage.base}/dashboard${path}`);
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      const count = (name: string) => page.locator('main').getByText(name, { exact: true }).count();
      const shown = await Promise.all(names.map(async (name) => ((await count(name)) > 0 ? [name] : [])));
      found[path] = shown.flat();
    }
    return found;
  };
  expect(await offered()).toEqual(CHANGES);
  await stage.sello.ports.accounts.suspend(owner.account.id, 'Unpaid', stage.sello.ports.now(), OPERATOR);
  expect(await offered()).toEqual(Object.fromEntries(Object.keys(CHANGES).map((path) => [path, []])));

  await page.goto(`${stage.base}/dashboard/keys`);
  await page.getByText('This account is suspended by the operator.').waitFor();
  await page.getByRole('button', { name: 'Actions for in use' }).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['View usage', 'Revoke']);
  await look(page, 'suspended-keys');
  await page.goto(`${stage.base}/dashboard/people`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Remove']);
  await page.goto(`${stage.base}/dashboard/certificates`);
  await page.getByText('No certificates yet').waitFor();
  await look(page, 'suspended-certificates');
  page.assertClean();
  await page.close();
});
