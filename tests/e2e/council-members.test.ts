/** Members in the dashboard: a long list that stays light, filters, and a new member with a membership. */

import { describe, expect, test } from 'vitest';
import { DESKTOP } from '../harness/browser.ts';
import { signUp } from '../harness/dashboard-visitor.ts';
import { importMembers, newProgram } from './council.ts';
import { inspect } from './inspect.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const PHONE = { width: 375, height: 812 };

describe.each([
  { language: 'es-MX', name: 'es-desk-light', viewport: DESKTOP, colorScheme: 'light' },
  { language: 'en-US', name: 'en-desk-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { language: 'es-MX', name: 'es-phone-dark', viewport: PHONE, colorScheme: 'dark' },
  { language: 'en-US', name: 'en-phone-light', viewport: PHONE, colorScheme: 'light' },
] as const)('$name', ({ language, name, viewport, colorScheme }) => {
  const isSpanish = language === 'es-MX';

  test('members are found by name and filter, and a new one is refused at the field that is wrong', async () => {
    const page = await stage.browser.openPage({ language, viewport, colorScheme });
    await signUp(page, stage.base);
    const programId = await newProgram(page);
    await page.goto(`${stage.base}/dashboard/memberships/members`);
    await page.getByRole('heading', { name: isSpanish ? 'Aún no hay miembros' : 'No members yet' }).waitFor();
    await inspect(page, `members-empty-${name}`);
    await importMembers(page, programId, 120);
    await page.reload();
    await page.getByRole('link', { name: /Luna/ }).first().waitFor();
    await inspect(page, `members-${name}`);

    await page.getByRole('searchbox').fill('nunez 00017');
    await page.getByRole('link', { name: /Núñez/ }).first().waitFor();
    await page.waitForURL(/q=nunez/);
    await expect.poll(() => page.locator('.vlist-space [role=row]').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await page.getByLabel(isSpanish ? 'Vigencia' : 'Standing', { exact: true }).selectOption('lapsed');
    await page.waitForURL(/standing=lapsed/);

    await page
      .getByRole('button', { name: isSpanish ? 'Nuevo miembro' : 'New member' })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(isSpanish ? 'Nombres' : 'Given names').fill('Dante');
    await dialog.getByLabel(isSpanish ? 'Primer apellido' : 'First surname').fill('Baldón');
    await dialog.getByLabel(/^CURP/).fill('GOMA800501HDFBBB09');
    await dialog.getByLabel(isSpanish ? 'Membresía' : 'Membership').selectOption(programId);
    await dialog.getByRole('button', { name: isSpanish ? 'Registrar miembro' : 'Add member' }).click();
    await expect.poll(() => dialog.getByLabel(/^CURP/).getAttribute('aria-invalid')).toBe('true');
    page.forgive(/422 .*\/members/);
    await inspect(page, `members-new-${name}`);
    await dialog.getByLabel(/^CURP/).fill('');
    await dialog.getByRole('button', { name: isSpanish ? 'Registrar miembro' : 'Add member' }).click();
    await page.waitForURL(/\/memberships\/members\/mem_/);
    page.assertClean();
    await page.close();
  });
});
