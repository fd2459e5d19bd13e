import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { DASHBOARD, signUp } from '../harness/dashboard-person.ts';
import { CLIENT, type Tamper } from '../harness/oidc-issuer.ts';
import { openSsoWorld, sessionOf, verified } from '../harness/sso.ts';
import { test as base, expect, FILE, opened } from '../harness/world.ts';

const test = base.extend(
  'world',
  FILE,
  opened(() => openSsoWorld()),
);

const MINUTE = 60_000;

const signedWith =
  (change: (claims: JWTPayload) => JWTPayload): Tamper =>
  (claims, { own, ownId }) =>
    new SignJWT(change(claims)).setProtectedHeader({ alg: 'RS256', kid: ownId }).sign(own);

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const HOSTILE: Record<string, Tamper> = {
  'of another issuer': signedWith((claims) => ({ ...claims, iss: 'https://elsewhere.example' })),
  'for another service': signedWith((claims) => ({ ...claims, aud: 'another' })),
  'with another nonce': signedWith((claims) => ({ ...claims, nonce: 'another' })),
  'without a nonce': signedWith(({ nonce: _, ...claims }) => claims),
  'that is over': signedWith((claims) => ({ ...claims, exp: Number(claims.iat) - 600 })),
  'from 10 minutes ago': signedWith((claims) => ({ ...claims, iat: Number(claims.iat) - 600 })),
  'from in 10 minutes': signedWith((claims) => ({ ...claims, iat: Number(claims.iat) + 600 })),
  'with alg: none': (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  'signed with the shared secret': (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.secret)),
  'signed with a key that is not published': (claims, { foreign }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'stranger' }).sign(foreign),
  'signed with another key of the same name': (claims, { foreign, ownId }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: ownId }).sign(foreign),
  'changed after it was signed': async (claims, keys) => {
    const [header, , signature] = (await signedWith((same) => same)(claims, keys)).split('.');
    return `${header}.${encoded({ ...claims, sub: 'somebody else' })}.${signature}`;
  },
};

test('P104 an honest login opens a session, and the next login finds the same person', async ({ world }) => {
  const user = verified('honest');
  const first = await world.logIn(user);
  expect([first.status, first.body.account?.id]).toEqual([200, world.sello.config.sso?.account]);
  expect(await world.status(sessionOf(first) ?? '')).toBe(200);
  const again = await world.logIn({ ...user, email: 'new-address@acme.example' });
  expect(again.body.account.email).toBe('honest@acme.example');
});

test.for(Object.entries(HOSTILE))(
  'P104 an id token %s opens no session',
  async ([name, tamper], { world }) => {
    world.oidc.tamper = tamper;
    const answer = await world.logIn(verified(`hostile-${name.replaceAll(/\W/g, '-')}`));
    world.oidc.tamper = undefined;
    expect([answer.status, answer.body.error]).toEqual([403, 'sso_refused']);
    expect(sessionOf(answer)).toBeUndefined();
  },
);

test('P104 a used code opens no second session, in this browser or another', async ({ world }) => {
  const { oidc, begin, finish } = world;
  oidc.user = verified('replayed');
  const mine = await begin();
  const query = await oidc.visit(mine.location);
  expect((await finish(query, mine.cookie)).status).toBe(200);
  const theirs = await begin();
  const state = new URL(theirs.location).searchParams.get('state') ?? '';
  const withTheirState = new URLSearchParams(query);
  withTheirState.set('state', state);
  for (const answer of [
    await finish(query, mine.cookie),
    await finish(query, theirs.cookie),
    await finish(`?${withTheirState}`, (await begin()).cookie),
    await finish(query, ''),
  ]) {
    expect([answer.status, answer.body.error, sessionOf(answer)]).toEqual([403, 'sso_refused', undefined]);
  }
});

test('P104 a fresh code with the state or issuer of another login opens no session', async ({ world }) => {
  const { oidc, begin, finish } = world;
  oidc.user = verified('mixed-up');
  for (const [field, value] of [
    ['state', 'another'],
    ['iss', 'https://elsewhere.example'],
    ['iss', undefined],
  ] as const) {
    const { location, cookie } = await begin();
    const query = new URLSearchParams(await oidc.visit(location));
    if (value === undefined) query.delete(field);
    else query.set(field, value);
    const answer = await finish(`?${query}`, cookie);
    expect([field, answer.status, sessionOf(answer)]).toEqual([field, 403, undefined]);
  }
});

test('P104 a code that another browser got cannot log this one in', async ({ world }) => {
  const { oidc, begin, finish } = world;
  oidc.user = verified('attacker');
  const [attacker, victim] = [await begin(), await begin()];
  const stolen = new URLSearchParams(await oidc.visit(attacker.location));
  stolen.set('state', new URL(victim.location).searchParams.get('state') ?? '');
  expect((await finish(`?${stolen}`, victim.cookie)).status).toBe(403);
});

test('P104 after a rotation the new key is accepted and the old one is not', async ({ world }) => {
  const { oidc } = world;
  let old: Parameters<Tamper>[1] | undefined;
  oidc.tamper = (claims, keys) => {
    old = keys;
    return signedWith((same) => same)(claims, keys);
  };
  expect((await world.logIn(verified('before-rotation'))).status).toBe(200);
  await oidc.rotate();
  oidc.tamper = (claims) => signedWith((same) => same)(claims, old as NonNullable<typeof old>);
  expect((await world.logIn(verified('old-key'))).status).toBe(403);
  oidc.tamper = undefined;
  expect((await world.logIn(verified('new-key'))).status).toBe(200);
});

test.for([10, -10])('P104 a clock that is off by %i minutes opens no session', async (minutes, { world }) => {
  world.sello.advance(minutes * MINUTE);
  const answer = await world.logIn(verified(`clock${minutes}`));
  world.sello.advance(-minutes * MINUTE);
  expect([answer.status, sessionOf(answer)]).toEqual([403, undefined]);
});

test.for([{ email_verified: false }, { email_verified: 'true' as never }, { email: undefined as never }])(
  'P104 nobody is created for an address that the issuer has not verified: %o',
  async (unverified, { world }) => {
    const { email_verified: _, ...user } = verified('unverified');
    const answer = await world.logIn({ ...user, ...unverified });
    expect([answer.status, answer.body.error, sessionOf(answer)]).toEqual([403, 'sso_refused', undefined]);
  },
);

test('P104 the address of another person opens no session until that person agrees', async ({ world }) => {
  const { sello, logIn, status } = world;
  const person = await signUp(sello);
  const user = { sub: 'joins', email: person.email.toUpperCase(), email_verified: true };
  const refused = await logIn(user);
  expect([refused.status, refused.body.error, sessionOf(refused)]).toEqual([
    409,
    'sso_join_needed',
    undefined,
  ]);
  const waiting = String(
    [refused.headers['set-cookie']].flat().find((one) => /^sso_join=./.test(String(one))),
  );
  const cookie = `${person.cookie}; ${waiting.split(';', 1)[0]}`;
  // Only the person whose account is joined can agree, and that person may also refuse.
  const other = await signUp(sello);
  const join = (whose: string, agrees: boolean) =>
    sello.call('POST', `${DASHBOARD}/sso/join`, { payload: { agrees }, headers: { cookie: whose } });
  expect((await join(`${other.cookie}; ${waiting.split(';', 1)[0]}`, true)).status).toBe(403);
  expect((await join(cookie, false)).body).toEqual({ joined: false });
  expect((await logIn(user)).status).toBe(409);
  expect((await join(cookie, true)).body).toEqual({ joined: true });
  const joined = await logIn(user);
  expect(joined.status).toBe(200);
  expect(
    (await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie: sessionOf(joined) ?? '' } })).body.person
      .id,
  ).toBe(person.id);
  expect(await status(person.cookie)).toBe(200);
});

test('P104 a message of the issuer ends its own sessions and no others', async ({ world }) => {
  const { oidc, logIn, status, sello } = world;
  const [ana, bea] = [
    sessionOf(await logIn(verified('ana'))) ?? '',
    sessionOf(await logIn(verified('bea'))) ?? '',
  ];
  const anaElsewhere = sessionOf(await logIn(verified('ana'))) ?? '';
  const before = await Promise.all([ana, anaElsewhere, bea].map(status));
  await oidc.logOutEverywhere('subject-ana');
  const after = await Promise.all([ana, anaElsewhere, bea].map(status));
  expect([before, after]).toEqual([
    [200, 200, 200],
    [401, 401, 200],
  ]);
  const { body } = await sello.call('GET', `${DASHBOARD}/sessions`, { headers: { cookie: bea } });
  expect(body.sessions).toHaveLength(1);
});

test('P104 a forged, old or repeated message ends no session', async ({ world }) => {
  const { oidc, logIn, status, sello } = world;
  const cookie = sessionOf(await logIn(verified('carla'))) ?? '';
  const now = Math.floor(Date.now() / 1000);
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const honest = {
    iss: oidc.issuer,
    aud: CLIENT.id,
    iat: now,
    exp: now + 60,
    sub: 'subject-carla',
    events: event,
  };
  const tell = (token: string) =>
    sello.call('POST', '/sso/backchannel-logout', {
      payload: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const forged: JWTPayload[] = [
    { ...honest, jti: '1', iss: 'https://elsewhere.example' },
    { ...honest, jti: '2', aud: 'another' },
    { ...honest, jti: '3', iat: now - 600, exp: now + 60 },
    { ...honest, jti: '4', nonce: 'of a login' },
    { ...honest, jti: '5', events: {} },
    { ...honest, jti: '6', sub: undefined as never },
    { ...honest },
  ];
  for (const claims of forged) expect((await tell(await oidc.signed(claims))).status).toBe(400);
  const unsigned = `${encoded({ alg: 'none' })}.${encoded({ ...honest, jti: '7' })}.`;
  for (const token of [unsigned, 'no token', '']) expect((await tell(token)).status).toBe(400);
  expect(await status(cookie)).toBe(200);
  const token = await oidc.signed({ ...honest, jti: '8' });
  expect((await tell(token)).status).toBe(200);
  expect(await status(cookie)).toBe(401);
  const later = sessionOf(await logIn(verified('carla'))) ?? '';
  expect((await tell(token)).status).toBe(400);
  expect(await status(later)).toBe(200);
});

test('a session ends after twelve hours', async ({ world }) => {
  const cookie = sessionOf(await world.logIn(verified('dora'))) ?? '';
  world.sello.advance(12 * 60 * MINUTE - MINUTE);
  const before = await world.status(cookie);
  world.sello.advance(2 * MINUTE);
  const after = await world.status(cookie);
  world.sello.advance(-(12 * 60 * MINUTE + MINUTE));
  expect([before, after]).toEqual([200, 401]);
});

test('a person who logs out here is sent to the issuer to log out there too', async ({ world }) => {
  const cookie = sessionOf(await world.logIn(verified('eva'))) ?? '';
  const { body } = await world.sello.call('POST', `${DASHBOARD}/logout`, { headers: { cookie } });
  const address = new URL(body.location);
  expect(address.origin).toBe(world.oidc.issuer);
  expect(decodeJwt(address.searchParams.get('id_token_hint') ?? '').sub).toBe('subject-eva');
  expect(await world.status(cookie)).toBe(401);
});
