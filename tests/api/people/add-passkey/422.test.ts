import { signUp } from '../../../harness/dashboard-person.ts';
import { makeSoftwarePasskey } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('a name has 1 to 60 characters, without control characters; the message names the field', async ({
  sello,
}) => {
  const { call, password } = await signUp(sello);
  const { options } = (await call('POST', '/passkeys/options', { password })).body;
  const passkey = makeSoftwarePasskey().create(options);
  for (const name of ['', 'a'.repeat(61), 'a\0b', '\ud800', 'a\nb', 7, null, undefined]) {
    const { status, body } = await call('POST', '/passkeys', { name, passkey });
    expect([name, status, body.error]).toEqual([name, 422, 'validation_failed']);
    expect(body.message).toContain('name');
  }
  expect((await call('POST', '/passkeys', { name: 'a', passkey })).status).toBe(201);
});

test('an answer without a challenge, or one that cannot be read, is refused', async ({ sello }) => {
  const { call, account, password } = await signUp(sello);
  const user = { id: Buffer.from(account.id).toString('base64url') };
  const unasked = makeSoftwarePasskey().create({ challenge: 'A'.repeat(43), user });
  const answer = await call('POST', '/passkeys', { name: 'x', passkey: unasked });
  expect([answer.status, answer.body.error]).toEqual([422, 'invalid_passkey']);

  for (const broken of ['', 'AAAA', Buffer.from('null').toString('base64url'), 'b'.repeat(3_000)]) {
    const { options } = (await call('POST', '/passkeys/options', { password })).body;
    const honest = makeSoftwarePasskey().create(options) as { response: Record<string, string> };
    for (const field of ['clientDataJSON', 'attestationObject']) {
      const passkey = { ...honest, response: { ...honest.response, [field]: broken } };
      const { status, body } = await call('POST', '/passkeys', { name: 'x', passkey });
      expect([field, broken.slice(0, 9), status, body.error]).toEqual([
        field,
        broken.slice(0, 9),
        422,
        'invalid_passkey',
      ]);
    }
  }
  for (const passkey of [null, 'x', {}, { id: 'x' }, { id: '%', response: {} }]) {
    const { status, body } = await call('POST', '/passkeys', { name: 'x', passkey });
    expect([status, body.error]).toEqual([422, 'validation_failed']);
  }
  expect((await call('GET', '/passkeys')).body.passkeys).toEqual([]);
});
