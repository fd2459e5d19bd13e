import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { joinAs } from '../../../harness/team.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a suspended account’s keys are refused everywhere, and work again once it is resumed', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const { account, key, apiKey } = await sello.newAccount();
  const record = await sello.certify(key);
  const act = (what: string) =>
    operator.operate('POST', `/accounts/${account.id}/${what}`, { reason: 'Factura vencida' });
  const { status, body } = await act('suspend');
  expect([status, body.account.suspended_at]).toEqual([200, expect.any(String)]);
  for (const path of ['/certificates', `/certificates/${record.id}`, '/account', '/usage', '/members']) {
    const refused = await sello.call('GET', API + path, { key });
    if (refused.status === 404) continue;
    expect([path, refused.status, refused.body.error]).toEqual([path, 403, 'account_suspended']);
  }
  const payload = { sha256: 'a'.repeat(64) };
  const post = await sello.call('POST', `${API}/certificates`, { key, payload });
  expect([post.status, post.body.error]).toEqual([403, 'account_suspended']);
  // Existing proofs stay valid, for everybody.
  expect((await sello.call('GET', `${new URL(record.qr_verification_url).pathname}.json`)).status).toBe(200);
  expect(apiKey.revokedAt).toBeUndefined();
  expect((await act('resume')).body.account.suspended_at).toBeNull();
  expect((await sello.call('GET', `${API}/certificates/${record.id}`, { key })).status).toBe(200);
});

test('in the dashboard of a suspended account, everything can be read and access can be taken away, but nothing else changes', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const viewer = await joinAs(sello, owner, 'viewer');
  const made = await owner.newKey();
  const invited = (
    await owner.call('POST', '/people/invitations', { email: 'eva@example.com', role: 'viewer' })
  ).body;
  const to = `/accounts/${owner.account.id}`;
  await operator.operate('POST', `${to}/suspend`, { reason: 'Factura vencida' });
  for (const path of [
    '/me',
    '/certificates',
    '/keys',
    '/people',
    '/audit',
    '/audit.csv',
    '/usage',
    '/allowance',
  ])
    expect([path, (await owner.call('GET', path)).status]).toEqual([path, 200]);
  expect((await owner.call('GET', '/me')).body.account.suspended_at).toEqual(expect.any(String));
  for (const [method, path, body] of [
    ['PATCH', '/account', { name: 'X' }],
    ['POST', '/keys', { name: 'k' }],
    ['PATCH', `/keys/${made.id}`, { name: 'k' }],
    ['POST', `/keys/${made.id}/rotate`, {}],
    ['POST', '/people/invitations', { email: 'ivo@example.com', role: 'viewer' }],
    ['PATCH', `/people/${viewer.id}`, { role: 'admin' }],
    ['POST', '/programs', { name: 'P' }],
    ['POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] }],
    ['POST', '/allowance-requests', { certificates: 5, reason: 'x' }],
    ['PUT', '/retention', { keep_files_days: 3, password: owner.password }],
  ] as const) {
    const answer = await owner.call(method, path, body);
    expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'account_suspended']);
  }
  expect((await owner.call('DELETE', `/keys/${made.id}`)).status).toBeLessThan(300);
  expect((await owner.call('DELETE', `/people/invitations/${invited.invitation.id}`)).status).toBe(204);
  expect((await owner.call('DELETE', `/people/${viewer.id}`)).status).toBe(204);
  // People can still change what is their own, because they may be in other accounts.
  expect((await owner.call('PATCH', '/me', { name: 'Ana' })).status).toBe(200);
  await operator.operate('POST', `${to}/resume`, { reason: 'Pagada' });
  expect((await owner.call('PATCH', '/account', { name: 'X' })).status).toBe(200);
  const actions = (await owner.call('GET', '/audit')).body.events.map(
    ({ action }: { action: string }) => action,
  );
  expect(actions).toEqual(expect.arrayContaining(['account.suspend', 'account.resume']));
});

test('nobody can accept an invitation to a suspended account', async ({ sello }) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const guest = await signUp(sello);
  const { invitation } = (
    await owner.call('POST', '/people/invitations', { email: guest.email, role: 'viewer' })
  ).body;
  await operator.operate('POST', `/accounts/${owner.account.id}/suspend`, { reason: 'Factura vencida' });
  const secret = invitation.link.split('#')[1];
  const taken = await guest.call('POST', `/invitations/${secret}`, {});
  expect([taken.status, taken.body.error]).toEqual([403, 'account_suspended']);
});
