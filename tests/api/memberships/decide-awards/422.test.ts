import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('ids or a roster, a decision, a reason where it takes something away, 1,000 at most', async () => {
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
