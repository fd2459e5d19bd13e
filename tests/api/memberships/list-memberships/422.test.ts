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

test('an unknown standing is refused with the list of those that there are', async () => {
  expectRefusal(await council.call('GET', '/memberships?standing=good'), 422, 'validation_failed', /current/);
});
