/** M24: members who are drawn are told, send evidence until the last day, and are told the decision. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { fsck } from '../../harness/busy-sello.ts';
import { drawEverybody } from '../../harness/draws.ts';
import { expectRefusal, openCouncil } from '../../harness/memberships.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld, sendEvidence } from '../../harness/own-page.ts';

let world: OwnPageWorld;
beforeEach(async () => {
  world = await openOwnPageWorld();
});
afterEach(() => world.close());

const DAY_MS = 86_400_000;
const mailRound = () => world.sello.ports.memberMail?.round();

async function openReview(fields: object = {}) {
  const { council } = world;
  const member = await council.member({ email: newEmail(), ...fields });
  const { id, program_id } = await council.membership({ member, starts_on: council.today(-30) });
  const drawId = await drawEverybody(council, program_id);
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  return { drawId, membershipId: id, email: member.email, memberId: member.id, review: reviews[0] };
}

const ownDraws = async (visit: Awaited<ReturnType<OwnPageWorld['enterByCode']>>) =>
  (await visit.call('GET', '/me')).body.draws;

test('M24 from the draw to the decision: mails, evidence, events, audit log', async () => {
  const { council } = world;
  const { email, review, drawId, memberId } = await openReview();
  expect(review).toMatchObject({ status: 'open', rank: 1, due_on: council.today(30), evidence: [] });
  await mailRound();
  await mailRound();
  expect(world.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'Consejo: usted salió en el sorteo de verificación',
  ]);
  world.mails.splice(0);

  const visit = await world.enterByCode(email);
  const [own] = await ownDraws(visit);
  expect(own).toMatchObject({ status: 'drawn', number: 1, review: { id: review.id, status: 'open' } });
  const evidence_id = await sendEvidence(visit);
  const sent = await visit.call('POST', `/reviews/${review.id}/evidence`, { evidence_id, note: 'Va' });
  expect(sent.status, sent.text).toBe(200);
  // Each file can be used only once.
  expectRefusal(
    await visit.call('POST', `/reviews/${review.id}/evidence`, { evidence_id }),
    404,
    'not_found',
  );
  const { evidence } = (await council.must('GET', `/reviews/${review.id}`)).review;
  expect(evidence).toMatchObject([{ note: 'Va' }]);

  world.mails.splice(0);
  const path = `/reviews/${review.id}/decide`;
  expectRefusal(await council.call('POST', path, { outcome: 'failed' }), 422, 'validation_failed');
  const decided = await council.must('POST', path, { outcome: 'failed', reason: 'Falta una constancia.' });
  expect(decided.review).toMatchObject({ status: 'failed', decision: { reason: 'Falta una constancia.' } });
  expectRefusal(await council.call('POST', path, { outcome: 'passed' }), 409, 'invalid_transition');
  const late = { evidence_id: await sendEvidence(visit, Buffer.from('%PDF-1.7 otra')) };
  expectRefusal(await visit.call('POST', `/reviews/${review.id}/evidence`, late), 409, 'invalid_transition');
  await mailRound();
  expect(world.mails.map(({ text }) => text.includes('Falta una constancia.'))).toEqual([true]);
  // The council decides about the membership separately.
  const { memberships } = await council.must('GET', `/memberships?member_id=${memberId}`);
  expect(memberships[0].standing).toBe('current');

  const events = await council.must('GET', '/events?limit=100');
  const types = events.events.map(({ type }: { type: string }) => type);
  for (const type of ['draw.sealed', 'draw.drawn', 'review.drawn', 'review.evidence_sent', 'review.decided'])
    expect(types).toContain(type);
  expect(JSON.stringify(events)).not.toContain(email);
  const audit = await council.must('GET', `/audit?limit=100`);
  const actions = audit.events.map(({ action }: { action: string }) => action);
  for (const action of ['draw.create', 'draw.seal', 'draw.draw', 'review.send_evidence', 'review.decide'])
    expect(actions).toContain(action);
  expect((await council.must('GET', `/draws/${drawId}`)).draw.reviews.failed).toBe(1);
  expect((await fsck({ sello: world.sello })).findings).toEqual([]);
});

test('M24 a review waits for the council once evidence came or its last day is over', async () => {
  const { council } = world;
  const [sent, silent] = [await openReview(), await openReview()];
  const waiting = async (value = 'true') =>
    (await council.must('GET', `/reviews?waiting=${value}&order=asc`)).reviews.map(
      ({ id }: { id: string }) => id,
    );
  expect(await waiting()).toEqual([]);
  const visit = await world.enterByCode(sent.email);
  const evidence_id = await sendEvidence(visit);
  await visit.call('POST', `/reviews/${sent.review.id}/evidence`, { evidence_id });
  expect(await waiting()).toEqual([sent.review.id]);
  expect(await waiting('false')).toEqual([silent.review.id]);
  const [own] = await ownDraws(visit);
  expect(own.review.evidence).toMatchObject([{ file_name: 'constancia ñ.pdf', note: null }]);
  world.sello.advance(31 * DAY_MS);
  expect(await waiting()).toEqual([sent.review.id, silent.review.id]);
  await council.must('POST', `/reviews/${silent.review.id}/decide`, { outcome: 'passed' });
  expect(await waiting()).toEqual([sent.review.id]);
});

test('M24 members who sent nothing are reminded 7 days and 1 day before the last day, once each', async () => {
  const { review } = await openReview();
  const subjects: string[] = [];
  for (let day = 0; day <= 33; day += 1) {
    await mailRound();
    await mailRound();
    for (const mail of world.mails.splice(0))
      subjects.push(`${day} ${mail.headers.get('subject')?.slice(9, 30)}`);
    world.sello.advance(DAY_MS);
  }
  expect(subjects.map((subject) => subject.split(' ')[0])).toEqual(['0', '23', '29']);
  // After an extension there are new reminders of the new last day.
  const due_on = world.council.today(8);
  await world.council.must('POST', `/reviews/${review.id}/extend`, { due_on });
  await mailRound();
  expect(world.mails).toEqual([]);
  world.sello.advance(DAY_MS);
  await mailRound();
  expect(world.mails).toHaveLength(1);
});

test('M24 after the last day no evidence is accepted, until the council extends the time', async () => {
  const { memberId, review } = await openReview();
  world.sello.advance(31 * DAY_MS);
  const visit = await world.enterByLink(memberId);
  const evidence_id = await sendEvidence(visit);
  const send = () => visit.call('POST', `/reviews/${review.id}/evidence`, { evidence_id });
  expectRefusal(await send(), 422, 'validation_failed');
  const { council } = world;
  const extend = (due_on: string) => council.call('POST', `/reviews/${review.id}/extend`, { due_on });
  expectRefusal(await extend(council.today(-1)), 422, 'validation_failed');
  expect((await extend(council.today())).status).toBe(200);
  expect((await send()).status).toBe(200);
});

test('M24 a member can see and reach only their own reviews, and a council only those of its account', async () => {
  const [one, two] = [await openReview(), await openReview()];
  const visit = await world.enterByCode(one.email);
  const evidence_id = await sendEvidence(visit);
  const foreign = await visit.call('POST', `/reviews/${two.review.id}/evidence`, { evidence_id });
  expectRefusal(foreign, 404, 'not_found');
  expect((await ownDraws(visit)).length).toBe(1);
  const other = await openCouncil(world.sello);
  for (const [method, path, body] of [
    ['GET', `/draws/${one.drawId}`],
    ['POST', `/draws/${one.drawId}/cancel`, { reason: 'x' }],
    ['GET', `/draws/${one.drawId}/candidates`],
    ['GET', `/reviews/${one.review.id}`],
    ['POST', `/reviews/${one.review.id}/decide`, { outcome: 'passed' }],
    ['POST', `/reviews/${one.review.id}/extend`, { due_on: world.council.today(5) }],
  ] as const)
    expectRefusal(await other.call(method, path, body), 404, 'not_found');
  expect((await other.must('GET', '/reviews')).reviews).toEqual([]);
});

test('M24 a cancelled draw ends its reviews, and the members are told', async () => {
  const { drawId, review } = await openReview();
  await mailRound();
  world.mails.splice(0);
  await world.council.must('POST', `/draws/${drawId}/cancel`, { reason: 'Fechas equivocadas.' });
  await mailRound();
  expect(world.mails.map(({ text }) => text.includes('Fechas equivocadas.'))).toEqual([true]);
  expect((await world.council.must('GET', `/reviews/${review.id}`)).review.status).toBe('cancelled');
});

test('M24 what the member wrote is erased with the member, and the draw stays as it was', async () => {
  const { council } = world;
  const { email, memberId, review, drawId } = await openReview();
  const visit = await world.enterByCode(email);
  const sent = { evidence_id: await sendEvidence(visit), note: 'Nota de la doctora' };
  await visit.call('POST', `/reviews/${review.id}/evidence`, sent);
  await council.must('POST', `/reviews/${review.id}/decide`, { outcome: 'excused', reason: 'Enfermedad' });
  const before = (await council.must('GET', `/draws/${drawId}`)).draw;
  await council.must('POST', `/members/${memberId}/anonymise`, { reason: 'Lo pidió.' });
  const after = (await council.must('GET', `/reviews/${review.id}`)).review;
  expect(after).toMatchObject({ member: { name: '' }, decision: { reason: null } });
  expect(after.evidence).toMatchObject([{ note: null }]);
  expect((await council.must('GET', `/draws/${drawId}`)).draw).toEqual(before);
  expect((await fsck({ sello: world.sello })).findings).toEqual([]);
});
