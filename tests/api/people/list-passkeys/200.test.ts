import { signUp } from '../../../harness/dashboard-person.ts';
import { addPasskey, logInWith, proofBy } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person sees their own passkeys, oldest first, with their last use and no key', async ({ sello }) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  const { passkey } = await addPasskey(person, {}, 'Phone');
  await addPasskey(person, await proofBy(person, passkey), 'Security key 🔑');
  await addPasskey(other, {}, 'Not theirs');
  const { status, body } = await person.call('GET', '/passkeys');
  expect(status).toBe(200);
  expect(body.passkeys).toEqual([
    {
      id: expect.stringMatching(/^passkey_[0-9A-Za-z]{22}$/),
      name: 'Phone',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      backed_up: false,
    },
    expect.objectContaining({ name: 'Security key 🔑', last_used_at: null }),
  ]);
  const before = body.passkeys[0].last_used_at;
  sello.advance(60_000);
  expect((await logInWith(sello, passkey)).status).toBe(200);
  const after = (await person.call('GET', '/passkeys')).body.passkeys[0].last_used_at;
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(60_000);
});
