/** The pages of people who run the service, in a browser: figures, accounts, requests; nobody else can open them. */

import { expect, test } from 'vitest';
import { signUp } from '../harness/dashboard-person.ts';
import { newOperator } from '../harness/operator.ts';
import { takeSession } from '../harness/seated-page.ts';
import { look } from './look.ts';
import { EN_DESKTOP, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('nobody else finds these pages: other people see a page that does not exist, strangers see the login', async () => {
  // On an empty service that only its own machine can reach, the first person becomes operator.
  await signUp(stage.sello);
  const person = await signUp(stage.sello);
  const page = await stage.browser.openPage(EN_DESKTOP);
  await page.goto(`${stage.base}/operator/accounts`);
  await page.waitForURL(`${stage.base}/dashboard/login`);
  await takeSession(page, stage.base, person);
  const answer = await page.goto(`${stage.base}/operator`);
  expect(answer?.status()).toBe(404);
  await page.getByText('There is no page here').waitFor();
  await page.close();
});

test.each([
  [
    ES_DESKTOP,
    {
      today: 'Hoy',
      conditions: 'Lo que requiere atención',
      certificates: 'Certificados por hora',
      places: ['Solicitudes', 'Proveedores', 'Correo, webhooks'],
      titles: ['Solicitudes de certificados', 'Proveedores', 'Correo y webhooks'],
    },
  ],
  [
    EN_DESKTOP,
    {
      today: 'Today',
      conditions: 'What needs attention',
      certificates: 'Certificates by hour',
      places: ['Requests', 'Providers', 'Mail, webhooks'],
      titles: ['Requests for certificates', 'Providers', 'Mail and webhooks'],
    },
  ],
] as const)('the operator reads the pages in $language', async (looks, words) => {
  // A chart without figures is shown as a sentence.
  await stage.sello.certify((await stage.sello.newAccount()).key, 'contrato');
  await stage.sello.sequence();
  const operator = await newOperator(stage.sello);
  await operator.call('PATCH', '/me', { language: looks.language.slice(0, 2) });
  const page = await stage.browser.openPage(looks);
  await takeSession(page, stage.base, operator);
  await page.goto(`${stage.base}/operator`);
  await page.getByRole('heading', { level: 1, name: words.today }).waitFor();
  await page.getByRole('heading', { name: words.conditions }).waitFor();
  await page.getByRole('img', { name: new RegExp(`^${words.certificates}`) }).waitFor();
  await look(page, `operator-today-${looks.language.slice(0, 2)}`);
  for (const [i, place] of words.places.entries()) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: words.titles[i] ?? '' }).waitFor();
    await look(page, `operator-${i}-${looks.language.slice(0, 2)}`);
  }
  page.assertClean();
  await page.close();
});

test('an account asks for more certificates, the operator grants them, suspends and resumes it, and the log shows all this', async () => {
  const operator = await newOperator(stage.sello);
  const owner = await signUp(stage.sello);
  await owner.call('PATCH', '/account', { name: 'Notaría Catorce' });
  const asked = await owner.call('POST', '/allowance-requests', {
    certificates: 250,
    reason: 'Escrituras de noviembre',
  });
  expect(asked.status, asked.text).toBe(201);
  const page = await stage.browser.openPage(EN_DESKTOP);
  await takeSession(page, stage.base, operator);
  await page.goto(`${stage.base}/operator/accounts`);
  await page.getByLabel('Name, address or ID').fill(owner.email);
  await page.getByRole('link', { name: 'Notaría Catorce' }).click();
  await page.getByText('Escrituras de noviembre').waitFor();
  await look(page, 'operator-account');
  await page.getByRole('button', { name: 'Grant', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Certificates').fill('200');
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
  await page.getByText('Granted: 200').waitFor();

  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Unpaid');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByText(/^Suspended on/).waitFor();
  expect((await owner.call('POST', '/keys', { name: 'x' })).body.error).toBe('account_suspended');

  // Half an hour later an action asks for the password before it is done.
  await stage.sello.database.query(
    `update sessions set created_at = created_at - interval '31 minutes' where person_id = $1`,
    [operator.id],
    'age-session',
  );
  page.forgive(/403 .*\/resume/);
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Paid');
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Your password', { exact: true }).fill(operator.password);
  await look(page, 'operator-proof');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor();

  await page.goto(`${stage.base}/operator/log`);
  await page.locator('.audit-entry').first().waitFor();
  expect(await page.locator('.audit-entry').first().textContent()).toContain('Notaría Catorce');
  await look(page, 'operator-log');
  page.assertClean();
  await page.close();
});
