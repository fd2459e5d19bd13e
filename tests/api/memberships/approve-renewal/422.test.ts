import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('if the term is no longer met at the decision, renewal_not_eligible is answered and the renewal still waits', async ({
  council,
}) => {
  const { id } = await council.endingOn(council.today(10));
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  expectRefusal(
    await council.call('POST', `/renewals/${renewal.id}/approve`, {}),
    422,
    'renewal_not_eligible',
    /60/,
  );
  expect((await council.must('GET', `/renewals/${renewal.id}`)).renewal.status).toBe('requested');
});

test('a start can be given only for a lapsed membership, after the end of the term and not after today', async ({
  council,
}) => {
  const rules = { ...RULES, requirements: [] };
  const post = (id: string, starts_on: string) =>
    council.call('POST', `/memberships/${id}/renewals`, { approve: true, starts_on });
  const inTime = await council.endingOn(council.today(-5), { rules });
  expectRefusal(await post(inTime.id, council.today(-2)), 422, 'validation_failed', /starts_on.*in time/);
  const lapsed = await council.endingOn(council.today(-100), { rules });
  expectRefusal(
    await post(lapsed.id, council.today(-100)),
    422,
    'validation_failed',
    /starts_on.*after the end/,
  );
  expectRefusal(await post(lapsed.id, council.today(1)), 422, 'validation_failed', /starts_on.*today/);
  expectRefusal(await post(lapsed.id, '2026-02-30'), 422, 'validation_failed', /starts_on/);
});
