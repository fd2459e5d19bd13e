import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { callerWith, freshAddress, inviteTo, signUpWith } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('an invitation is for its address and asks for a password; a used one is not found', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'certifier');
  expectRefusal(await signUpWith(sello, secret, freshAddress()), 422, 'validation_failed');
  expectRefusal(await signUpWith(sello, secret, email, { password: undefined }), 422, 'validation_failed');
  expectRefusal(await signUpWith(sello, `${secret}x`, email), 404, 'not_found');
  expect((await signUpWith(sello, secret, email)).status).toBe(201);
  expectRefusal(await signUpWith(sello, secret, email), 404, 'not_found');
  expect((await owner.call('GET', '/people')).body.people).toHaveLength(2);
});

test('signing up twice at once with one invitation makes one person with one seat', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'viewer');
  const answers = await Promise.all([1, 2, 3].map(() => signUpWith(sello, secret, email)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.every(({ status }) => [201, 404, 409].includes(status))).toBe(true);
  expect((await owner.call('GET', '/people')).body.people).toHaveLength(2);
});

test('a person with an account logs in and accepts the invitation there', async ({ sello }) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const secret = await inviteTo(owner, eva.email, 'viewer');
  expectRefusal(await signUpWith(sello, secret, eva.email), 409, 'email_taken');
  expect((await eva.call('POST', `/invitations/${secret}`, {})).status).toBe(200);
});

test('a shown link does not prove an address, and the person may open one account', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const call = callerWith(sello, await signUpWith(sello, await inviteTo(owner, email, 'viewer'), email));
  expect((await call('GET', '/me')).body.person.email_proven).toBe(false);
  const opened = await call('POST', '/accounts', { name: 'Notaría 9' });
  expect([opened.status, opened.body.account]).toMatchObject([
    201,
    { name: 'Notaría 9', certificates_left: 5 },
  ]);
  expect((await call('GET', '/me')).body.accounts).toContainEqual({
    id: opened.body.account.id,
    name: 'Notaría 9',
    role: 'owner',
  });
  expectRefusal(await call('POST', '/accounts', { name: 'Notaría 10' }), 403, 'too_many_accounts');
  expectRefusal(await owner.call('POST', '/accounts', { name: 'Otra' }), 403, 'too_many_accounts');
});
