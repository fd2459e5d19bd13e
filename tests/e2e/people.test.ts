/** The people of an account: invited, joined, changed and removed through the pages. */

import { expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { signUp } from '../harness/dashboard-person.ts';
import { enter, newVisitor } from '../harness/dashboard-visitor.ts';
import { takeSession } from '../harness/seated-page.ts';
import { joinAs } from '../harness/team.ts';
import { look } from './look.ts';
import { EN_DESKTOP, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const WORDS = {
  'en-US': {
    add: 'Invite',
    email: 'Email',
    role: 'Role',
    link: 'Link',
    done: 'Done',
    invited: 'The email address that was invited',
    name: 'Your name',
    password: 'Choose a password',
    signUp: 'Create login and accept',
  },
  'es-MX': {
    add: 'Invitar',
    email: 'Correo electrónico',
    role: 'Rol',
    link: 'Enlace',
    done: 'Listo',
    invited: 'El correo electrónico que fue invitado',
    name: 'Su nombre',
    password: 'Elija una contraseña',
    signUp: 'Crear acceso y aceptar',
  },
} as const;

type Words = (typeof WORDS)[keyof typeof WORDS];

/** Sends an invitation on the page, and returns the link that is shown once. */
async function inviteBy(page: TestPage, words: Words, email: string, role: string): Promise<string> {
  await page.getByRole('button', { name: words.add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.email, { exact: true }).fill(email);
  await dialog.getByLabel(words.role, { exact: true }).selectOption(role);
  await dialog.getByRole('button', { name: words.add, exact: true }).click();
  return takeLink(page, words);
}

async function takeLink(page: TestPage, words: Words): Promise<string> {
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByLabel(words.link, { exact: true }).inputValue();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: words.done }).click();
  await dialog.waitFor({ state: 'hidden' });
  return new URL(link).pathname + new URL(link).hash;
}

test.each(waysToLook([EN_DESKTOP, ES_DESKTOP]))(
  'in $language somebody without a login is invited, joins, and has the invited role',
  async (looks) => {
    const words = WORDS[looks.language];
    const owner = await stage.browser.openPage(looks);
    await enter(owner, stage.base);
    await owner.goto(`${stage.base}/dashboard/people`);
    const email = newVisitor().email;
    const link = await inviteBy(owner, words, email, 'approver');
    await owner.getByRole('table').last().getByText(email).waitFor();
    await look(owner, `people-${looks.language.slice(0, 2)}`);

    const guest = await stage.browser.openPage(looks);
    await guest.goto(stage.base + link);
    await guest.getByLabel(words.invited).fill(email);
    expect(guest.url()).toBe(`${stage.base}/dashboard/invitation`);
    await look(guest, `invitation-${looks.language.slice(0, 2)}`);
    await guest.getByLabel(words.name).fill('Eva Ruiz');
    await guest.getByLabel(words.password).fill('un sello verde sobre papel');
    await guest.getByRole('button', { name: words.signUp }).click();
    await guest.waitForURL(/\/dashboard\/acct_/);
    await guest.getByRole('navigation').first().waitFor();
    expect(await guest.locator('.shell-link-keys, .shell-link-people, .shell-link-audit').count()).toBe(0);
    expect(await guest.locator('.shell-link-memberships').count()).toBe(1);

    await owner.reload();
    await owner.getByRole('table').first().getByText('Eva Ruiz').waitFor();
    for (const page of [owner, guest]) {
      page.assertClean();
      await page.close();
    }
  },
);

test('a role is changed and a person removed, and that person’s next page says so', async () => {
  const founder = await signUp(stage.sello);
  const member = await joinAs(stage.sello, founder, 'viewer');
  const owner = await stage.browser.openPage(EN_DESKTOP);
  await takeSession(owner, stage.base, founder);
  const guest = await stage.browser.openPage(EN_DESKTOP);
  await takeSession(guest, stage.base, member);
  await owner.goto(`${stage.base}/dashboard/people`);
  const row = owner.getByRole('row', { name: member.email });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await owner.getByRole('menuitem', { name: 'Change role' }).click();
  await owner.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('developer');
  await look(owner, 'people-change-role');
  await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await row.getByText('Developer').waitFor();
  await guest.goto(`${stage.base}/dashboard/keys`);
  await guest.getByRole('button', { name: 'Create key' }).first().waitFor();
  const { key } = await (
    await guest.request.post(`${stage.base}/api/dashboard/keys`, { data: { name: 'of the developer' } })
  ).json();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await owner.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Also revoke the API keys that this person made').check();
  await look(owner, 'people-remove');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  const keys = (await founder.call('GET', '/keys')).body.keys as { id: string; status: string }[];
  expect(keys.find(({ id }) => id === key.id)?.status).toBe('revoked');
  // Without another account, the person is logged out.
  await guest.reload();
  await guest.waitForURL(/\/dashboard\/login/);
  guest.forgive(/401 .*\/me/);
  for (const page of [owner, guest]) {
    page.assertClean();
    await page.close();
  }
});

test('resending an invitation ends the earlier link, and revoking it ends its link', async () => {
  const owner = await stage.browser.openPage(EN_DESKTOP);
  const words = WORDS['en-US'];
  await enter(owner, stage.base);
  await owner.goto(`${stage.base}/dashboard/people`);
  const email = newVisitor().email;
  const first = await inviteBy(owner, words, email, 'viewer');
  const row = owner.getByRole('row', { name: email });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await owner.getByRole('menuitem', { name: 'Send again' }).click();
  const second = await takeLink(owner, words);
  expect(second).not.toBe(first);
  const guest = await stage.browser.openPage(EN_DESKTOP);
  await guest.goto(stage.base + second);
  await guest.getByLabel(words.invited).waitFor();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await owner.getByRole('menuitem', { name: 'Take back' }).click();
  await row.getByText('Taken back').waitFor();
  for (const link of [first, second]) {
    await guest.goto('about:blank');
    await guest.goto(stage.base + link);
    await guest.locator('.sign-in-form .note').waitFor();
    guest.forgive(/404 .*\/invitations\//);
    expect(await guest.getByRole('button', { name: words.signUp }).count()).toBe(0);
  }
  await look(guest, 'invitation-dead');
  for (const page of [owner, guest]) {
    page.assertClean();
    await page.close();
  }
});
