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

test('an unknown status or parameter is refused by name', async () => {
  expectRefusal(
    await council.call('GET', '/programs?status=open'),
    422,
    'validation_failed',
    /`status`.*`draft`/,
  );
  expectRefusal(await council.call('GET', '/programs?state=draft'), 422, 'validation_failed', /`state`/);
});
