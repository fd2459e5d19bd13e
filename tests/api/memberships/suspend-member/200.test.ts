import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('a member is suspended since a day and for a reason, and reactivated without either', async () => {
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

test('the memberships of the member follow, and come back', async () => {
  const membership = await council.membership();
  const standing = async () =>
    (await council.call('GET', `/memberships/${membership.id}`)).body.membership.standing;
  await council.call('POST', `/members/${membership.member_id}/suspend`, { reason: 'x' });
  expect(await standing()).toBe('suspended');
  await council.call('POST', `/members/${membership.member_id}/reactivate`, {});
  expect(await standing()).toBe('current');
});
