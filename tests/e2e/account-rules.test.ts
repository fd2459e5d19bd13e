/** The rules that an owner sets for the account, in a browser; and the audit log with its filters. */

import { expect, test } from 'vitest';
import { turnOn } from '../harness/authenticator.ts';
import { signUp } from '../harness/dashboard-person.ts';
import { takeSession } from '../harness/seated-page.ts';
import { joinAs } from '../harness/team.ts';
import { codeFor } from './authenticator.ts';
import { look } from './look.ts';
import { EN_DESKTOP, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('an owner requires four eyes, switches it off with the password, and hands the account over', async () => {
  const owner = await signUp(stage.sello);
  const admin = await joinAs(stage.sello, owner, 'admin');
  await admin.call('PATCH', '/me', { name: 'Berta Soto' });
  const page = await stage.browser.openPage(EN_DESKTOP);
  await takeSession(page, stage.base, owner);
  await page.goto(`${stage.base}/dashboard/account`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Switch on: Four eyes' }).click();
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await look(page, 'account-rules');
  await page.getByRole('button', { name: 'Switch off: Four eyes' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch on: Four eyes' }).waitFor();

  // Only somebody with a second factor can require one: the dialog shows the refusal.
  page.forgive(/403 .*\/account/);
  await page.getByRole('button', { name: 'Switch on: Second factor for everybody' }).click();
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Hand over' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await look(page, 'account-transfer');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Hand over' }).waitFor({ state: 'hidden' });
  expect((await admin.call('GET', '/me')).body.accounts[0].role).toBe('owner');
  page.assertClean();
  await page.close();
});

test('a person who lacks a required second factor sets one up, and returns to the page where they were', async () => {
  const owner = await signUp(stage.sello);
  await turnOn(stage.sello, owner);
  const viewer = await joinAs(stage.sello, owner, 'viewer');
  await viewer.call('PATCH', '/me', { language: 'es' });
  const page = await stage.browser.openPage(ES_DESKTOP);
  await takeSession(page, stage.base, viewer);
  await page.goto(`${stage.base}/dashboard/certificates`);
  await page.getByText('Aún no hay certificados').waitFor();
  const changed = await owner.call('PATCH', '/account', { require_second_factor: true });
  expect(changed.status, changed.text).toBe(200);
  // The next call is refused, whichever it is, and leads to the page that sets up a second factor.
  page.forgive(/403/);
  await page.getByRole('link', { name: 'Uso' }).click();
  await page.getByRole('heading', { level: 1, name: 'Configure un segundo factor' }).waitFor();
  await look(page, 'factor-needed');
  await page.getByRole('button', { name: 'Activar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Su contraseña', { exact: true }).fill(viewer.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  const secret = (await dialog.locator('.factor-secret code').textContent()) ?? '';
  await dialog
    .getByLabel('Código de 6 dígitos de la aplicación')
    .fill(codeFor(secret, stage.sello.ports.now()));
  await dialog.getByRole('button', { name: 'Activar' }).click();
  // The codes are shown only once, so they stay visible until confirmed.
  await dialog.getByText('Guárdelos donde pueda consultarlos sin su teléfono.').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await page.getByText('Su segundo factor está configurado.').waitFor();
  await look(page, 'factor-set');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Uso' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/usage$/);
  page.assertClean();
  await page.close();
});

test('the audit log says who did what to which record, and its filters are in the address', async () => {
  const owner = await signUp(stage.sello);
  const registrar = await joinAs(stage.sello, owner, 'registrar');
  await registrar.call('PATCH', '/me', { name: 'Rita Registro' });
  await owner.newKey({ name: 'Servidor' });
  const payload = { member_number: '7', given_name: 'Eva', first_surname: 'Ruiz' };
  const made = await registrar.call('POST', '/members?mode=live', payload);
  expect(made.status, made.text).toBe(201);
  expect((await registrar.call('POST', '/members?mode=test', payload)).status).toBe(201);
  await owner.call('PATCH', '/me', { language: 'es' });
  const page = await stage.browser.openPage(ES_DESKTOP);
  await takeSession(page, stage.base, owner);
  await page.goto(`${stage.base}/dashboard/audit`);
  const added = page.getByText('Rita Registro (registrador) agregó un miembro');
  await added.waitFor();
  expect(await page.locator('.audit-entry').count()).toBe(3);
  await look(page, 'audit-sentences');
  await page.getByLabel('Quién').selectOption({ label: 'Rita Registro' });
  await page.waitForURL(/who=per_/);
  await expect.poll(() => page.locator('.audit-entry').count()).toBe(1);
  const href = await page.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href');
  expect(href).toContain('person=per_');
  await page.reload();
  await added.waitFor();
  await page.getByRole('link', { name: 'Eva Ruiz' }).click();
  await page.waitForURL(new RegExp(`/memberships/members/${made.body.member.id}$`));
  page.assertClean();
  await page.close();
});

test('few certificates left are reported on every page, and more can be requested there', async () => {
  const owner = await signUp(stage.sello);
  await stage.sello.database.query(
    'update accounts set certificates_left = 0 where id = $1',
    [owner.account.id],
    'spend',
  );
  await owner.call('PATCH', '/me', { language: 'es' });
  const page = await stage.browser.openPage(ES_DESKTOP);
  await takeSession(page, stage.base, owner);
  await page.goto(`${stage.base}/dashboard/certificates`);
  await page.getByRole('link', { name: 'Ver el uso y pedir más' }).click();
  await page.getByRole('button', { name: 'Pedir más' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Para qué').fill('Actas de asamblea');
  await dialog.getByRole('button', { name: 'Enviar solicitud' }).click();
  await page.getByText('Su solicitud espera la respuesta del operador.').waitFor();
  await look(page, 'usage-asked');
  page.assertClean();
  await page.close();
});
