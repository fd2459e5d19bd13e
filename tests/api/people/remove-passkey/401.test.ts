import { signUp } from '../../../harness/dashboard-person.ts';
import { addPasskey, proofBy } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('P50 a session and the password are not enough to remove a passkey, whether it is the last or one of several', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { password } = person;
  const { passkey } = await addPasskey(person);
  const refuse = async (path: string) => {
    const without = await person.call('POST', path, { password });
    expect([path, without.status, without.body.error]).toEqual([path, 401, 'second_factor_required']);
    const wrong = await person.call('POST', path, { password, code: '000000' });
    expect([path, wrong.status, wrong.body.error]).toEqual([path, 401, 'invalid_second_factor']);
  };
  const [last] = (await person.call('GET', '/passkeys')).body.passkeys;
  await refuse(`/passkeys/${last.id}/remove`);
  await addPasskey(person, await proofBy(person, passkey));
  for (const { id } of (await person.call('GET', '/passkeys')).body.passkeys)
    await refuse(`/passkeys/${id}/remove`);
  expect((await person.call('GET', '/passkeys')).body.passkeys).toHaveLength(2);
});
