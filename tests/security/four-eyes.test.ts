/**
 * P103: a person who reported or last changed something cannot decide on it, whatever key or page they use; of two
 * simultaneous decisions one wins.
 */

import { openFourEyes, outcomeOf, REFUSED } from '../harness/four-eyes.ts';
import { newCourse } from '../harness/program-council.ts';
import { API } from '../harness/test-sello.ts';
import { expect, test } from '../harness/world.ts';

const ACTIVITY = (memberId: string) => ({
  member_id: memberId,
  activity: { title: 'Ponencia' },
  completed_on: '2026-01-01',
  points: [{ category: 'emc', points: 1 }],
});

test('P103 a key counts as itself, as its maker and as everybody who rotated it', async ({ sello }) => {
  const { owner, admin, council, keyOf } = await openFourEyes(sello);
  const memberId = await council.enrol();
  const byKey = (key: string, id: string) =>
    sello.call('POST', `${API}/awards/${id}/approve`, { key, payload: {} });
  const report = async () => (await council.ask('POST', '/awards', 201, ACTIVITY(memberId))).award.id;
  const first = await report();
  // Reported with a key of the owner: neither that key, nor the owner, nor another key of theirs may decide it.
  expect(outcomeOf(await byKey(council.key, first))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', `/awards/${first}/approve`, {}))).toEqual(REFUSED);
  expect(outcomeOf(await byKey((await keyOf(owner)).secret, first))).toEqual(REFUSED);
  const ofAdmin = await keyOf(admin);
  expect(outcomeOf(await byKey(ofAdmin.secret, first))).toEqual([200, null]);
  // The person who rotated the key has seen its secret.
  const second = await report();
  const rotated = await owner.call('POST', `/keys/${ofAdmin.id}/rotate`, {});
  expect(rotated.status, rotated.text).toBe(200);
  expect(outcomeOf(await byKey(rotated.body.key.secret, second))).toEqual(REFUSED);
  expect(outcomeOf(await admin.call('POST', `/awards/${second}/approve`, {}))).toEqual([200, null]);
});

test('P103 whoever rotates a key after it reported does not decide what it reported', async ({ sello }) => {
  const { admin, owner, council } = await openFourEyes(sello);
  const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(await council.enrol()));
  const { keys } = (await owner.call('GET', '/keys')).body;
  expect((await admin.call('POST', `/keys/${keys[0].id}/rotate`, {})).status).toBe(200);
  expect(outcomeOf(await admin.call('POST', `/awards/${award.id}/approve`, {}))).toEqual(REFUSED);
});

test('P103 a key whose maker nobody knows decides nothing', async ({ sello }) => {
  const { owner, approver, council } = await openFourEyes(sello);
  const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(await council.enrol()));
  const account = await sello.ports.accounts.find(owner.account.id);
  if (account === undefined) throw new Error('no account');
  const { key } = await sello.newKey(account);
  const refused = await sello.call('POST', `${API}/awards/${award.id}/approve`, { key, payload: {} });
  expect(outcomeOf(refused)).toEqual(REFUSED);
  expect(refused.body.message).toContain('who made this API key');
  expect(outcomeOf(await approver.call('POST', `/awards/${award.id}/approve`, {}))).toEqual([200, null]);
});

test('P103 whoever changed what is decided has reported it; external ids and metadata are not decided', async ({
  sello,
}) => {
  const { admin, approver, council } = await openFourEyes(sello);
  const memberId = await council.enrol();
  const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(memberId));
  const change = (payload: object) => admin.call('PATCH', `/awards/${award.id}`, payload);
  const approve = () => admin.call('POST', `/awards/${award.id}/approve`, {});
  expect((await change({ metadata: { folder: '7' } })).status).toBe(200);
  await change({ points: [{ program_id: council.programId, category: 'emc', points: 2 }] });
  // Changed back to the first value: somebody may have decided on the value in between.
  await change({ points: [{ program_id: council.programId, category: 'emc', points: 1 }] });
  expect(outcomeOf(await approve())).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', `/awards/${award.id}/approve`, {}))).toEqual([200, null]);
  const other = (await council.ask('POST', '/awards', 201, ACTIVITY(memberId))).award;
  await admin.call('PATCH', `/awards/${other.id}`, { external_id: 'x-1' });
  expect(outcomeOf(await admin.call('POST', `/awards/${other.id}/approve`, {}))).toEqual([200, null]);
  const course = await newCourse(council);
  expect((await admin.call('PATCH', `/courses/${course.id}`, { title: 'Otro' })).status).toBe(200);
  expect(outcomeOf(await admin.call('POST', `/courses/${course.id}/accredit`, {}))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', `/courses/${course.id}/accredit`, {}))).toEqual([200, null]);
});

test('P103 a person counts as the member with the same address, and whoever made a link as the member it let in', async ({
  sello,
}) => {
  const { admin, approver, owner, council } = await openFourEyes(sello);
  const memberId = await council.enrol({ fields: { email: ` ${approver.email.toUpperCase()}` } });
  const root = `/api/my/${owner.account.id}`;
  const { access_link } = (await admin.call('POST', `/members/${memberId}/access-link`, {})).body;
  const link = new URL(access_link.url).hash.replace('#link=', '');
  const entered = await sello.call('POST', `${root}/session`, { payload: { link } });
  const cookie = String([entered.headers['set-cookie'] ?? []].flat()[0]).split(';', 1)[0] ?? '';
  const sent = await sello.call('POST', `${root}/evidence`, {
    headers: { cookie, 'content-type': 'application/pdf', 'x-file-name': 'a.pdf' },
    payload: Buffer.from('%PDF-1.7 una constancia'),
  });
  const reported = await sello.call('POST', `${root}/activities`, {
    headers: { cookie },
    payload: {
      evidence_id: sent.body.evidence_id,
      program_id: council.programId,
      title: 'Congreso',
      completed_on: '2026-01-01',
      category: 'emc',
      points: 1,
    },
  });
  expect(reported.status, reported.text).toBe(201);
  const [{ id }] = (await owner.call('GET', `/awards?member_id=${memberId}`)).body.awards;
  for (const person of [admin, approver])
    expect(outcomeOf(await person.call('POST', `/awards/${id}/approve`, {}))).toEqual(REFUSED);
  // After a change, the address that the member had at the time of the report still counts.
  await council.ask('PATCH', `/members/${memberId}`, 200, { email: 'otra@example.com' });
  expect(outcomeOf(await approver.call('POST', `/awards/${id}/approve`, {}))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', `/awards/${id}/approve`, {}))).toEqual([200, null]);
});

test('P103 merging keeps who reported', async ({ sello }) => {
  const { owner, admin, approver, council } = await openFourEyes(sello);
  const memberId = await council.enrol();
  const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(memberId));
  const { id: into } = await council.member();
  expect((await admin.call('POST', `/members/${memberId}/merge`, { into, reason: 'x' })).status).toBe(200);
  const [moved] = (await owner.call('GET', `/awards?member_id=${into}&status=pending`)).body.awards;
  expect(moved.id).not.toBe(award.id);
  expect(outcomeOf(await owner.call('POST', `/awards/${moved.id}/approve`, {}))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', `/awards/${moved.id}/approve`, {}))).toEqual([200, null]);
});

test('P103 in older records, unknown reporters exclude nobody from deciding', async ({ sello }) => {
  const { owner, council } = await openFourEyes(sello);
  const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(await council.enrol()));
  await sello.database.query('update awards set reporters = null where id = $1', [award.id], 'old-award');
  expect(outcomeOf(await owner.call('POST', `/awards/${award.id}/approve`, {}))).toEqual([200, null]);
});

test('P103 of two people who decide at once one wins, and a reporter never does', async ({ sello }) => {
  const { owner, admin, approver, council } = await openFourEyes(sello);
  const memberId = await council.enrol();
  for (let round = 0; round < 5; round += 1) {
    const { award } = await council.ask('POST', '/awards', 201, ACTIVITY(memberId));
    const answers = await Promise.all([
      owner.call('POST', `/awards/${award.id}/approve`, {}),
      admin.call('POST', `/awards/${award.id}/approve`, {}),
      approver.call('POST', `/awards/${award.id}/reject`, { reason: 'x' }),
      admin.call('POST', '/awards/decide', { ids: [award.id], decision: 'approve' }),
    ]);
    const [byReporter, ...others] = answers;
    expect([403, 409]).toContain(byReporter.status);
    const won = others.filter(({ status, body }) => status === 200 && body.summary?.decided !== 0);
    expect(won).toHaveLength(1);
    const { award: after } = (await owner.call('GET', `/awards/${award.id}`)).body;
    expect([admin.id, approver.id]).toContain(after.decision.by);
  }
});
