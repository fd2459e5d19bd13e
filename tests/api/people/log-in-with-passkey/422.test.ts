import { expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { makeSoftwarePasskey } from '../../../harness/software-passkey.ts';

test('an answer with a missing or too long field is refused with the field’s name', async () => {
  const sello = await shareSello();
  const honest = makeSoftwarePasskey().get({ challenge: 'x' });
  for (const [field, passkey] of [
    ['passkey', undefined],
    ['passkey.id', { ...honest, id: '' }],
    ['passkey.id', { ...honest, id: 'not base64url!' }],
    ['passkey.id', { ...honest, id: 'a'.repeat(1_365) }],
    ['passkey.response', { id: honest.id }],
    ['passkey.response.signature', { ...honest, response: { ...honest.response, signature: undefined } }],
    ['passkey.response.signature', { ...honest, response: { ...honest.response, signature: 'ñ' } }],
    [
      'passkey.response.clientDataJSON',
      { ...honest, response: { ...honest.response, clientDataJSON: 'a'.repeat(4_001) } },
    ],
  ] as const) {
    const { status, body } = await sello.call('POST', `${DASHBOARD}/login/passkey`, { payload: { passkey } });
    expect([field, status, body.error]).toEqual([field, 422, 'validation_failed']);
    expect(body.message).toContain(`\`${field}\``);
  }
  await sello.close();
});
