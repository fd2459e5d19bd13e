import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('every filter finds what it names, newest first, and nothing of another account or mode', async ({
  sello,
}) => {
  const council = await openCouncil(sello);
  await openCouncil(sello).then((other) => other.ask('POST', '/organizers', 201, { name: 'Ajena' }));
  const inTest = await openCouncil(sello, await council.testKey());
  await inTest.ask('POST', '/organizers', 201, { name: 'De prueba' });
  const add = async (fields: object) => {
    sello.advance(5);
    return (await council.ask('POST', '/organizers', 201, fields)).organizer;
  };
  const a = await add({ name: 'Sociedad de Cardiología', emails: ['cardio@example.com'] });
  const b = await add({ name: 'Hospital General' });
  const paused = (await council.ask('PATCH', `/organizers/${b.id}`, 200, { status: 'paused' })).organizer;
  const ids = async (query: string) =>
    (await council.ask('GET', `/organizers?${query}`, 200)).organizers.map(({ id }: { id: string }) => id);
  const all = await council.ask('GET', '/organizers', 200);
  expect(all.organizers).toEqual([paused, a]);
  expect(all.pagination).toEqual({ limit: 20, offset: 0, total: 2, has_more: false });
  expect(await ids('q=cardiologia')).toEqual([a.id]);
  expect(await ids('q=CARDIO@example')).toEqual([a.id]);
  expect(await ids('status=active')).toEqual([a.id]);
  expect(await ids('status=paused')).toEqual([b.id]);
  expect(await ids(`limit=1&after=${b.id}`)).toEqual([a.id]);
});
