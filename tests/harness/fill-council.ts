/** A council with history: members, awards, terms and renewals in every state. */

import type { Council } from './memberships.ts';

/** Approved and revoked awards; an approved, an annulled and a pending renewal. */
export async function fillCouncil(council: Council): Promise<void> {
  const program = await council.program({
    rules: {
      term_months: 12,
      anchor: council.today(11),
      grace_days: 30,
      renewal_opens_days: 120,
      categories: [{ code: 'emc', name: 'EMC' }],
      requirements: [{ code: 'total', min_points: 10, period: 'term' }],
    },
  });
  for (const kind of ['approved', 'annulled', 'waiting'] as const) {
    const { id, member_id } = await council.membership({ program, starts_on: council.today(-300) });
    const given = [];
    for (const points of [10, 4.25, 3]) {
      const { award } = await council.must('POST', '/awards', {
        member_id,
        activity: { title: 'Congreso', kind: 'congress' },
        completed_on: council.today(-20),
        points: [{ program_id: program.id, category: 'emc', points }],
      });
      await council.must('POST', `/awards/${award.id}/approve`, {});
      given.push(award.id);
    }
    await council.must('POST', `/awards/${given[2]}/revoke`, { reason: 'error' });
    const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {
      approve: kind !== 'waiting',
    });
    if (kind === 'annulled') await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'x' });
  }
  const headers = { 'idempotency-key': 'kept' };
  await council.call('POST', '/programs', { name: 'x', rules: program.rules }, { headers });
}
