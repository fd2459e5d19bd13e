import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('after an annulment the new term is void, the old one is open again, and the snapshot stays', async ({
  council,
}) => {
  const { id, current_term } = await council.endingOn(council.today(-5), {
    rules: { ...RULES, requirements: [] },
  });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const annulled = await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'error' });
  expect(annulled.renewal).toMatchObject({
    status: 'annulled',
    contradicted: false,
    decision: { reason: 'error' },
    snapshot: renewal.snapshot,
    snapshot_sha256: renewal.snapshot_sha256,
    new_term_id: renewal.new_term_id,
  });
  const { term } = await council.must('GET', `/terms/${renewal.new_term_id}`);
  expect([term.void, term.evaluation]).toEqual([true, null]);
  const { terms } = await council.must('GET', `/memberships/${id}/terms`);
  expect(terms.map(({ id: one }: { id: string }) => one)).toEqual([current_term.id]);
  const { membership } = await council.must('GET', `/memberships/${id}`);
  expect(membership).toMatchObject({
    standing: 'grace',
    current_term: { id: current_term.id, renewal_id: null },
  });
  const again = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  expect(again.renewal.term_id).toBe(current_term.id);
});
