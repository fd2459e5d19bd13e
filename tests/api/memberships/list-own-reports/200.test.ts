import { openFourEyes } from '../../../harness/four-eyes.ts';
import { RULES } from '../../../harness/memberships.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('the dashboard knows what another person must decide, and shows no button for it', async ({ sello }) => {
  const { owner, admin, approver, council } = await openFourEyes(sello);
  const { id: mine } = await newCourse(council);
  const { id: theirs } = (
    await admin.call('POST', '/courses', {
      title: 'Taller',
      starts_on: '2026-03-01',
      points: [{ program_id: council.programId, category: 'emc', points: 1 }],
    })
  ).body.course;
  const membership = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.ask('POST', `/memberships/${membership.id}/renewals`, 201, {});
  const { award } = await council.ask('POST', '/awards', 201, {
    member_id: await council.enrol(),
    activity: { title: 'Ponencia' },
    completed_on: '2026-01-01',
    points: [{ program_id: council.programId, category: 'emc', points: 1 }],
  });
  const ids = [mine, theirs, renewal.id, award.id, membership.id, 'crs_0000000000000000000000', 'x'].join(
    ',',
  );
  const own = async (person: typeof owner) =>
    (await person.call('GET', `/own-reports?ids=${ids}`)).body.reported_by_you;
  expect((await own(owner)).toSorted()).toEqual([award.id, membership.id, mine, renewal.id].toSorted());
  expect(await own(admin)).toEqual([theirs]);
  expect(await own(approver)).toEqual([]);
  const queue = async (person: typeof owner) =>
    (await person.call('GET', '/award-queue?status=pending')).body.awards;
  expect(await queue(owner)).toMatchObject([{ award: { id: award.id }, reported_by_you: true }]);
  expect(await queue(approver)).toMatchObject([{ award: { id: award.id }, reported_by_you: false }]);
  const { password } = owner;
  await owner.call('PATCH', '/account', { four_eyes: 'off', password });
  expect(await own(owner)).toEqual([]);
  expect(await queue(owner)).toMatchObject([{ reported_by_you: false }]);
});
