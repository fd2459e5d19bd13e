import { accreditedCourse, newCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('courses are counted by state, and an accredited one without a roster is missing it after the days', async ({
  sello,
}) => {
  const council = await openProgramCouncil(sello);
  const own = async (fields: object) =>
    (await council.ask('POST', '/organizers', 201, { name: 'Sociedad', ...fields })).organizer;
  const [a, b] = [await own({ roster_days: 5 }), await own({ roster_days: 365 })];
  const of = { organizer_id: a.id };
  await newCourse(council, of);
  const refused = await newCourse(council, of);
  await council.ask('POST', `/courses/${refused.id}/refuse`, 200, { reason: 'Sin programa.' });
  const ended = council.today(-8);
  const missing = await accreditedCourse(council, { ...of, starts_on: ended, ends_on: ended });
  const posted = await accreditedCourse(council, { ...of, starts_on: ended, ends_on: ended });
  await accreditedCourse(council, { ...of, starts_on: council.today(-5), ends_on: council.today(-5) });
  await accreditedCourse(council, { organizer_id: b.id, starts_on: ended, ends_on: ended });
  const rows = [{ member_id: await council.enrol() }];
  await council.ask('POST', `/courses/${posted.id}/rosters`, 201, { rows });
  const record = async (id: string) => (await council.ask('GET', `/organizers/${id}/record`, 200)).record;
  expect(await record(a.id)).toEqual({
    courses: { proposed: 1, accredited: 3, closed: 0, refused: 1, cancelled: 0 },
    // A roster that the council posted does not count as the organiser's.
    rosters: { posted: 0, late: 0 },
    rows: { posted: 0, accepted: 0, refused: 0 },
    awards: { pending: 0, approved: 0, rejected: 0, revoked: 0, withdrawn: 0 },
    late_rosters: [],
    missing_rosters: [
      { course_id: missing.id, title: missing.title, due_on: council.today(-3), days_late: 3 },
    ],
    last_seen_at: null,
  });
  expect((await record(b.id)).missing_rosters).toEqual([]);
});
