/** A person in two accounts: each tab shows the account that its address names. */

import { expect, test } from 'vitest';
import { signUp } from '../harness/dashboard-person.ts';
import { takeSession } from '../harness/seated-page.ts';
import { giveSeat } from '../harness/team.ts';
import { openAccountMenu } from './account-menu.ts';
import { look } from './look.ts';
import { EN_DESKTOP, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

/** A person with an account of their own who is a developer in a second one. */
async function enterTwo(looks: typeof EN_DESKTOP | typeof ES_DESKTOP) {
  const person = await signUp(stage.sello);
  const other = await signUp(stage.sello);
  await giveSeat(stage.sello, other.account.id, person, 'developer');
  const named = (id: string, name: string) =>
    stage.sello.database.query('update accounts set name = $2 where id = $1', [id, name], 'name-account');
  await named(person.account.id, 'Notaría Doce');
  await named(other.account.id, 'Consejo Mexicano');
  const page = await stage.browser.openPage(looks);
  await takeSession(page, stage.base, person);
  return { page, own: person.account.id as string, other: other.account.id as string };
}

test('two tabs show two accounts, and what is made in one does not appear in the other', async () => {
  const { page, own, other } = await enterTwo(EN_DESKTOP);
  await page.goto(`${stage.base}/dashboard/${own}/keys`);
  const second = await page.context().newPage();
  await second.goto(`${stage.base}/dashboard/${other}/keys`);
  for (const [tab, name] of [
    [page, 'Key of the notary'],
    [second, 'Key of the council'],
    [page, 'Another of the notary'],
  ] as const) {
    await tab.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('.key-secret').waitFor();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await tab.getByRole('table').getByText(name).waitFor();
  }
  expect(await page.getByRole('table').getByText('of the council').count()).toBe(0);
  expect(await second.getByRole('table').getByText('of the notary').count()).toBe(0);
  expect(await second.getByRole('link', { name: 'Webhooks' }).getAttribute('href')).toBe(
    `/dashboard/${other}/webhooks`,
  );
  await page.goto(`${stage.base}/dashboard/${own}/usage`);
  const href = await page.getByRole('link', { name: /CSV/ }).getAttribute('href');
  expect(href).toContain(`account=${own}`);
  page.assertClean();
  await page.close();
});

test('an address without an account opens the one used last, and the switcher opens another with only the keyboard', async () => {
  const { page, own, other } = await enterTwo(ES_DESKTOP);
  await page.goto(`${stage.base}/dashboard/${other}`);
  await page.getByRole('navigation').first().waitFor();
  await page.goto(`${stage.base}/dashboard/certificates?q=acta`);
  await page.waitForURL(`${stage.base}/dashboard/${other}/certificates?q=acta`);
  await openAccountMenu(page);
  const choices = page.getByRole('group', { name: 'Cuentas' }).getByRole('menuitemradio');
  expect(await choices.allTextContents()).toEqual([
    'Consejo Mexicano Desarrollador',
    'Notaría Doce Propietario',
  ]);
  expect(await choices.first().getAttribute('aria-checked')).toBe('true');
  await look(page, 'account-switcher');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menú de la cuenta' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stage.base}/dashboard/${own}/certificates`);
  await page.getByRole('link', { name: 'Bitácora' }).click();
  await page.waitForURL(`${stage.base}/dashboard/${own}/audit`);
  page.assertClean();
  await page.close();
});

test('the address of an account of others says so and links to one’s own account', async () => {
  const { page } = await enterTwo(EN_DESKTOP);
  const stranger = await signUp(stage.sello);
  await page.goto(`${stage.base}/dashboard/${stranger.account.id}/keys`);
  await page.getByRole('heading', { name: 'No such account' }).waitFor();
  page.forgive(/404 .*\/me/);
  await look(page, 'account-unknown');
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await page.waitForURL(/\/dashboard\/acct_/);
  await page.getByRole('navigation').first().waitFor();
  expect(page.url()).not.toContain(stranger.account.id);
  page.assertClean();
  await page.close();
});

test('the account’s settings are separate from personal ones, and shown only to people who may change them', async () => {
  const { page, own, other } = await enterTwo(EN_DESKTOP);
  await page.goto(`${stage.base}/dashboard/${own}/settings/account`);
  await page.waitForURL(`${stage.base}/dashboard/${own}/account`);
  await page.getByLabel('Name of the account').fill('Notaría Trece');
  await page.getByLabel('Time zone').selectOption('America/Tijuana');
  await look(page, 'account-settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.account-names').getByText('Notaría Trece').waitFor();
  await page.getByRole('button', { name: 'Request deletion' }).waitFor();
  await page.goto(`${stage.base}/dashboard/${own}/settings`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ana Ñúñez');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('');

  await page.goto(`${stage.base}/dashboard/${other}/account`);
  await page.getByText('Account ID').first().waitFor();
  expect(await page.getByRole('button', { name: /Save|Change|Request deletion/ }).count()).toBe(0);
  page.assertClean();
  await page.close();
});
