import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test('a change is refused by what is wrong in it: an identifier, or a public profile without consent', async ({
  council,
}) => {
  const { id } = await council.member();
  for (const [change, code] of [
    [{ curp: 'HEGG560427MVZRRL05' }, 'invalid_curp'],
    [{ rfc: 'X' }, 'invalid_rfc'],
    [{ public_profile: true }, 'consent_missing'],
  ] as const)
    expectRefusal(await council.call('PATCH', `/members/${id}`, change), 422, code);
});
