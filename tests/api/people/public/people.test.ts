/** People managed with an API key: what the dashboard can do, except for owners, admins and links. */

import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress, inviteTo, signUpWith } from '../../../harness/invitations.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

const API = '/api/public/v1';

test('a key can list people and read the log, but gets no invitation link', async ({ sello }) => {
  const owner = await signUp(sello);
  const { secret } = await owner.newKey({
    name: 'people',
    scopes: ['people:read', 'people:write', 'audit:read', 'events:read', ...VIEWER],
  });
  const headers = { authorization: `Bearer ${secret}` };
  const call = (method: string, path: string, payload?: object) =>
    sello.call(method, API + path, { headers, ...(payload !== undefined && { payload }) });
  const email = freshAddress();
  const invited = await call('POST', '/people/invitations', { email, role: 'viewer' });
  expect([invited.status, invited.body.invitation]).toMatchObject([201, { email, role: 'viewer' }]);
  expect(invited.text).not.toContain('link');
  expect((await call('GET', '/people')).body).toMatchObject({
    people: [{ person: { id: owner.id }, role: 'owner' }],
    invitations: [{ id: invited.body.invitation.id, status: 'pending' }],
  });
  const viewer = await joinAs(sello, owner, 'viewer');
  expect((await call('PATCH', `/people/${viewer.id}`, { role: 'viewer' })).status).toBe(200);
  expect((await call('DELETE', `/people/${viewer.id}`)).status).toBe(204);
  expect((await call('DELETE', `/people/${viewer.id}`)).status).toBe(404);
  const { events } = (await call('GET', '/audit?limit=2')).body;
  expect(events.map(({ action }: { action: string }) => action)).toEqual(['person.remove', 'person.invite']);
  expect(events[0].actor.type).toBe('key');
});

test('a key cannot change owners, admins, or roles that may do more than the key', async ({ sello }) => {
  const owner = await signUp(sello);
  const [admin, viewer] = [await joinAs(sello, owner, 'admin'), await joinAs(sello, owner, 'viewer')];
  const every = await owner.newKey({ name: 'every', scopes: [...PEOPLE, ...VIEWER, 'certificates:write'] });
  const weak = await owner.newKey({ name: 'weak', scopes: PEOPLE });
  const as = (key: { secret: string }) => (method: string, path: string, payload?: object) =>
    sello.call(method, API + path, {
      headers: { authorization: `Bearer ${key.secret}` },
      ...(payload !== undefined && { payload }),
    });
  const refused = [
    await as(every)('POST', '/people/invitations', { email: freshAddress(), role: 'owner' }),
    await as(every)('POST', '/people/invitations', { email: freshAddress(), role: 'admin' }),
    await as(every)('POST', '/people/invitations', { email: freshAddress(), role: 'registrar' }),
    await as(every)('PATCH', `/people/${viewer.id}`, { role: 'admin' }),
    await as(every)('PATCH', `/people/${admin.id}`, { role: 'viewer' }),
    await as(every)('DELETE', `/people/${owner.id}`),
    await as(weak)('DELETE', `/people/${viewer.id}`),
  ];
  for (const answer of refused) expectRefusal(answer, 403, 'insufficient_scope');
  expect((await owner.call('GET', '/people')).body.people).toHaveLength(3);
  expect((await as(every)('PATCH', `/people/${viewer.id}`, { role: 'certifier' })).status).toBe(200);
});

test('keys without the scopes cannot read or change people', async ({ sello }) => {
  const { secret } = await (await signUp(sello)).newKey({ name: 'by default' });
  const headers = { authorization: `Bearer ${secret}` };
  for (const path of ['/people', '/audit'])
    expectRefusal(await sello.call('GET', API + path, { headers }), 403, 'insufficient_scope');
});

test('events contain ids and roles, never addresses', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  await signUpWith(sello, await inviteTo(owner, email, 'viewer'), email);
  const [, eva] = (await owner.call('GET', '/people')).body.people;
  await owner.call('PATCH', `/people/${eva.person.id}`, { role: 'approver' });
  await owner.call('DELETE', `/people/${eva.person.id}`);
  const { secret } = await owner.newKey({ name: 'events', scopes: ['events:read'] });
  const answer = await sello.call(
    'GET',
    `${API}/events?type=person.invited,person.joined,person.role_changed,person.removed`,
    {
      headers: { authorization: `Bearer ${secret}` },
    },
  );
  const { id } = eva.person;
  expect(answer.body.events.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual(
    expect.arrayContaining([
      ['person.invited', { id: expect.stringMatching(/^inv_/), role: 'viewer' }],
      ['person.joined', { id, role: 'viewer' }],
      ['person.role_changed', { id, role: 'approver', role_before: 'viewer' }],
      ['person.removed', { id, role: 'approver' }],
    ]),
  );
  expect(answer.text).not.toContain(email);
});

const PEOPLE = ['people:read', 'people:write'];
const VIEWER = [
  'certificates:read',
  'proofs:read',
  'verify:read',
  'usage:read',
  'programs:read',
  'members:read',
  'memberships:read',
  'courses:read',
  'awards:read',
  'renewals:read',
];
