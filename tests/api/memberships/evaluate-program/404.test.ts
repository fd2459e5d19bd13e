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

test('a version that never was', async () => {
  const { id } = await council.program();
  const trial = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1, version: 2 };
  expectRefusal(
    await council.call('POST', `/programs/${id}/evaluate`, trial),
    404,
    'not_found',
    /`version` 2/,
  );
});
