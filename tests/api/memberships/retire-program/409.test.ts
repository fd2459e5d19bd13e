import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('invalid_transition names both states', async ({ council }) => {
  const { id } = await council.program({ isDraft: true });
  const retire = () => council.call('POST', `/programs/${id}/retire`);
  expectRefusal(await retire(), 409, 'invalid_transition', /`draft`.*`retired`/);
  await council.must('POST', `/programs/${id}/activate`);
  await council.must('POST', `/programs/${id}/retire`);
  expectRefusal(await retire(), 409, 'invalid_transition', /`retired`.*`retired`/);
});
