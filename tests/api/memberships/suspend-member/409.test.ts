import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('impossible steps are refused with both statuses', async ({ council }) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  const step = (verb: string) => council.call('POST', `/members/${member.id}/${verb}`, { reason: 'x' });
  const refused = async (verb: string, from: string, to: string) => {
    const message = expectRefusal(await step(verb), 409, 'invalid_transition');
    expect(message).toContain(`\`${from}\``);
    expect(message).toContain(`\`${to}\``);
  };
  await refused('reactivate', 'active', 'active');
  await step('suspend');
  await refused('suspend', 'suspended', 'suspended');
  await step('deceased');
  await refused('deceased', 'deceased', 'deceased');
  await refused('suspend', 'deceased', 'suspended');
  expect((await step('reactivate')).body.member.status).toBe('active');
});
