/** Changing the e-mail address: with the password and, if mail is configured, with a link sent to the new mailbox. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { enter, fillLogin, mailedToken, newVisitor, signUpByMail } from '../harness/dashboard-visitor.ts';
import { openSmtpServer, type SmtpServer } from '../harness/smtp-server.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    change: 'Cambiar',
    wanted: 'Correo nuevo',
    password: 'Su contraseña',
    submit: 'Cambiar correo',
    sent: /^Enviamos un correo a /,
    confirm: 'Confirme su correo nuevo',
    confirmSubmit: 'Confirmar correo',
    done: 'Correo cambiado',
    onward: 'Continuar',
    again: 'Ir a la configuración',
  },
  'en-US': {
    change: 'Change',
    wanted: 'New email',
    password: 'Your password',
    submit: 'Change email',
    sent: /^We’ve sent an email to /,
    confirm: 'Confirm your new email',
    confirmSubmit: 'Confirm email',
    done: 'Email changed',
    onward: 'Continue',
    again: 'Go to settings',
  },
};

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await openSmtpServer();
});
afterAll(() => smtp?.close());

const stage = openStage(() => ({ SELLO_SMTP_URL: smtp.url, SELLO_MAIL_FROM: 'no-reply@example.com' }));
const plain = openStage();

test.for(waysToLook([ES_DESKTOP, EN_PHONE]))(
  'the link in the new mailbox changes the address, once, in $language',
  async (reader) => {
    const words = WORDS[reader.language];
    const page = await stage.browser.openPage(reader);
    const visitor = await signUpByMail(page, stage.base, smtp);
    const { email: wanted } = newVisitor();
    await page.goto(`${stage.base}/dashboard/settings`);
    await page.getByText(visitor.email).last().waitFor();
    await inspect(page, `settings-address-${reader.language}`);
    await page.getByRole('button', { name: words.change, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.wanted).fill(wanted);
    await dialog.getByLabel(words.password).fill('not the password');
    await dialog.getByRole('button', { name: words.submit }).click();
    await dialog.getByRole('alert').waitFor();
    page.forgive(/403 .*\/email/);
    await inspect(page, `change-address-${reader.language}`);
    await dialog.getByLabel(words.password).fill(visitor.password);
    await dialog.getByRole('button', { name: words.submit }).click();
    await page.getByText(words.sent).waitFor();
    await inspect(page, `change-address-sent-${reader.language}`);
    expect(await stage.sello.ports.people.findByEmail(wanted)).toBeUndefined();

    const token = await mailedToken(smtp, wanted, 'confirm-address');
    const link = `${stage.base}/dashboard/confirm-address#token=${token}`;
    await page.goto(link);
    await page.getByRole('heading', { name: words.confirm }).waitFor();
    expect(page.url()).not.toContain(token);
    await inspect(page, `confirm-address-${reader.language}`);
    await page.getByRole('button', { name: words.confirmSubmit }).click();
    await page.getByRole('heading', { name: words.done }).waitFor();
    await page.getByText(wanted).waitFor();
    await inspect(page, `confirm-address-done-${reader.language}`);
    await page.getByRole('link', { name: words.onward }).click();
    await page.getByRole('navigation').waitFor();

    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('button', { name: words.confirmSubmit }).click();
    await page.getByRole('link', { name: words.again }).waitFor();
    page.forgive(/422 .*\/email\/confirm/);
    await page.goto(`${stage.base}/dashboard/login`);
    await fillLogin(page, wanted, visitor.password);
    await page.getByRole('navigation').waitFor();
    page.assertClean();
    await page.close();
  },
);

test('without a mail server the address changes at once, and the page shows it', async () => {
  const page = await plain.browser.openPage({ language: 'en-US' });
  const visitor = await enter(page, plain.base);
  const { email: wanted } = newVisitor();
  await page.goto(`${plain.base}/dashboard/settings`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It changes at once, so check it for typos.').waitFor();
  await dialog.getByLabel('New email').fill(wanted);
  await dialog.getByLabel('Your password').fill(visitor.password);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await page.locator('.address-now').getByText(wanted).waitFor();
  expect((await plain.accountOf(wanted)).name).toBe(visitor.name);
  page.assertClean();
  await page.close();
});

test('a link without its token says so', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  await page.goto(`${stage.base}/dashboard/confirm-address`);
  await page.getByText('This link is incomplete.').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm email' }).count()).toBe(0);
  page.assertClean();
  await page.close();
});
