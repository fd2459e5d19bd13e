import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDayTeller } from '../../../server/src/memberships/membership/tell-days.ts';
import { type HookedSello, openHookedSello } from '../../harness/hooks.ts';
import {
  accreditedCourse,
  manyMembers,
  newAward,
  openProgramCouncil,
  type ProgramCouncil,
} from '../../harness/program-council.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';

let sello: HookedSello;
let council: ProgramCouncil;
let receiver: Receiver;
beforeAll(async () => {
  sello = await openHookedSello();
  const { key } = await sello.newAccount();
  receiver = await openReceiver();
  await sello.hook(key, receiver.url);
  council = await openProgramCouncil(sello, key);
});
afterAll(async () => {
  await sello.close();
  await receiver.close();
});

test('changes of memberships are reported with ids, statuses, days and points', async () => {
  const memberId = await council.enrol();
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, memberId, course.id);
  await council.ask('POST', `/awards/${id}/approve`, 200, { reason: 'bien' });
  await council.ask('POST', `/awards/${id}/revoke`, 200, { reason: 'error' });
  await council.ask('PATCH', `/members/${memberId}`, 200, { specialty: 'Cardiología' });
  await sello.deliver();
  const types = receiver.types();
  for (const type of [
    'member.created',
    'member.updated',
    'membership.created',
    'course.proposed',
    'course.accredited',
  ])
    expect(types).toContain(type);
  const awards = receiver.received.map(({ body }) => body).filter(({ type }) => type.startsWith('award.'));
  expect(awards.map(({ type, data }) => [type, data.id, data.status])).toEqual([
    ['award.created', id, 'pending'],
    ['award.approved', id, 'approved'],
    ['award.revoked', id, 'revoked'],
  ]);
  expect(awards[0].data).toMatchObject({
    object: 'award',
    member_id: memberId,
    course_id: course.id,
    points: [{ points: 10 }],
  });
});

test('an event of a membership has its present external id, which is not stored with the event', async () => {
  const memberId = await council.enrol();
  const { memberships } = await council.ask('GET', `/memberships?member_id=${memberId}`, 200);
  const { id } = memberships[0];
  await council.ask('PATCH', `/memberships/${id}`, 200, { external_id: 'afiliado-1187' });
  await council.ask('POST', `/memberships/${id}/suspend`, 200, { reason: 'x' });
  await sello.deliver();
  const told = receiver.received.map(({ body }) => body).filter(({ data }) => data.id === id);
  expect(told.map(({ type, data }) => [type, data.external_id])).toEqual([
    ['membership.created', 'afiliado-1187'],
    ['membership.suspended', 'afiliado-1187'],
  ]);
  const kept = await sello.database.query(
    `select from events where data::text like '%afiliado-1187%'`,
    [],
    'kept-external-ids',
  );
  expect(kept).toEqual([]);
});

test('a suspension, a death and a reactivation of a member are reported', async () => {
  const memberId = await council.enrol();
  for (const step of ['suspend', 'reactivate', 'deceased'])
    await council.ask('POST', `/members/${memberId}/${step}`, 200, {});
  await sello.deliver();
  const told = receiver.received.map(({ body }) => body).filter(({ data }) => data.id === memberId);
  expect(told.slice(-3).map(({ type, data }) => [type, data.status])).toEqual([
    ['member.updated', 'suspended'],
    ['member.updated', 'active'],
    ['member.updated', 'deceased'],
  ]);
});

test('M13 no event about memberships contains personal data', async () => {
  const member = await council.ask('POST', '/members', 201, {
    given_name: 'Xóchitl',
    first_surname: 'Quetzalcóatl',
    second_surname: 'Tepoztécatl',
    email: 'xochitl.unica@example.com',
    phone: '+525511223344',
    professional_license: '9988776',
  });
  await council.ask('PATCH', `/members/${member.member.id}`, 200, {
    phone: '+525599887766',
    given_name: 'Citlali',
  });
  await sello.deliver();
  const sent = receiver.received.map(({ text }) => text).join('\n');
  expect(sent).toContain(member.member.id);
  for (const word of [
    'Xóchitl',
    'Citlali',
    'Quetzalcóatl',
    'Tepoztécatl',
    'unica@',
    '5511223344',
    '99887766',
    '9988776',
  ])
    expect(sent).not.toContain(word);
});

test('a roster causes events for itself and every award, and for a term that becomes met', async () => {
  const members = await manyMembers(sello, council, 30);
  const course = await accreditedCourse(council, { points: [{ category: 'emc', points: 60 }] });
  receiver.received.length = 0;
  const rows = members.map((member) => ({ member_id: member }));
  const { roster } = await council.ask('POST', `/courses/${course.id}/rosters?approve=true`, 201, { rows });
  await sello.deliver();
  const of = (type: string) => receiver.received.filter(({ body }) => body.type === type);
  expect(of('award.created')).toHaveLength(members.length);
  expect(of('award.approved')).toHaveLength(members.length);
  expect(of('term.met')).toHaveLength(members.length);
  expect(of('roster.completed').map(({ body }) => body.data)).toMatchObject([
    { id: roster.id, created: members.length },
  ]);
});

test('the events of a day are written once, even by several processes and after restarts', async () => {
  const { key } = await sello.newAccount();
  const other = await openProgramCouncil(sello, key);
  // Three terms from 2025-01-01 to 2027-12-31.
  const [soon] = await manyMembers(sello, other, 1);
  const seen = await openReceiver();
  await sello.hook(key, seen.url, [
    'term.ending',
    'term.unmet_at_end',
    'membership.grace',
    'membership.lapsed',
  ]);
  const look = async (day: string) => {
    const now = new Date(`${day}T18:00:00Z`);
    const tellers = [makeDayTeller(sello.ports.records), makeDayTeller(sello.ports.records)];
    await Promise.all(tellers.map((teller) => teller.tell(now)));
    await sello.deliver();
  };
  for (const day of [
    '2027-08-01',
    '2027-09-05',
    '2027-09-06',
    '2027-10-10',
    '2027-12-01',
    '2027-12-28',
    '2028-01-02',
  ])
    await look(day);
  const told = seen.received.map(({ body }) => [body.type, body.data.mark]);
  expect(told.filter(([type]) => type === 'term.ending')).toEqual([
    ['term.ending', 120],
    ['term.ending', 90],
    ['term.ending', 30],
    ['term.ending', 7],
  ]);
  expect(
    told
      .filter(([type]) => type !== 'term.ending')
      .map(([type]) => type)
      .sort(),
  ).toEqual(['membership.lapsed', 'term.unmet_at_end']);
  expect(new Set(seen.received.map(({ body }) => body.data.member_id))).toEqual(new Set([soon]));
  await seen.close();
});
