import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('an organiser is read by its id; that of another account or mode is not there', async ({ sello }) => {
  const council = await openCouncil(sello);
  const { organizer } = await council.ask('POST', '/organizers', 201, { name: 'Sociedad' });
  expect(await council.ask('GET', `/organizers/${organizer.id}`, 200)).toEqual({ organizer });
  const other = await openCouncil(sello);
  const inTest = await openCouncil(sello, await council.testKey());
  for (const [asker, id] of [
    [other, organizer.id],
    [inTest, organizer.id],
    [council, 'org_0000000000000000000000'],
    [council, 'x'],
  ] as const)
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['GET', '/record', undefined],
      ['PATCH', '', { name: 'Otra' }],
    ] as const)
      expectRefusal(await asker.call(method, `/organizers/${id}${path}`, payload), 404, 'not_found');
});
