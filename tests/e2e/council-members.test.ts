/** Members in the dashboard: a list of any length, filters, a new member with a membership, and one member's page. */

import { expect, test } from 'vitest';
import { dayIn } from '../../server/src/memberships/calendar.ts';
import { addDays } from '../../server/src/memberships/standing/days.ts';
import { howMany } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { curpNumber } from '../harness/curps.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { ask, importMembers, newProgram } from './council.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';
import { openStage } from './stage.ts';

const stage = openStage();

test('members are found by name and filter, and the refusal of a new one is shown at the wrong field', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base);
  const programId = await newProgram(page);
  await page.goto(`${stage.base}/dashboard/memberships/members`);
  await page.getByRole('heading', { name: 'Aún no hay miembros' }).waitFor();
  await importMembers(page, programId, 120);
  await page.reload();
  await page.getByRole('link', { name: /Luna/ }).first().waitFor();
  await inspectEverywhere(page, 'members');

  await page.getByRole('searchbox').fill('nunez 00017');
  await page.waitForURL(/q=nunez/);
  await expect.poll(() => rowsIn(page)).toBe(1);
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Vigencia', { exact: true }).selectOption('lapsed');
  await page.waitForURL(/standing=lapsed/);
  await page.getByText('Vencida').nth(1).waitFor();

  await page.getByRole('button', { name: 'Nuevo miembro' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nombres').fill('Dante');
  await dialog.getByLabel('Primer apellido').fill('Baldón');
  await dialog.getByLabel(/^CURP/).fill('GOMA800501HDFBBB09');
  await dialog.getByLabel('Membresía').selectOption(programId);
  await dialog.getByRole('button', { name: 'Registrar miembro' }).click();
  await expect.poll(() => dialog.getByLabel(/^CURP/).getAttribute('aria-invalid')).toBe('true');
  page.forgive(/422 .*\/members/);
  await inspectEverywhere(page, 'members-new');
  await dialog.getByLabel(/^CURP/).fill('');
  await dialog.getByRole('button', { name: 'Registrar miembro' }).click();
  await page.waitForURL(/\/memberships\/members\/mem_/);
  await page.getByRole('heading', { name: 'Dante Baldón' }).waitFor();
  page.assertClean();
  await page.close();
});

test('one member: bars with what is missing, why an award counts less, and what can be decided', async () => {
  const page = await stage.browser.openPage({ language: 'en-US' });
  const { email } = await enter(page, stage.base);
  await stage.sello.database.query('update accounts set certificates_left = 50 where email = $1', [email]);
  const memberId = await memberWithPoints(page);
  await page.goto(`${stage.base}/dashboard/memberships/members/${memberId}`);
  await page.getByRole('heading', { name: 'Ana Luna Ríos' }).waitFor();
  await page.getByText(`in force until Dec 31, ${thisYear() + 1}`, { exact: false }).waitFor();
  const bars = page.getByRole('list', { name: 'Requirements' });
  await bars.getByText('30 missing').waitFor();
  await bars.getByText('30 of 60').waitFor();
  await bars.getByText('Met').waitFor();
  await page.getByText('the category “Docencia” is full this term.').waitFor();
  await inspectEverywhere(page, 'member');

  await page.getByLabel('Cuota pagada').click();
  await page.getByText(/Done on/).waitFor();
  await page.getByRole('button', { name: 'Make diploma' }).first().click();
  await page.getByRole('link', { name: /^Diploma D-\d{4}-/ }).waitFor();

  await page.getByRole('button', { name: 'Record consent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Version of the privacy notice').fill('2026-1');
  await dialog.getByLabel('How it was given').fill('on paper');
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await page.getByLabel('The page of this member is public').click();
  await page.getByRole('link', { name: 'Open page' }).waitFor();

  await page.getByRole('button', { name: 'Show CURP and RFC' }).click();
  await page.getByText(curpNumber(7)).waitFor();

  await page.getByRole('button', { name: 'Actions for the membership' }).click();
  await page.getByRole('menuitem', { name: 'Waive a requirement' }).click();
  await dialog.getByLabel('New minimum').fill('25');
  await dialog.getByLabel('Reason').fill('Maternity leave');
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await page.getByText('Waiver: the minimum is 25 in this term.', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText(/Suspended since/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/Suspended since/).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Anonymise' }).click();
  await dialog.getByLabel('Reason').fill('Asked for it');
  await dialog.getByLabel(/type the member number/).fill('wrong');
  await dialog.getByRole('button', { name: 'Anonymise' }).click();
  await dialog.getByText('This is not the member number.').waitFor();
  await inspectEverywhere(page, 'member-anonymise');
  await dialog.getByLabel(/type the member number/).fill('A1');
  await dialog.getByRole('button', { name: 'Anonymise' }).click();
  await page.getByRole('heading', { name: 'Anonymised member' }).waitFor();
  page.assertClean();
  await page.close();
});

test('while thousands of members are loaded, the page keeps painting, with few rows in the document', async () => {
  const page = await stage.browser.openPage({ language: 'es-MX' });
  await enter(page, stage.base);
  const programId = await newProgram(page);
  await importMembers(page, programId, MEMBERS);
  await page.goto(`${stage.base}/dashboard/memberships/members`);
  await page.getByText(`${MEMBERS.toLocaleString('es-MX')} en total`, { exact: false }).waitFor();
  await countPictures(page);
  const loaded = () => page.locator('.vlist-space').evaluate((box) => Math.round(box.clientHeight / 60));
  const scroller = page.locator('.vlist');
  await expect
    .poll(
      async () => {
        await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight));
        expect(await rowsIn(page)).toBeLessThan(60);
        return loaded();
      },
      { timeout: 240_000, interval: 30 },
    )
    .toBe(MEMBERS);
  await scroller.evaluate((box) => box.scrollTo(0, 0));
  // Once all rows are loaded, the list shows only their total.
  await expect.poll(() => page.getByText('cargados', { exact: false }).count()).toBe(0);
  // The rows arrive in many parts; a page that froze during that time would have painted only a few times.
  expect(await page.evaluate(() => (window as unknown as { pictures: number }).pictures)).toBeGreaterThan(
    MEMBERS / 200,
  );
  page.assertClean();
  await page.close();
});

const MEMBERS = howMany(10_000, 2_000);
const today = () => dayIn('America/Mexico_City', stage.sello.ports.now());
const thisYear = () => Number(today().slice(0, 4));
const rowsIn = (page: TestPage) => page.locator('.vlist-space [role=row]').count();

async function countPictures(page: TestPage): Promise<void> {
  await page.evaluate(() => {
    const counted = window as unknown as { pictures: number };
    counted.pictures = 0;
    const next = () => {
      counted.pictures += 1;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

/** 30 points count: 20 of a course, and 10 of the 15 of a lecture, because more is not allowed in its category. */
async function memberWithPoints(page: TestPage): Promise<string> {
  const programId = await newProgram(page);
  const person = { given_name: 'Ana', first_surname: 'Luna', second_surname: 'Ríos', member_number: 'A1' };
  const { member } = await ask(page, 'POST', '/members', { ...person, curp: curpNumber(7) });
  await ask(page, 'POST', `/members/${member.id}/memberships`, {
    program_id: programId,
    starts_on: `${thisYear() - 1}-01-01`,
  });
  const { course } = await ask(page, 'POST', '/courses', {
    title: 'Congreso Nacional de Pediatría',
    starts_on: addDays(today(), -30),
    points: [
      { category: 'emc', points: 20 },
      { category: 'docencia', role: 'speaker', points: 15 },
    ],
  });
  await ask(page, 'POST', `/courses/${course.id}/accredit`, {});
  for (const role of ['attendee', 'speaker']) {
    const { award } = await ask(page, 'POST', '/awards', {
      member_id: member.id,
      course_id: course.id,
      role,
    });
    await ask(page, 'POST', `/awards/${award.id}/approve`, {});
  }
  return member.id;
}
