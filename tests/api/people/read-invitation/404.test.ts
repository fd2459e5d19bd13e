import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress, inviteTo, signUpWith } from '../../../harness/invitations.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

const DAY_MS = 86_400_000;

test('used, revoked, expired and unknown invitations look the same to somebody with a link', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const read = (secret: string) => sello.call('GET', `/api/dashboard/invitations/${secret}`);
  const email = freshAddress();
  const used = await inviteTo(owner, email, 'viewer');
  expect((await signUpWith(sello, used, email)).status).toBe(201);
  const revoked = await inviteTo(owner, freshAddress(), 'viewer');
  const { invitations } = (await owner.call('GET', '/people')).body;
  const open = invitations.find(({ status }: { status: string }) => status === 'pending');
  await owner.call('DELETE', `/people/invitations/${open.id}`);
  const old = await inviteTo(owner, freshAddress(), 'viewer');
  sello.advance(8 * DAY_MS);
  const messages = [];
  for (const secret of [used, revoked, old, 'x'])
    messages.push(expectRefusal(await read(secret), 404, 'not_found'));
  expect(new Set(messages).size).toBe(1);
});
