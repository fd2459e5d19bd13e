import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an invalid day, an unknown status and an unknown parameter are refused by name', async ({
  sello,
  council,
}) => {
  for (const [query, name] of [
    ['starts_after=yesterday', 'starts_after'],
    ['ends_before=2026-13-01', 'ends_before'],
    ['status=open', 'status'],
    ['limit=0', 'limit'],
    ['titel=x', 'titel'],
  ] as const) {
    const answer = await sello.call('GET', `${API}/courses?${query}`, { key: council.key });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain(name);
  }
});
