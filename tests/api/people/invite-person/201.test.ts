import { signUp } from '../../../harness/dashboard-person.ts';
import { callerWith, freshAddress, inviteTo, secretOf, signUpWith } from '../../../harness/invitations.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('without mail the link is shown once, and its secret lets the invited person in', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const answer = await owner.call('POST', '/people/invitations', { email, role: 'registrar' });
  expect([answer.status, answer.body.invitation]).toMatchObject([
    201,
    { id: expect.stringMatching(/^inv_/), email, role: 'registrar', status: 'pending', invited_by: owner.id },
  ]);
  expect(answer.body.invitation.link).toMatch(/\/dashboard\/invitation#[\w-]{40,}$/);
  const { people, invitations } = (await owner.call('GET', '/people')).body;
  expect(people).toMatchObject([
    { person: { id: owner.id, email: owner.email }, role: 'owner', invited_by: null },
  ]);
  expect(invitations).toEqual([{ ...answer.body.invitation, link: undefined }]);
  expect(JSON.stringify(invitations)).not.toContain(secretOf(answer));

  const joined = await signUpWith(sello, secretOf(answer), email);
  expect([joined.status, joined.body.account]).toMatchObject([201, { id: owner.account.id, email }]);
  const eva = callerWith(sello, joined);
  expect((await eva('GET', '/me')).body.accounts).toEqual([
    { id: owner.account.id, name: 'Ana Ñúñez', role: 'registrar' },
  ]);
  const after = (await owner.call('GET', '/people')).body;
  expect(after.people[1]).toMatchObject({ person: { email }, role: 'registrar', invited_by: owner.id });
  expect(after.invitations).toMatchObject([{ status: 'accepted' }]);
});

test('the log records who invited and who joined by id and role, never by address', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'viewer');
  await signUpWith(sello, secret, email);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events.slice(0, 2)).toMatchObject([
    {
      action: 'person.join',
      actor: { type: 'person', name: 'Eva Ruiz' },
      details: { seat: 'viewer', role: 'viewer' },
    },
    {
      action: 'person.invite',
      target: expect.stringMatching(/^inv_/),
      details: { seat: 'viewer', role: 'owner' },
    },
  ]);
  // Readers see the address because it is looked up: if it stood in the hash chain, it could never be erased.
  const [kept] = await sello.database.query(
    'select count(*)::int as found from audit_events e where position($1 in e::text) > 0',
    [email],
  );
  expect(kept).toEqual({ found: 0 });
});

test('the answer is the same whether the address has an account or not', async ({ sello }) => {
  const [owner, other] = [await signUp(sello), await signUp(sello)];
  const invite = (email: string) => owner.call('POST', '/people/invitations', { email, role: 'viewer' });
  const [known, unknown] = [await invite(other.email), await invite(freshAddress())];
  expect([known.status, unknown.status]).toEqual([201, 201]);
  expect(Object.keys(known.body.invitation)).toEqual(Object.keys(unknown.body.invitation));
});

test('a retry with the same Idempotency-Key invites only once', async ({ sello }) => {
  const owner = await signUp(sello);
  const body = { email: freshAddress(), role: 'viewer' };
  const send = () => owner.call('POST', '/people/invitations', body, { 'idempotency-key': 'once' });
  const [first, again] = [await send(), await send()];
  expect(again.body).toEqual(first.body);
  expect((await owner.call('GET', '/people')).body.invitations).toHaveLength(1);
});

test('only an owner can invite an owner, with the password', async ({ sello }) => {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  const body = { email: freshAddress(), role: 'owner' };
  expect((await admin.call('POST', '/people/invitations', body)).body.error).toBe('insufficient_role');
  expect((await owner.call('POST', '/people/invitations', body)).status).toBe(422);
  const wrong = await owner.call('POST', '/people/invitations', { ...body, password: 'wrong' });
  expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password']);
  const made = await owner.call('POST', '/people/invitations', { ...body, password: owner.password });
  expect(made.status).toBe(201);
});
