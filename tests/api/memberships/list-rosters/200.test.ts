import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('rosters are listed newest first and by course; an organiser can only see its own', async ({
  sello,
}) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const [course, other] = [await accreditedCourse(own), await accreditedCourse(own)];
  const organiser = await sello.newKey(account.account, { scopes: ['courses:write', 'awards:write'] });
  const rows = [{ member_id: await own.enrol() }, { member_number: 'nobody' }];
  const mine = (
    await sello.call('POST', `${API}/courses/${course.id}/rosters`, { key: organiser.key, payload: { rows } })
  ).body.roster;
  sello.advance(5);
  const { roster } = await own.ask('POST', `/courses/${other.id}/rosters`, 201, { rows });
  const ids = (body: { rosters: { id: string }[] }) => body.rosters.map(({ id }) => id);
  expect(ids(await own.ask('GET', '/rosters', 200))).toEqual([roster.id, mine.id]);
  expect(ids(await own.ask('GET', `/rosters?course_id=${course.id}`, 200))).toEqual([mine.id]);
  expect(ids(await own.ask('GET', '/rosters?course_id=x', 200))).toEqual([]);
  const get = (path: string) => sello.call('GET', `${API}${path}`, { key: organiser.key });
  expect(ids((await get('/rosters')).body)).toEqual([mine.id]);
  expect((await get(`/rosters/${mine.id}`)).body).toEqual({ roster: mine });
  expect((await get(`/rosters/${mine.id}/rows`)).body.rows).toHaveLength(2);
  const foreign = await get(`/rosters/${roster.id}`);
  expectRefusal(foreign, 404, 'not_found');
  expect((await get('/rosters/rst_0000000000000000000000')).text).toBe(foreign.text);
  expectRefusal(await get(`/rosters/${roster.id}/rows`), 404, 'not_found');
});
