import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('invalid_transition names both states', async ({ council }) => {
  const { id } = await council.membership();
  const post = (verb: string) => council.call('POST', `/memberships/${id}/${verb}`, {});
  expectRefusal(await post('reactivate'), 409, 'invalid_transition', /`active`.*`active`/);
  await council.must('POST', `/memberships/${id}/suspend`, {});
  expectRefusal(await post('suspend'), 409, 'invalid_transition', /`suspended`.*`suspended`/);
  await council.must('POST', `/memberships/${id}/end`, {});
  for (const verb of ['suspend', 'reactivate', 'end']) {
    expectRefusal(await post(verb), 409, 'invalid_transition', /`ended`/);
  }
});
