import { expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { addPasskey, proofBy } from '../../../harness/software-passkey.ts';

test('removing a passkey requires the password, even with a passkey', async () => {
  const sello = await shareSello();
  const person = await signUp(sello);
  const { passkey, answer } = await addPasskey(person);
  const proof = await proofBy(person, passkey);
  const path = `/passkeys/${answer.body.passkey.id}/remove`;
  const { status, body } = await person.call('POST', path, { password: 'wrong', ...proof });
  expect([status, body.error]).toEqual([403, 'wrong_password']);
  await sello.close();
});
