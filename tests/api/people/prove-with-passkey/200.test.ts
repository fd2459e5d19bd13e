import { expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { addPasskey, proofBy } from '../../../harness/software-passkey.ts';

test('a person who is logged in is asked for one of their own passkeys, which then replaces a code', async () => {
  const sello = await shareSello();
  const person = await signUp(sello);
  const { password } = person;
  const { passkey } = await addPasskey(person);
  const { status, body } = await person.call('POST', '/passkeys/proof-options');
  expect([status, body.options]).toEqual([
    200,
    {
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
    },
  ]);
  // An authenticator that was told which passkey to use need not name the passkey's owner.
  const nameless = await proofBy(person, passkey, { userHandle: null });
  const path = '/second-factor/recovery-codes';
  expect((await person.call('POST', path, { password, ...nameless })).status).toBe(200);
  const used = await person.call('POST', path, { password, ...nameless });
  expect([used.status, used.body.error]).toEqual([401, 'invalid_second_factor']);
  await sello.close();
});
