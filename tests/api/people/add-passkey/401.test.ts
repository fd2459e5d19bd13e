import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { addPasskey } from '../../../harness/software-passkey.ts';
import { expect, test } from '../../../harness/world.ts';

test('P50 if there is a second factor, it is needed to add a passkey', async ({ sello }) => {
  const [withApp, withPasskey] = [await signUp(sello), await signUp(sello)];
  await turnOn(sello, withApp);
  await addPasskey(withPasskey);
  for (const { call, password } of [withApp, withPasskey]) {
    const without = await call('POST', '/passkeys/options', { password });
    expect([without.status, without.body.error]).toEqual([401, 'second_factor_required']);
    const wrong = await call('POST', '/passkeys/options', { password, code: '000000' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_second_factor']);
  }
});
