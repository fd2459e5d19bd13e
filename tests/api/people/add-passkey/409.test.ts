import { cookieOf, signUp } from '../../../harness/dashboard-person.ts';
import { addPasskey, logInWith, makeSoftwarePasskey, proofBy } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person has at most twenty passkeys, also when two sessions add the last one at once', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { passkey } = await addPasskey(person);
  const elsewhere = cookieOf(await logInWith(sello, passkey));
  for (let i = 2; i <= 19; i++) await addPasskey(person, await proofBy(person, passkey), `Number ${i}`);
  const begin = async (cookie: string) => {
    const options = (await person.call('POST', '/passkeys/proof-options', undefined, { cookie })).body
      .options;
    const asked = { password: person.password, passkey: passkey.get(options) };
    return (await person.call('POST', '/passkeys/options', asked, { cookie })).body.options;
  };
  const sessions = [person.cookie, elsewhere];
  const options = [await begin(person.cookie), await begin(elsewhere)];
  const answers = await Promise.all(
    sessions.map((cookie, i) =>
      person.call(
        'POST',
        '/passkeys',
        { name: 'Last', passkey: makeSoftwarePasskey().create(options[i]) },
        { cookie },
      ),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('too_many_passkeys');
  expect((await person.call('GET', '/passkeys')).body.passkeys).toHaveLength(20);
  const asked = { password: person.password, ...(await proofBy(person, passkey)) };
  const more = await person.call('POST', '/passkeys/options', asked);
  expect([more.status, more.body.error]).toEqual([409, 'too_many_passkeys']);
});
