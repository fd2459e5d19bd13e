/** The council's side of the members' own page: links, settings, corrections. */

import { expect, test } from 'vitest';
import { DESKTOP } from '../harness/browser.ts';
import { openCouncil } from './council-stage.ts';
import { inspect } from './inspect.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const at = (path: string) => `${stage.base}/dashboard/memberships${path}`;

test('a link is made, the member uses it to request a correction, and the registrar makes the correction', async () => {
  const page = await stage.browser.openPage();
  const council = await openCouncil(stage, page);
  const program = await council.program(20);
  const { member } = await council.member(program, { surname: 'Lopes' });

  await page.goto(at(`/members/${member}`));
  await page.getByRole('button', { name: 'Más' }).first().click();
  await page.getByRole('menuitem', { name: 'Enlace a su página' }).click();
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  const link = await page.getByLabel('Enlace', { exact: true }).inputValue();
  await inspect(page, 'council-access-link');
  await page.getByLabel('Ya copié el enlace.').check();
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const [, account = ''] = /\/my\/(acct_\w+)#/.exec(link) ?? [];
  const token = new URL(link).hash.replace('#link=', '');
  const root = `${stage.base}/api/my/${account}`;
  const json = { 'content-type': 'application/json' };
  const entered = await fetch(`${root}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ link: token }),
  });
  expect(entered.status).toBe(200);
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const asked = await fetch(`${root}/requests`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ changes: { first_surname: 'López' } }),
  });
  expect(asked.status, await asked.text()).toBeLessThan(300);

  await page.goto(at('/own-page'));
  await page.getByText('López').waitFor();
  await inspect(page, 'council-own-page');
  await page.getByRole('button', { name: 'Cambiar' }).click();
  await page.getByText('Nadie pide una corrección.').waitFor();
  expect((await council.must('GET', `/members/${member}`)).member.first_surname).toBe('López');
  page.assertClean();
  await page.close();
});

test('the privacy notice is saved, one without https is refused with a message, and the page fits a phone', async () => {
  const page = await stage.browser.openPage({
    viewport: { width: 375, height: 800 },
    colorScheme: 'dark',
    language: 'es-MX',
  });
  await openCouncil(stage, page);
  await page.goto(at('/own-page'));
  await page.getByLabel(/^Versión/).fill('2026-01');
  await page.getByLabel(/^Dónde se lee/).fill('http://consejo.example/aviso');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page
    .getByText(/https:\/\//)
    .first()
    .waitFor();
  await page.getByText('debe ser una dirección que empieza con https://').waitFor();
  await page.getByLabel(/^Dónde se lee/).fill('https://consejo.example/aviso');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Se guardó la configuración.').waitFor();
  await inspect(page, 'council-own-page-phone');
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await expect.poll(() => page.getByLabel(/^Versión/).inputValue()).toBe('2026-01');
  await page.close();
});
