import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a draft is deleted with its versions, and its external_id is free again', async ({ council }) => {
  const body = { name: 'Borrador', rules: RULES, external_id: 'b-1' };
  const { program } = await council.must('POST', '/programs', body);
  const gone = await council.call('DELETE', `/programs/${program.id}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await council.call('GET', `/programs/${program.id}`)).status).toBe(404);
  expect((await council.call('DELETE', `/programs/${program.id}`)).status).toBe(404);
  await council.must('POST', '/programs', body);
});
