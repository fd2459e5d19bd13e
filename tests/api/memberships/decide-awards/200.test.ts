import { openFourEyes } from '../../../harness/four-eyes.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { test as bare, expect, programTest as test } from '../../../harness/world.ts';

test('many awards are decided in one transaction; one that cannot be decided is reported in its row', async ({
  council,
}) => {
  const course = await accreditedCourse(council);
  const awards = [];
  for (let i = 0; i < 3; i += 1) awards.push(await newAward(council, await council.enrol(), course.id));
  const [a, b, c] = awards.map(({ id }) => id);
  await council.ask('POST', `/awards/${b}/withdraw`, 200);
  const none = 'awd_0000000000000000000000';
  const done = await council.ask('POST', '/awards/decide', 200, {
    ids: [c, none, b, a, c],
    decision: 'approve',
  });
  expect(done.summary).toEqual({ rows: 4, decided: 2, refused: 2 });
  expect(done.rows).toMatchObject([
    { award_id: c, status: 'approved', error: null, message: null },
    { award_id: none, status: null, error: 'not_found' },
    { award_id: b, status: 'withdrawn', error: 'invalid_transition' },
    { award_id: a, status: 'approved', error: null },
  ]);
  const revoked = await council.ask('POST', '/awards/decide', 200, {
    ids: [a, c],
    decision: 'revoke',
    reason: 'x',
  });
  expect(revoked.summary.decided).toBe(2);
});

test('a thousand awards at once, several of the same member, keep every chain in order', async ({
  council,
}) => {
  const memberId = await council.enrol();
  const ids: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    const { award } = await council.ask('POST', '/awards', 201, {
      member_id: memberId,
      activity: { title: `x${i}` },
      completed_on: '2026-01-01',
      points: [{ category: 'emc', points: 1 }],
    });
    ids.push(award.id);
  }
  await council.ask('POST', '/awards/decide', 200, { ids, decision: 'approve' });
  const { entries, head } = await council.ask('GET', `/members/${memberId}/ledger`, 200);
  expect(entries.map((entry: { award_id: string }) => entry.award_id)).toEqual(ids);
  expect(head).toEqual({ seq: 30, hash: entries[29].hash });
});

test('a roster is decided as a whole', async ({ council }) => {
  const course = await accreditedCourse(council);
  const rows = [{ member_id: await council.enrol() }, { member_id: await council.enrol() }];
  const { roster } = await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
  const { summary } = await council.ask('POST', '/awards/decide', 200, {
    roster_id: roster.id,
    decision: 'approve',
  });
  expect(summary).toEqual({ rows: 2, decided: 2, refused: 0 });
  const again = await council.ask('POST', '/awards/decide', 200, {
    roster_id: roster.id,
    decision: 'approve',
  });
  expect(again.summary.rows).toBe(0);
});

bare('under four eyes a list leaves out what the caller reported, row by row', async ({ sello }) => {
  const { admin, council } = await openFourEyes(sello);
  const memberId = await council.enrol();
  const activity = {
    member_id: memberId,
    activity: { title: 'Ponencia' },
    completed_on: '2026-01-01',
    points: [{ program_id: council.programId, category: 'emc', points: 1 }],
  };
  const theirs = (await council.ask('POST', '/awards', 201, activity)).award.id;
  const own = (await admin.call('POST', '/awards', activity)).body.award.id;
  for (const decision of ['reject', 'approve']) {
    const { status, body } = await admin.call('POST', '/awards/decide', {
      ids: decision === 'approve' ? [own, theirs] : [own],
      decision,
      reason: 'x',
    });
    expect(status).toBe(200);
    expect(body.rows[0]).toMatchObject({
      award_id: own,
      status: 'pending',
      error: 'four_eyes',
      message: expect.stringContaining('somebody else'),
    });
    if (decision === 'approve') {
      expect(body.summary).toEqual({ rows: 2, decided: 1, refused: 1 });
      expect(body.rows[1]).toMatchObject({ award_id: theirs, status: 'approved', error: null });
    }
  }
});
