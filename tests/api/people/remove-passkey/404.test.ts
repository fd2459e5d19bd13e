import { expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { addPasskey, proofBy } from '../../../harness/software-passkey.ts';

test('P20 another person’s passkey, an unknown one and a malformed id get the same answer', async () => {
  const sello = await shareSello();
  const [person, other] = [await signUp(sello), await signUp(sello)];
  const { passkey } = await addPasskey(person);
  const theirs = (await addPasskey(other)).answer.body.passkey.id;
  const answers = [];
  for (const id of [theirs, `passkey_${'0'.repeat(22)}`, 'x']) {
    const asked = { password: person.password, ...(await proofBy(person, passkey)) };
    answers.push(await person.call('POST', `/passkeys/${id}/remove`, asked));
  }
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await other.call('GET', '/passkeys')).body.passkeys).toHaveLength(1);
  await sello.close();
});
