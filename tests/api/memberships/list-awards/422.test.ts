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

test('a filter that is no day, no state or no parameter is refused by name', async () => {
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
