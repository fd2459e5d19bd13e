/**
 * Ten people of a council, each in a browser of their own, are invited, work within their roles and are removed; and
 * somebody operates the service.
 */

import { expect, test } from 'vitest';
import type { Role } from '../../server/src/people/teams/roles.ts';
import type { TestPage } from '../harness/browser.ts';
import { forgetVisit } from '../harness/dashboard-visitor.ts';
import { freshAddress } from '../harness/invitations.ts';
import { takeSession } from '../harness/seated-page.ts';
import { verified } from '../harness/sso.ts';
import { API } from '../harness/test-sello.ts';
import { ask, importMembers, newProgram } from './council.ts';
import { look } from './look.ts';
import { openTenPeople, type Seated, seatedAt } from './ten-people-stage.ts';

const stage = openTenPeople();

type Browsing = Seated & { page: TestPage };
type Owner = Browsing & { password: string; accountId: string };

const ALL: readonly Role[] = ['owner', 'admin', 'developer', 'certifier', 'registrar', 'approver', 'viewer'];

/** What some roles may do; other roles get 403 `insufficient_role`. */
const ACTS: readonly { act: [method: string, path: string, body?: object]; may: readonly Role[] }[] = [
  { act: ['GET', '/certificates'], may: ALL },
  { act: ['GET', '/members'], may: ALL.filter((role) => role !== 'certifier') },
  { act: ['GET', '/keys'], may: ['owner', 'admin', 'developer'] },
  { act: ['GET', '/webhooks'], may: ['owner', 'admin', 'developer'] },
  { act: ['GET', '/people'], may: ['owner', 'admin'] },
  { act: ['GET', '/audit'], may: ['owner', 'admin'] },
  { act: ['POST', '/members?mode=test', { given_name: 'Eva' }], may: ['owner', 'admin', 'registrar'] },
  { act: ['POST', '/programs?mode=test', {}], may: ['owner', 'admin'] },
  { act: ['POST', '/awards/awd_none/approve', {}], may: ['owner', 'admin', 'approver'] },
  { act: ['PATCH', '/account', { name: 'Consejo Mexicano' }], may: ['owner', 'admin'] },
  { act: ['POST', '/deletion-request/cancel'], may: ['owner'] },
];

test('ten people work in one account as their roles say, and its operator grants, suspends and resumes', async () => {
  const owner = await stage.now.openAccount('Consejo Mexicano');
  const team = await inviteNine(owner);
  await eachDoesWhatTheRoleMay([owner, ...team.all]);
  await reportAndDecide(owner, team);
  await removeDeveloper(owner, team.developer);
  await operatorActs(owner, team.registrar);
  for (const { page } of [owner, team.developer, team.registrar, team.approver, team.viewer]) {
    page.assertClean();
    await page.close();
  }
});

/**
 * Five people come by a mailed link through the pages, two by a mailed link using calls, and two by a link that the
 * owner passes on.
 */
async function inviteNine(owner: Owner) {
  await owner.page.goto('/dashboard/people');
  const registrar = await joinThroughPages(owner, 'registrar', 'Rita Registro');
  const approver = await joinThroughPages(owner, 'approver', 'Aurora Aprueba');
  const developer = await joinThroughPages(owner, 'developer', 'Darío Desarrolla');
  const viewer = await joinThroughPages(owner, 'viewer', 'Vera Ve');
  const coOwner = await joinThroughPages(owner, 'owner', 'Octavio Dueño');
  await coOwner.page.close();
  const admin = await stage.now.joinByMail(owner, 'admin');
  const certifier = await stage.now.joinByMail(owner, 'certifier');
  const withoutMail = [
    await stage.now.joinWithoutMail(owner.page, 'viewer'),
    await stage.now.joinWithoutMail(owner.page, 'registrar'),
  ];
  await owner.page.reload();
  await expect.poll(() => owner.page.getByRole('table').first().getByRole('row').count()).toBe(11);
  await look(owner.page, 'ten-people');
  const all = [registrar, approver, developer, viewer, admin, certifier, ...withoutMail];
  return { registrar, approver, developer, viewer, admin, all };
}

async function joinThroughPages(owner: Owner, role: Role, name: string): Promise<Browsing> {
  const email = freshAddress();
  await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByLabel('Role', { exact: true }).selectOption(role);
  if (role === 'owner') await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const page = await stage.now.openPage({ language: role === 'approver' ? 'es-MX' : 'en-US' });
  await page.goto(await stage.now.mailedLink(email));
  await page
    .getByLabel(/^(The email address that was invited|El correo electrónico que fue invitado)$/)
    .fill(email);
  await page.getByLabel(/^(Your name|Su nombre)$/).fill(name);
  await page.getByLabel(/^(Choose a password|Elija una contraseña)$/).fill('un sello verde sobre papel');
  await page.getByRole('button', { name: /^(Create login and accept|Crear acceso y aceptar)$/ }).click();
  await page.waitForURL(/\/dashboard\/acct_/);
  return seatedAt(page, stage.now.base, role, email);
}

async function eachDoesWhatTheRoleMay(people: readonly Seated[]): Promise<void> {
  for (const { role, call } of people) {
    for (const { act, may } of ACTS) {
      const { status, body } = await call(...act);
      const isRefused = status === 403 && body.error === 'insufficient_role';
      expect([role, ...act, isRefused]).toEqual([role, ...act, !may.includes(role)]);
    }
    // Nobody else can reach the operator's pages.
    const { status } = await call('GET', '/../operator/accounts');
    expect([role, status]).toEqual([role, 404]);
  }
}

async function reportAndDecide(
  owner: Owner,
  { registrar, approver, admin }: { registrar: Browsing; approver: Browsing; admin: Seated },
): Promise<void> {
  const programId = await newProgram(owner.page);
  expect((await owner.call('PATCH', '/account', { four_eyes: 'required' })).status).toBe(200);
  await importMembers(registrar.page, programId, 300);
  const { course } = await ask(registrar.page, 'POST', '/courses', {
    title: 'Congreso Nacional',
    starts_on: '2026-03-01',
    points: [{ category: 'emc', points: 5 }],
  });
  await ask(approver.page, 'POST', `/courses/${course.id}/accredit`, {});
  const numbers = Array.from({ length: 300 }, (_, i) => String(i + 1).padStart(5, '0'));
  await ask(
    registrar.page,
    'POST',
    `/courses/${course.id}/rosters`,
    `member_number\n${numbers.join('\n')}\n`,
  );

  await registrar.page.goto('/dashboard/memberships/awards');
  await registrar.page.getByText('300 waiting').waitFor();
  expect(await registrar.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await look(registrar.page, 'ten-registrar');
  const { awards } = (await registrar.call('GET', '/awards?status=pending')).body;
  const one = await registrar.call('POST', `/awards/${awards[0].id}/approve`, {});
  expect([one.status, one.body.error]).toEqual([403, 'insufficient_role']);
  // People who may decide still cannot decide on what they reported.
  const { award } = (await admin.call('POST', '/awards', reportOf(awards[0].member_id, programId))).body;
  const own = await admin.call('POST', `/awards/${award.id}/approve`, {});
  expect([own.status, own.body.error]).toEqual([403, 'four_eyes']);

  await approver.page.goto('/dashboard/memberships/awards');
  await approver.page.getByText('301 por resolver').waitFor();
  await approver.page.getByRole('checkbox', { name: /^Seleccionar/ }).check();
  await look(approver.page, 'ten-approver');
  await approver.page.getByRole('button', { name: 'Aprobar 301' }).click();
  await approver.page.getByRole('heading', { name: 'Todo está resuelto' }).waitFor();
  const left = async () => (await owner.call('GET', '/awards?status=pending')).body.pagination.total;
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
}

function reportOf(memberId: string, programId: string) {
  return {
    member_id: memberId,
    activity: { title: 'Ponencia' },
    completed_on: '2026-03-01',
    points: [{ program_id: programId, category: 'emc', points: 1 }],
  };
}

async function removeDeveloper(owner: Owner, developer: Browsing): Promise<void> {
  const made = await developer.call('POST', '/keys', { name: 'Servidor de Darío', mode: 'live' });
  expect(made.status).toBe(201);
  const { secret } = made.body.key;
  await developer.page.goto('/dashboard/keys');
  await developer.page.getByText('Servidor de Darío').waitFor();
  await owner.page.goto('/dashboard/people');
  const seats = owner.page.getByRole('table').first();
  const row = seats.getByRole('row', { name: developer.email });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await owner.page.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await developer.call('GET', '/me')).status).toBe(401);
  await developer.page.reload();
  await developer.page.waitForURL(/\/dashboard\/login/);
  developer.page.forgive(/401/);

  await owner.page.goto('/dashboard/keys');
  await owner.page.getByText('Darío Desarrolla').first().waitFor();
  await look(owner.page, 'ten-key-review');
  expect((await owner.call('GET', '/keys')).body.review).toMatchObject([{ why: 'left' }]);
  const byKey = await stage.now.sello.call('GET', `${API}/account`, { key: secret });
  expect(byKey.status, byKey.text).toBe(200);
}

async function operatorActs(owner: Owner, registrar: Browsing): Promise<void> {
  const { operator, base } = stage.now;
  const asked = await owner.call('POST', '/allowance-requests', { certificates: 250, reason: 'Diplomas' });
  expect(asked.status).toBe(201);
  const page = await stage.now.openPage({ language: 'en-US' });
  await takeSession(page, base, operator);
  await page.goto(`/operator/accounts/${owner.accountId}`);
  await page.getByText('Diplomas').waitFor();
  await page.getByRole('button', { name: 'Grant', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Certificates').fill('200');
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
  await page.getByText('Granted: 200').waitFor();
  const change = async (name: 'Suspend' | 'Resume') => {
    await page.getByRole('button', { name, exact: true }).click();
    await dialog.getByLabel('Reason').fill('Prueba');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const register = async () =>
    (await registrar.call('POST', '/members', { given_name: 'Eva', first_surname: 'Ruiz' })).body;
  await change('Suspend');
  expect((await register()).error).toBe('account_suspended');
  await registrar.page.goto('/dashboard/certificates');
  await look(registrar.page, 'ten-suspended');
  await change('Resume');
  expect((await register()).member.given_name).toBe('Eva');
  const expected = ['account.resume', 'account.suspend', 'allowance.grant'];
  const named = (events: { action: string }[]) =>
    events.map(({ action }) => action).filter((action) => expected.includes(action));
  const ofAccount = (await owner.call('GET', '/audit?limit=20')).body.events;
  expect(named(ofAccount)).toEqual(expected);
  expect(named((await operator.operate('GET', '/log')).body.events)).toEqual(expected);
  page.assertClean();
  await page.close();
}

test('people of a university log in through its issuer, get the roles of its claims, and prove their identity there', async () => {
  const owner = await stage.now.openAccount('Universidad');
  const { oidc } = stage.now;
  const base = await stage.now.openIssuer(owner.accountId, 'registro=registrar,comite=approver');
  const page = await stage.now.openPage({ language: 'es-MX', baseUrl: base });
  const me = () => ask(page, 'GET', '/me');
  const logIn = async (groups: string[]) => {
    oidc.user = verified('ramona', { name: 'Ramona Ruiz', groups });
    await page.goto('/dashboard/login');
    await page.getByRole('button', { name: 'Entrar con Universidad' }).click();
    await page.getByRole('navigation').first().waitFor();
    return (await me()).accounts[0].role;
  };
  await page.goto('/dashboard/login');
  await page.getByRole('button', { name: 'Entrar con Universidad' }).waitFor();
  await look(page, 'sso-login');
  expect(await logIn(['registro'])).toBe('registrar');
  await forgetVisit(page);
  expect(await logIn(['comite'])).toBe('approver');

  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Borrar mi acceso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('confirme en Universidad que es usted').waitFor();
  await look(page, 'sso-prove');
  await dialog.getByRole('button', { name: 'Continuar en Universidad' }).click();
  await page.waitForURL(/\/dashboard\/(?:acct_\w+\/)?settings$/);
  await page.getByRole('button', { name: 'Borrar mi acceso' }).click();
  await dialog.getByText('Acaba de confirmar en Universidad que es usted').waitFor();
  await look(page, 'sso-proven');
  await dialog.getByRole('button', { name: 'Borrar definitivamente' }).click();
  await page.waitForURL(/\/dashboard\/login$/);
  const { people } = (await owner.call('GET', '/people')).body;
  expect(people).toHaveLength(1);
  await owner.page.close();
  page.assertClean();
  await page.close();
});
