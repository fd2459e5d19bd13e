import { afterAll, beforeAll, test } from 'vitest';
import { type Council, expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('a day after today is refused', async () => {
  const { id } = await council.membership();
  for (const verb of ['suspend', 'end']) {
    const answer = await council.call('POST', `/memberships/${id}/${verb}`, { on: council.today(1) });
    expectRefusal(answer, 422, 'validation_failed', /`on`/);
  }
  const long = await council.call('POST', `/memberships/${id}/end`, { reason: 'x'.repeat(2001) });
  expectRefusal(long, 422, 'validation_failed', /reason/);
});
