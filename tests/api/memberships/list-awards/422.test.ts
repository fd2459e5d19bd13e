import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an invalid day, an unknown status and an unknown parameter are refused by name', async ({
  sello,
  council,
}) => {
  for (const [query, name] of [
    ['completed_after=x', 'completed_after'],
    ['completed_before=2026-02-30', 'completed_before'],
    ['status=done', 'status'],
    ['membr_id=x', 'membr_id'],
  ] as const) {
    const answer = await sello.call('GET', `${API}/awards?${query}`, { key: council.key });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain(name);
  }
});
