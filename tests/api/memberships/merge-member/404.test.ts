import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'merge',
  ({ council }) =>
    (id: string, into: string) =>
      council.call('POST', `/members/${id}/merge`, { into, reason: 'Doble' }),
);

test('M12 a member of another account gets the same answer as an unknown one, on either side', async ({
  sello,
  council,
  merge,
}) => {
  const own = await council.member();
  const { id } = await (await openCouncil(sello)).member();
  const never = `${id.slice(0, -4)}0000`;
  const foreign = await merge(own.id, id);
  expect(expectRefusal(foreign, 404, 'not_found')).toContain('`into`');
  expect((await merge(own.id, never)).text).toBe(foreign.text);
  expect((await merge(own.id, own.id.replace('mem_', 'crs_'))).text).toBe(foreign.text);
  const from = await merge(id, own.id);
  expectRefusal(from, 404, 'not_found');
  expect((await merge(never, own.id)).text).toBe(from.text);
});
