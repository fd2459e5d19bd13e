import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const FREE = { ...RULES, requirements: [] };

test('a renewal can be requested before everything is met, has an address, and is returned there unchanged', async ({
  sello,
  council,
}) => {
  const { id, member_id, program_id, current_term } = await council.endingOn(council.today(10));
  const made = await council.call('POST', `/memberships/${id}/renewals`, {
    reason: 'por favor',
    certify: true,
  });
  expect(made.status, made.text).toBe(201);
  expect(made.body.renewal).toMatchObject({
    id: expect.stringMatching(/^rnw_/),
    object: 'renewal',
    livemode: true,
    membership_id: id,
    member_id,
    program_id,
    term_id: current_term.id,
    status: 'requested',
    contradicted: false,
    basis: 'requirements',
    reason: 'por favor',
    requested_on: council.today(),
    decision: null,
    snapshot: null,
    snapshot_sha256: null,
    new_term_id: null,
    constancia: null,
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(made.body);
});

test('after a request by the last day of grace, the standing is grace until the decision', async ({
  sello,
  council,
}) => {
  const { id } = await council.endingOn(council.today(-30));
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  const standing = async () => (await council.must('GET', `/memberships/${id}`)).membership.standing;
  expect(await standing()).toBe('grace');
  const lapses = () =>
    sello.database
      .query('select lapses_on from memberships where id = $1', [id])
      .then(([row]) => row?.lapses_on);
  expect(await lapses()).toBe('infinity');
  await council.must('POST', `/renewals/${renewal.id}/reject`, { reason: 'no' });
  expect(await lapses()).toBe(council.today(1));
});

test('with `approve`, the next term is opened in the same transaction', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10), { rules: FREE });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  expect(renewal).toMatchObject({ status: 'approved', new_term_id: expect.stringMatching(/^trm_/) });
});

test('an exception needs no points, and is shown as one', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10));
  const body = { basis: 'exception', reason: 'acuerdo 12/2026', approve: true };
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, body);
  expect(renewal).toMatchObject({
    status: 'approved',
    basis: 'exception',
    reason: 'acuerdo 12/2026',
    contradicted: false,
    snapshot: { evaluation: { met: false } },
  });
});
