import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes, nobody can post a roster and approve it in one call; nothing is stored', async ({
  sello,
}) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { id } = await newCourse(council);
  await approver.call('POST', `/courses/${id}/accredit`, {});
  const rows = [{ member_id: await council.enrol() }];
  const path = `/courses/${id}/rosters`;
  for (const more of [{}, { dry_run: true }]) {
    expect(outcomeOf(await council.call('POST', path, { rows, approve: true, ...more }))).toEqual(REFUSED);
    expect(outcomeOf(await owner.call('POST', path, { rows, approve: true, ...more }))).toEqual(REFUSED);
  }
  expect((await owner.call('GET', `/rosters?course_id=${id}`)).body.rosters).toEqual([]);
  const { roster } = await council.ask('POST', path, 201, { rows });
  const decide = { roster_id: roster.id, decision: 'approve' };
  const refused = await owner.call('POST', '/awards/decide', decide);
  expect(refused.body.summary).toEqual({ rows: 1, decided: 0, refused: 1 });
  expect((await approver.call('POST', '/awards/decide', decide)).body.summary.decided).toBe(1);
});
