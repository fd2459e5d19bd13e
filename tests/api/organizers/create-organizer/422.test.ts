import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a refusal names the field, and the address that is wrong', async ({ sello }) => {
  const council = await openCouncil(sello);
  for (const [fields, named] of [
    [{}, '`name`'],
    [{ name: '  ' }, '`name`'],
    [{ emails: ['a@example.com', 'nobody'] }, '`emails[1]`'],
    [{ emails: ['a@example.com', 'A@Example.com'] }, '`emails[1]`'],
    [{ emails: Array.from({ length: 21 }, (_, i) => `a${i}@example.com`) }, '`emails`'],
    [{ roster_days: 0 }, '`roster_days`'],
    [{ roster_days: 366 }, '`roster_days`'],
  ] as const) {
    const answer = await council.call('POST', '/organizers', {
      ...(Object.keys(fields).length > 0 && { name: 'Sociedad' }),
      ...fields,
    });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain(named);
  }
});
