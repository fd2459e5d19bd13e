import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'merge',
  ({ council }) =>
    (id: string, into: string) =>
      council.call('POST', `/members/${id}/merge`, { into, reason: 'Doble' }),
);

test('a member cannot be merged into itself', async ({ council, merge }) => {
  const { id } = await council.member();
  expect(expectRefusal(await merge(id, id), 422, 'validation_failed')).toContain('`into`');
});
