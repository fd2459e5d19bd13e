/** The effects of the settings of single sign-on for people whom the issuer knows. */

import { SignJWT } from 'jose';
import { readEventsAfter } from '../../../server/src/events/pg-events.ts';
import type { AccountId } from '../../../server/src/kernel/ids.ts';
import { cookieOf, DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { openSsoWorld, type SsoWorld, sessionOf, verified } from '../../harness/sso.ts';
import { test as base, expect, FILE, opened } from '../../harness/world.ts';

const ROLES = 'staff=certifier,managers=admin,readers=viewer';
const test = base
  .extend(
    'roles',
    FILE,
    opened(() =>
      openSsoWorld((account) => ({
        SELLO_OIDC_ACCOUNT: account,
        SELLO_OIDC_ROLE_CLAIM: 'groups',
        SELLO_OIDC_ROLES: ROLES,
        SELLO_OIDC_DEFAULT_ROLE: 'refused',
      })),
    ),
  )
  .extend(
    'invited',
    FILE,
    opened(() => openSsoWorld(() => ({}))),
  )
  .extend(
    'trusting',
    FILE,
    opened(() => openSsoWorld((account) => ({ SELLO_OIDC_ACCOUNT: account, SELLO_OIDC_TRUST_EMAIL: 'on' }))),
  )
  .extend(
    'only',
    FILE,
    opened(() => openSsoWorld((account) => ({ SELLO_OIDC_ACCOUNT: account, SELLO_OIDC_ONLY: 'on' }))),
  );

async function me({ sello }: SsoWorld, cookie: string | undefined) {
  const { body } = await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: cookie ?? '' } });
  return body;
}

test('roles come from the claims, and are set again at every login', async ({ roles }) => {
  const roleWith = async (groups: string[]) => {
    const answer = await roles.logIn(verified('role', { groups }));
    return (await me(roles, sessionOf(answer))).accounts?.[0]?.role;
  };
  expect([
    await roleWith(['staff', 'readers']),
    await roleWith(['managers']),
    await roleWith(['readers']),
  ]).toEqual(['certifier', 'admin', 'viewer']);
  // Integrators get the same events as for an accepted invitation and for a role that an owner changed.
  const account = roles.sello.config.sso?.account as AccountId;
  const told = await readEventsAfter(
    roles.sello.database.query,
    { accountId: account, livemode: true },
    0,
    ['person.joined', 'person.role_changed'],
    5,
  );
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['person.joined', { id: expect.stringMatching(/^per_/), role: 'certifier' }],
    ['person.role_changed', { id: expect.any(String), role: 'admin', role_before: 'certifier' }],
    ['person.role_changed', { id: expect.any(String), role: 'viewer', role_before: 'admin' }],
  ]);
});

test('a person without any role is refused, and existing sessions end', async ({ roles }) => {
  const cookie = sessionOf(await roles.logIn(verified('leaver', { groups: ['staff'] }))) ?? '';
  expect(await roles.status(cookie)).toBe(200);
  const refused = await roles.logIn(verified('leaver', { groups: ['others'] }));
  expect([refused.status, refused.body.error, sessionOf(refused)]).toEqual([403, 'sso_refused', undefined]);
  expect(await roles.status(cookie)).toBe(401);
});

test('claims never change an owner, and never give back a seat that was taken away', async ({ roles }) => {
  const { database } = roles.sello;
  const promoted = await me(roles, sessionOf(await roles.logIn(verified('owner', { groups: ['staff'] }))));
  await database.query(
    `update seats set role = 'owner' where person_id = $1`,
    [promoted.person.id],
    'promote',
  );
  const owner = await me(roles, sessionOf(await roles.logIn(verified('owner', { groups: [] }))));
  expect(owner.accounts[0].role).toBe('owner');
  const removed = await me(roles, sessionOf(await roles.logIn(verified('removed', { groups: ['staff'] }))));
  await database.query('delete from seats where person_id = $1', [removed.person.id], 'remove-seat');
  const back = await me(roles, sessionOf(await roles.logIn(verified('removed', { groups: ['managers'] }))));
  expect(back.accounts).toEqual([]);
});

test('without an account in the settings, only invited people can log in', async ({ invited }) => {
  const { sello, logIn } = invited;
  const stranger = await logIn(verified('stranger'));
  expect([stranger.status, stranger.body.error]).toEqual([403, 'sso_refused']);
  const owner = await signUp(sello);
  await sello.database.query(
    `insert into invitations (id, account_id, email, role, secret_hash, invited_by, created_at, expires_at)
     values ($1, $2, 'Guest@acme.example', 'viewer', sha256('x'), $3, $4::timestamptz, $4::timestamptz + interval '7 days')`,
    [sello.ports.newId('inv'), owner.account.id, owner.id, sello.ports.now()],
    'invite',
  );
  const unverified = await logIn({ ...verified('guest'), email_verified: false });
  expect([unverified.status, sessionOf(unverified)]).toEqual([403, undefined]);
  const guest = await me(invited, sessionOf(await logIn(verified('guest'))));
  expect([guest.person.email, guest.person.email_proven, guest.accounts]).toEqual([
    'guest@acme.example',
    true,
    [],
  ]);
});

test('if the operator trusts verified addresses, an identity joins the person with its address, and whoever had signed up with that address unproved is locked out', async ({
  trusting,
}) => {
  const { sello, logIn, status } = trusting;
  const person = await signUp(sello);
  const user = { sub: 'first-holder', email: person.email };
  expect((await logIn({ ...user, email_verified: false })).status).toBe(409);
  const joined = await me(trusting, sessionOf(await logIn({ ...user, email_verified: true })));
  expect([joined.person.id, joined.person.email_proven]).toEqual([person.id, true]);
  expect(await status(person.cookie)).toBe(401);
  const { email, password } = person;
  const old = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  expect(old.status).toBe(401);
  // The issuer gives the address to another person.
  const heir = await logIn({ sub: 'second-holder', email, email_verified: true });
  expect([heir.status, heir.body.error, sessionOf(heir)]).toEqual([403, 'sso_refused', undefined]);
});

test('if the issuer is the only way to log in, every other way is closed, and existing sessions have ended', async ({
  only,
}) => {
  const { sello, logIn, status } = only;
  const payload = { email: 'old@acme.example', password: 'an earlier password' };
  const person = await signUp({
    ...sello,
    call: (await sello.another({ SELLO_OIDC_ISSUER: '', SELLO_OIDC_ONLY: 'off' })).call,
  });
  expect(await status(person.cookie)).toBe(401);
  for (const [path, body] of [
    ['/login', payload],
    ['/signup', { ...payload, name: 'Old' }],
    ['/forgotten-password', { email: payload.email }],
    ['/reset-password', { token: 'x', new_password: payload.password }],
    ['/login/passkey/options', undefined],
  ] as const) {
    const answer = await sello.call('POST', DASHBOARD + path, body === undefined ? {} : { payload: body });
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'sso_only']);
  }
  const shown = await sello.call('GET', `${DASHBOARD}/settings`);
  expect([shown.body.sso, shown.body.signup]).toEqual([{ name: 'Acme', only: true }, 'closed']);
  expect(await status(sessionOf(await logIn(verified('new'))) ?? '')).toBe(200);
});

test('proving one’s identity at the issuer replaces the password for five minutes', async ({ trusting }) => {
  const { sello, oidc, begin, finish, logIn } = trusting;
  const user = verified('prover');
  const cookie = sessionOf(await logIn(user)) ?? '';
  const addApp = () =>
    sello.call('POST', `${DASHBOARD}/second-factor`, {
      payload: { password: '' },
      headers: { cookie },
    });
  const { status: before } = await addApp();
  expect((await me(trusting, cookie)).sso).toEqual({ proven_until: null });
  const begun = await begin(true, cookie);
  expect(new URL(begun.location).searchParams.get('max_age')).toBe('0');
  oidc.tamper = (claims, { own, ownId }) =>
    new SignJWT({ ...claims, auth_time: Number(claims.auth_time) - 600 })
      .setProtectedHeader({ alg: 'RS256', kid: ownId })
      .sign(own);
  const stale = await begin(true, cookie);
  expect((await finish(await oidc.visit(stale.location), `${stale.cookie}; ${cookie}`)).status).toBe(403);
  oidc.tamper = undefined;
  const query = await oidc.visit(begun.location);
  expect((await finish(query, `${begun.cookie}; ${cookie}`)).status).toBe(200);
  const { status: after } = await addApp();
  const until = Date.parse((await me(trusting, cookie)).sso.proven_until);
  expect(until - sello.ports.now().getTime()).toBeGreaterThan(4 * 60_000);
  sello.advance(6 * 60_000);
  const { status: later } = await addApp();
  sello.advance(-6 * 60_000);
  expect([before, after, later]).toEqual([403, 200, 403]);
});

test('another person’s proof at the issuer proves nothing for this session', async ({ trusting }) => {
  const { oidc, begin, finish, logIn } = trusting;
  const cookie = sessionOf(await logIn(verified('victim'))) ?? '';
  await logIn(verified('thief'));
  const begun = await begin(true, cookie);
  oidc.user = verified('thief');
  const answer = await finish(await oidc.visit(begun.location), `${begun.cookie}; ${cookie}`);
  expect([answer.status, answer.body.error]).toEqual([403, 'sso_refused']);
});

test('an unreachable issuer gives a 503, and passwords still work', async ({ invited }) => {
  const { sello, begin } = invited;
  const away = await sello.another({
    SELLO_OIDC_ISSUER: 'http://127.0.0.1:9',
    SELLO_OIDC_CLIENT_ID: 'x',
    SELLO_OIDC_CLIENT_SECRET: 'x',
  });
  const answer = await away.call('POST', `${DASHBOARD}/sso`, { payload: {} });
  expect([answer.status, answer.body.error, cookieOf(answer)]).toEqual([503, 'sso_unavailable', '']);
  // The issuer became unreachable while somebody was logging in.
  const begun = await begin();
  const state = new URL(begun.location).searchParams.get('state');
  const back = await away.call('POST', `${DASHBOARD}/sso/finish`, {
    payload: { query: `?code=x&state=${state}` },
    headers: { cookie: begun.cookie },
  });
  expect([back.status, back.body.error, sessionOf(back)]).toEqual([503, 'sso_unavailable', undefined]);
  const { email, password } = await signUp(away);
  expect((await away.call('POST', `${DASHBOARD}/login`, { payload: { email, password } })).status).toBe(200);
});

test('without an issuer there is no single sign-on, and nothing mentions it', async ({ sello }) => {
  const answers = [
    await sello.call('POST', `${DASHBOARD}/sso`, { payload: {} }),
    await sello.call('POST', `${DASHBOARD}/sso/finish`, { payload: { query: '?code=x' } }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [404, 'sso_off'],
    [404, 'sso_off'],
  ]);
  const form = {
    payload: 'logout_token=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect((await sello.call('POST', '/sso/backchannel-logout', form)).status).toBe(404);
  expect((await sello.call('GET', `${DASHBOARD}/settings`)).body.sso).toBeUndefined();
});
