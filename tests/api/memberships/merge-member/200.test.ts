import { curpNumber } from '../../../harness/curps.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'enter',
    ({ council }) =>
      async (fields: object = {}) =>
        (await council.call('POST', '/members', { ...ANA, ...fields })).body.member,
  )
  .extend('award', ({ council }) => async (member_id: string, program_id: string, more: object = {}) => {
    const payload = {
      member_id,
      activity: { title: 'Ponencia de Ana Secreta' },
      completed_on: '2026-02-01',
      points: [{ program_id, category: 'emc', points: 10 }],
      evidence: [{ note: 'Nota Secreta' }],
      ...more,
    };
    const made = await council.call('POST', '/awards', payload);
    expect(made.status, made.text).toBe(201);
    return made.body.award;
  });

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('memberships, points and missing fields move to the other member with their days; the first is anonymised', async ({
  council,
  enter,
  award,
}) => {
  const from = await enter({
    curp: curpNumber(1),
    email: 'ana@example.com',
    phone: '1',
    metadata: { a: '1', b: '2' },
  });
  const into = await enter({ phone: '2', metadata: { b: '3' } });
  const membership = await council.membership({ member: from, starts_on: '2026-01-01' });
  const approved = await award(from.id, membership.program_id);
  await council.call('POST', `/awards/${approved.id}/approve`, {});
  const pending = await award(from.id, membership.program_id, { external_id: 'p-1' });
  const answer = await council.call('POST', `/members/${from.id}/merge`, { into: into.id, reason: 'Doble' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.member).toMatchObject({
    id: into.id,
    curp: curpNumber(1),
    email: 'ana@example.com',
    phone: '2',
    metadata: { a: '1', b: '3' },
  });
  expect((await council.call('GET', `/members/${from.id}`)).body.member.status).toBe('anonymised');
  const found = (await council.call('POST', '/members/search', { curp: curpNumber(1) })).body.members;
  expect(found.map(({ id }: { id: string }) => id)).toEqual([into.id]);
  const after = (await council.call('GET', `/memberships/${membership.id}`)).body.membership;
  expect(after).toMatchObject({
    member_id: into.id,
    standing: 'current',
    current_term: { evaluation: { counted: 10 } },
  });
  const { awards } = (await council.call('GET', `/awards?member_id=${into.id}`)).body;
  awards.sort((a: { status: string }, b: { status: string }) => (a.status < b.status ? 1 : -1));
  expect(awards).toMatchObject([
    {
      status: 'pending',
      completed_on: '2026-02-01',
      external_id: 'p-1',
      activity: { title: 'Ponencia de Ana Secreta' },
    },
    { status: 'approved', completed_on: '2026-02-01', entry: { seq: 1 } },
  ]);
  const statuses = async (id: string) => (await council.call('GET', `/awards/${id}`)).body.award.status;
  expect([await statuses(approved.id), await statuses(pending.id)]).toEqual(['revoked', 'withdrawn']);
  const ledger = (await council.call('GET', `/members/${from.id}/ledger`)).body.entries;
  expect(ledger.map(({ kind }: { kind: string }) => kind)).toEqual(['award', 'reversal']);
});
