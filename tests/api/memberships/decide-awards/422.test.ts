import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('needs ids or a roster, a decision, a reason if it takes something away, and at most 1,000 ids', async ({
  sello,
  council,
}) => {
  const ids = ['awd_0000000000000000000000'];
  for (const [payload, message] of [
    [{ decision: 'approve' }, '`ids`'],
    [{ ids, roster_id: 'rst_x', decision: 'approve' }, '`ids`'],
    [{ ids, decision: 'reject' }, '`reason`'],
    [{ ids, decision: 'revoke', reason: ' ' }, '`reason`'],
    [{ ids, decision: 'withdraw' }, 'decision'],
    [{ ids: [], decision: 'approve' }, 'ids'],
    [{ ids: Array.from({ length: 1_001 }, () => ids[0]), decision: 'approve' }, 'ids'],
  ] as const) {
    const answer = await sello.call('POST', `${API}/awards/decide`, { key: council.key, payload });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain(message);
  }
});
