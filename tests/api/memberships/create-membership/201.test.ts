import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a membership is opened with its first term, has an address, and reads the same', async ({
  sello,
  council,
}) => {
  const { id: program_id } = await council.program({ checklist: [{ code: 'dues', name: 'Cuota' }] });
  const { id } = await council.member();
  const made = await council.call('POST', `/members/${id}/memberships`, {
    program_id,
    starts_on: '2026-01-31',
    tracks: ['puntaje'],
    external_id: 'm-1',
    metadata: { a: 'b' },
  });
  expect(made.status, made.text).toBe(201);
  expect(made.body.membership).toMatchObject({
    id: expect.stringMatching(/^mbs_/),
    object: 'membership',
    livemode: true,
    member_id: id,
    program_id,
    starts_on: '2026-01-31',
    tracks: ['puntaje'],
    status: 'active',
    standing: 'current',
    valid: true,
    valid_until: '2029-01-30',
    external_id: 'm-1',
    metadata: { a: 'b' },
    current_term: {
      id: expect.stringMatching(/^trm_/),
      object: 'term',
      number: 1,
      program_version: 1,
      starts_on: '2026-01-31',
      ends_on: '2029-01-30',
      extended_until: null,
      renewal_id: null,
      waivers: [],
      checklist: [
        { code: 'dues', name: 'Cuota', done: false, done_on: null, note: null, certificate_id: null },
      ],
      evaluation: { met: false, counted: 0, missing_points: 60 },
    },
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(made.body);
});

test('an anchor shortens the first term, and its number is the given one', async ({ council }) => {
  const membership = await council.membership({
    rules: { ...RULES, anchor: '2020-01-01' },
    starts_on: '2026-05-10',
    first_term_number: 7,
  });
  expect(membership.current_term).toMatchObject({
    number: 7,
    starts_on: '2026-05-10',
    ends_on: '2028-12-31',
  });
});

test('a membership that begins later is scheduled, and one that ended long ago has lapsed', async ({
  council,
}) => {
  const later = await council.membership({ starts_on: '2100-01-01' });
  expect([later.standing, later.valid]).toEqual(['scheduled', false]);
  const longAgo = await council.membership({ starts_on: '2006-03-01' });
  expect([longAgo.standing, longAgo.valid]).toEqual(['lapsed', false]);
});

test('points that the member already has count in the first term', async ({ council }) => {
  const program = await council.program();
  const member = await council.member();
  await council.points(member.id, [
    { program_id: program.id, category: 'emc', points: 12.5, completed_on: '2026-02-01' },
    { program_id: program.id, category: 'emc', points: 50, completed_on: '2025-12-31' },
  ]);
  const membership = await council.membership({ member, program, starts_on: '2026-01-01' });
  expect(membership.current_term.evaluation).toEqual({ met: false, counted: 12.5, missing_points: 47.5 });
});

test('after the end of a membership the member may join again', async ({ council }) => {
  const program = await council.program();
  const member = await council.member();
  const first = await council.membership({ member, program });
  await council.call('POST', `/memberships/${first.id}/end`, { reason: 'se fue' });
  const second = await council.membership({ member, program });
  expect(second.id).not.toBe(first.id);
});
