import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const FREE = { ...RULES, requirements: [] };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('approving freezes evaluation, checklist and ledger head, closes the term and opens the next', async ({
  council,
}) => {
  const end = council.today(10);
  const { id, member_id, program_id, current_term } = await council.endingOn(end, {
    checklist: [{ code: 'dues', name: 'Cuota' }],
  });
  await council.points(member_id, [
    { program_id, category: 'emc', points: 61, completed_on: council.today(-2) },
  ]);
  await council.must('PUT', `/terms/${current_term.id}/checklist/dues`, { done: true, note: 'secreto' });
  await council.must('PUT', `/terms/${current_term.id}/waivers/total`, { min_points: 50, reason: 'salud' });
  const asked = await council.must('POST', `/memberships/${id}/renewals`, {});
  const { renewal } = await council.must('POST', `/renewals/${asked.renewal.id}/approve`, {
    reason: 'cumple',
  });
  expect(renewal).toMatchObject({
    status: 'approved',
    contradicted: false,
    decision: { by: expect.stringMatching(/^key_/), at: expect.any(String), reason: 'cumple' },
    snapshot: {
      evaluation: { met: true, counted: 61, term: 1, requirements: [{ code: 'total', min: 50 }] },
      checklist: [
        { code: 'dues', name: 'Cuota', done: true, done_on: council.today(), certificate_id: null },
      ],
      ledger_head: { seq: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      taken_at: expect.any(String),
    },
  });
  expect(renewal.snapshot_sha256).toBe(sha256(canonicalize(renewal.snapshot) ?? ''));
  // The snapshot contains neither notes nor reasons, because these may have to be erased one day and the snapshot must
  // stay.
  expect(JSON.stringify(renewal.snapshot)).not.toMatch(/secreto|salud/);
  const { term } = await council.must('GET', `/terms/${current_term.id}`);
  expect(term.renewal_id).toBe(renewal.id);
  const next = (await council.must('GET', `/terms/${renewal.new_term_id}`)).term;
  expect(next).toMatchObject({ number: 2, starts_on: council.today(11), renewal_id: null, waivers: [] });
  expect(next.checklist).toMatchObject([{ code: 'dues', done: false }]);
});

test('an early renewal does not change the current term, and the membership is valid to the end of the next', async ({
  council,
}) => {
  const { id, current_term } = await council.membership({
    rules: { ...FREE, renewal_opens_days: 1_000 },
    starts_on: council.today(-200),
  });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const { membership } = await council.must('GET', `/memberships/${id}`);
  const next = (await council.must('GET', `/terms/${renewal.new_term_id}`)).term;
  expect(membership).toMatchObject({
    standing: 'current',
    valid_until: next.ends_on,
    current_term: { id: current_term.id },
  });
  expect(new Date(next.starts_on).getTime() - new Date(current_term.ends_on).getTime()).toBe(86_400_000);
});

test('whether a renewal is in time depends on the day of the request, however late the decision', async ({
  sello,
  council,
}) => {
  const { id, current_term } = await council.endingOn(council.today(-30), { rules: FREE });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  await sello.database.query('update membership_terms set ends_on = ends_on - 200 where id = $1', [
    current_term.id,
  ]);
  await sello.database.query('update renewals set requested_on = requested_on - 200 where id = $1', [
    renewal.id,
  ]);
  await council.must('POST', `/renewals/${renewal.id}/approve`, {});
  const { terms } = await council.must('GET', `/memberships/${id}/terms`);
  expect(terms[0].starts_on).toBe(council.today(-229));
});

test('after a lapse, the new term begins today or on the given day, and the gap stays', async ({
  council,
}) => {
  const open = () => council.endingOn(council.today(-100), { rules: FREE });
  const first = await open();
  await council.must('POST', `/memberships/${first.id}/renewals`, { approve: true });
  const [begun] = (await council.must('GET', `/memberships/${first.id}/terms`)).terms;
  expect(begun).toMatchObject({ number: 2, starts_on: council.today() });
  const second = await open();
  const asked = await council.must('POST', `/memberships/${second.id}/renewals`, {});
  await council.must('POST', `/renewals/${asked.renewal.id}/approve`, { starts_on: council.today(-99) });
  const { terms } = await council.must('GET', `/memberships/${second.id}/terms`);
  expect(terms[0].starts_on).toBe(council.today(-99));
  const { membership } = await council.must('GET', `/memberships/${second.id}`);
  expect(membership.standing).toBe('current');
});

test('approving ends the extension that day; an extension that has not begun is dropped', async ({
  council,
}) => {
  const extended = async (end: string, until: string) => {
    const { id, current_term } = await council.endingOn(end, { rules: FREE });
    await council.must('POST', `/terms/${current_term.id}/extend`, { until, reason: 'x' });
    const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
    const { term } = await council.must('GET', `/terms/${current_term.id}`);
    return { renewal, term };
  };
  const begun = await extended(council.today(-10), council.today(50));
  expect(begun.term.extended_until).toBe(council.today());
  const later = await extended(council.today(10), council.today(50));
  expect(later.term.extended_until).toBe(null);
  await council.must('POST', `/renewals/${later.renewal.id}/annul`, { reason: 'x' });
  const { term } = await council.must('GET', `/terms/${later.term.id}`);
  expect(term.extended_until).toBe(council.today(50));
});

test('a retired program still renews, and the next term has its newest version', async ({
  sello,
  council,
}) => {
  const { id, program_id } = await council.endingOn(council.today(10), { rules: FREE });
  await sello.database.query(
    `insert into program_versions select program_id, 2, jsonb_set(jsonb_set(rules, '{term_months}', '12'), '{anchor}', 'null'),
       checklist, created_at from program_versions where program_id = $1`,
    [program_id],
  );
  await sello.database.query("update programs set status = 'retired', version = 2 where id = $1", [
    program_id,
  ]);
  await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const [next, old] = (await council.must('GET', `/memberships/${id}/terms`)).terms;
  expect([old.program_version, next.program_version]).toEqual([1, 2]);
  expect(next.starts_on).toBe(council.today(11));
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  expect(months(next.ends_on) - months(old.ends_on)).toBe(12);
});

test('points that are revoked later contradict the renewal until they are given again; the snapshot stays', async ({
  sello,
  council,
}) => {
  const { id, member_id, program_id } = await council.endingOn(council.today(10));
  const award = {
    id: sello.ports.newId('awd'),
    program_id,
    category: 'emc',
    points: 60,
    completed_on: council.today(-2),
  };
  await council.points(member_id, [award]);
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const read = async () => (await council.must('GET', `/renewals/${renewal.id}`)).renewal;
  await council.reverse(member_id, [award]);
  expect(await read()).toEqual({ ...renewal, contradicted: true });
  await council.points(member_id, [{ ...award, id: sello.ports.newId('awd') }]);
  expect(await read()).toEqual(renewal);
});
