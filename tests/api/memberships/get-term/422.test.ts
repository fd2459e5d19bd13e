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

test('a day with a time, or none of the calendar, is refused', async () => {
  const { id, current_term } = await council.membership();
  for (const path of [`/terms/${current_term.id}`, `/memberships/${id}/terms`]) {
    for (const on of ['2026-02-30', '2026-01-01T00:00', 'yesterday!']) {
      expectRefusal(await council.call('GET', `${path}?on=${on}`), 422, 'validation_failed', /on/);
    }
  }
});
