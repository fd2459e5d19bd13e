import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('each field can change; the log names the fields, and no address', async ({ sello }) => {
  const council = await openCouncil(sello);
  const { organizer } = await council.ask('POST', '/organizers', 201, { name: 'Sociedad' });
  sello.advance(1000);
  const change = { name: 'Otra', emails: ['ana@example.com'], roster_days: 30, status: 'paused' };
  const changed = (await council.ask('PATCH', `/organizers/${organizer.id}`, 200, change)).organizer;
  expect(changed).toEqual({ ...organizer, ...change, updated_at: expect.any(String) });
  const { events } = await council.ask('GET', '/audit?action=organizer.change', 200);
  expect(events[0]).toMatchObject({
    target: organizer.id,
    object: { type: 'organizer', name: 'Otra' },
    details: { fields: ['name', 'emails', 'roster_days', 'status'], from: 'active', to: 'paused' },
  });
  expect(JSON.stringify(events)).not.toContain('ana@example.com');
});
