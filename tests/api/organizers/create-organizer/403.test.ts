import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('only who accredits courses adds and changes organisers', async ({ sello }) => {
  const council = await openCouncil(sello);
  const { organizer } = await council.ask('POST', '/organizers', 201, { name: 'Sociedad' });
  const key = await council.keyWith('courses:read', 'courses:write', 'awards:write');
  for (const [method, path] of [
    ['POST', '/organizers'],
    ['PATCH', `/organizers/${organizer.id}`],
  ] as const) {
    const answer = await council.call(method, path, { name: 'Otra' }, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('`courses:accredit`');
  }
  const reporter = await council.keyWith('courses:write', 'awards:write');
  const read = await council.call('GET', '/organizers', undefined, { key: reporter });
  expect(expectRefusal(read, 403, 'insufficient_scope')).toContain('`courses:read`');
});
