import { curpNumber } from '../../../harness/curps.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('a member is suspended from a day and with a reason, and reactivated without either', async ({
  council,
}) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  const suspended = await council.call('POST', `/members/${member.id}/suspend`, {
    reason: 'No pagó',
    on: '2026-01-31',
  });
  expect(suspended.status, suspended.text).toBe(200);
  expect(suspended.body.member).toMatchObject({
    status: 'suspended',
    suspended_on: '2026-01-31',
    suspend_reason: 'No pagó',
  });
  const { body } = await council.call('POST', `/members/${member.id}/reactivate`, {});
  expect(body.member).toMatchObject({ status: 'active', suspended_on: null, suspend_reason: null });
});

test('the member’s memberships are suspended too, and return', async ({ council }) => {
  const membership = await council.membership();
  const standing = async () =>
    (await council.call('GET', `/memberships/${membership.id}`)).body.membership.standing;
  await council.call('POST', `/members/${membership.member_id}/suspend`, { reason: 'x' });
  expect(await standing()).toBe('suspended');
  await council.call('POST', `/members/${membership.member_id}/reactivate`, {});
  expect(await standing()).toBe('current');
});
