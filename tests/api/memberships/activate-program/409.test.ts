import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('invalid_transition names both states', async ({ council }) => {
  const { id } = await council.program();
  const activate = () => council.call('POST', `/programs/${id}/activate`);
  expectRefusal(await activate(), 409, 'invalid_transition', /`active`.*`active`/);
  await council.must('POST', `/programs/${id}/retire`);
  expectRefusal(await activate(), 409, 'invalid_transition', /`retired`.*`active`/);
});
