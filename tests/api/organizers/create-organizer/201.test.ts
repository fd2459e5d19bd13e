import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('an organiser has a name, the addresses of its people and a desk', async ({ sello }) => {
  const council = await openCouncil(sello);
  const answer = await council.call('POST', '/organizers', {
    name: ' Hospital de Ejemplo ',
    emails: ['Educacion@example.com', ' congresos@example.com '],
    roster_days: 10,
  });
  expect(answer.status, answer.text).toBe(201);
  const { organizer } = answer.body;
  expect(organizer).toEqual({
    id: expect.stringMatching(/^org_[0-9A-Za-z]{22}$/),
    object: 'organizer',
    livemode: true,
    name: 'Hospital de Ejemplo',
    emails: ['Educacion@example.com', 'congresos@example.com'],
    roster_days: 10,
    status: 'active',
    desk_url: `http://localhost:3000/o/${council.accountId}`,
    last_seen_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(answer.headers.location).toBe(`http://localhost:3000/api/public/v1/organizers/${organizer.id}`);
  const { events } = await council.ask('GET', '/audit?action=organizer.create', 200);
  expect(events).toMatchObject([{ target: organizer.id, details: { name: 'Hospital de Ejemplo' } }]);
  expect(JSON.stringify(events)).not.toContain('@example.com');
});

test('a name is enough, and rosters are then expected within fifteen days', async ({ sello }) => {
  const council = await openCouncil(sello);
  const { organizer } = await council.ask('POST', '/organizers', 201, { name: 'Sociedad' });
  expect(organizer).toMatchObject({ emails: [], roster_days: 15 });
});
