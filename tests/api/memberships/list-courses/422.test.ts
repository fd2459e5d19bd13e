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
