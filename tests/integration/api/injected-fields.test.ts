import { expect, test } from 'vitest';
import { DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { multipart } from '../../harness/multipart.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
const victim = forFile(() => sello.newAccount());

/** Fields that no caller may set, with harmful values. */
function injected(): Record<string, unknown> {
  return {
    id: 'cert_0000000000000000000000',
    status: 'certified',
    account_id: victim.account.id,
    accountId: victim.account.id,
    livemode: false,
    created_at: '2001-01-01T00:00:00.000Z',
    certificates_left: 1_000_000,
    max_rate_per_minute: 1_000_000,
    secret: 'sello_live_chosen',
    revoked_at: '2001-01-01T00:00:00.000Z',
    password_hash: 'x',
    accredited: true,
    constructor: { prototype: { isAdmin: true } },
    prototype: { isAdmin: true },
  };
}

/** Written as text: an object literal would set the prototype instead of a field. */
function withInjected(body: Record<string, unknown>): { payload: string; headers: Record<string, string> } {
  const text = JSON.stringify({ ...injected(), ...body });
  const poison = `"__proto__":{"isAdmin":true,"livemode":false,"status":"certified","name":"poison"},`;
  return { payload: `{${poison}${text.slice(1)}`, headers: { 'content-type': 'application/json' } };
}

function expectNoPollution(): void {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  expect((Object as { isAdmin?: boolean }).isAdmin).toBeUndefined();
}

// biome-ignore lint/suspicious/noExplicitAny: a record as it comes over the wire.
async function expectOrdinary(certificate: any, title: string): Promise<void> {
  expect(certificate).toMatchObject({
    status: 'stamped',
    livemode: true,
    title,
    nom151: { accredited: false },
  });
  expect(certificate.id).not.toBe(injected().id);
  const ageMs = sello.ports.now().getTime() - new Date(certificate.created_at).getTime();
  expect(Math.abs(ageMs)).toBeLessThan(60_000);
  const read = (key: string) => sello.call('GET', `${API}/certificates/${certificate.id}`, { key });
  expect((await read(caller.key)).body.certificate).toEqual(certificate);
  expect((await read(victim.key)).status).toBe(404);
  expectNoPollution();
}

test('P23 POST /certificates as JSON ignores unknown fields', async () => {
  const body = withInjected({ file_name: 'a.txt', file_base64: 'eA==', title: 'json' });
  const left = await sello.certificatesLeft(caller.account);
  const answer = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...body });
  expect(answer.status).toBe(201);
  await expectOrdinary(answer.body.certificate, 'json');
  expect(await sello.certificatesLeft(caller.account)).toBe(left - 1);
});

test('P23 POST /certificates as multipart ignores unknown fields', async () => {
  const names = [
    ...Object.keys(injected()),
    '__proto__',
    '__proto__[isAdmin]',
    'constructor[prototype][isAdmin]',
    'file[name]',
  ];
  const fields = names.map((name) => ({ name, value: String(injected()[name] ?? 'true') }));
  const form = multipart([
    ...fields,
    { name: 'title', value: 'form' },
    { name: 'file', value: 'x', filename: 'a.txt' },
  ]);
  const answer = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...form });
  expect(answer.status).toBe(201);
  await expectOrdinary(answer.body.certificate, 'form');
});

test('P23 sign-up ignores unknown fields', async () => {
  const body = withInjected({ email: 'new@example.com', password: 'correct horse', name: 'New' });
  const { status, body: made } = await sello.call('POST', `${DASHBOARD}/signup`, body);
  expect(status).toBe(201);
  expect(made.account).toMatchObject({ email: 'new@example.com', name: 'New', certificates_left: 5 });
  expect(made.account.id).not.toBe(victim.account.id);
  expect(new Date(made.account.created_at).getUTCFullYear()).toBeGreaterThan(2001);
  expectNoPollution();
});

test('P23 a key is made for the session’s account, with only the fields that may be chosen', async () => {
  const person = await signUp(sello);
  const { payload, headers } = withInjected({ name: 'mine', scopes: ['verify:read'] });
  const made = await sello.call('POST', `${DASHBOARD}/keys`, {
    payload,
    headers: { ...headers, cookie: person.cookie },
  });
  expect(made.status).toBe(201);
  expect(made.body.key).toMatchObject({
    name: 'mine',
    mode: 'live',
    status: 'active',
    scopes: ['verify:read'],
    revoked_at: null,
  });
  expect(made.body.key.secret).not.toBe(injected().secret);
  expect((await person.call('GET', '/keys')).body.keys).toHaveLength(1);
  expect(await sello.ports.keys.list(victim.account.id, sello.ports.now())).toHaveLength(1);

  const changed = await sello.call('PATCH', `${DASHBOARD}/keys/${made.body.key.id}`, {
    ...withInjected({ monthly_quota: 7 }),
    headers: { ...headers, cookie: person.cookie },
  });
  const { secret, ...before } = made.body.key;
  expect(changed.body).toEqual({ key: { ...before, monthly_quota: 7 } });
  expectNoPollution();
});

test('P23 a body of only forbidden fields changes nothing', async () => {
  const person = await signUp(sello);
  const { secret, ...before } = await person.newKey();
  for (const payload of [
    '{"__proto__":{"name":"x","rate_per_minute":1}}',
    '{"constructor":{"prototype":{"name":"x"}}}',
  ]) {
    const headers = { 'content-type': 'application/json', cookie: person.cookie };
    const answer = await sello.call('PATCH', `${DASHBOARD}/keys/${before.id}`, { payload, headers });
    expect([answer.status, answer.body]).toEqual([200, { key: before }]);
    expect((await sello.call('POST', `${DASHBOARD}/keys`, { payload, headers })).status).toBe(422);
  }
  expectNoPollution();
});
