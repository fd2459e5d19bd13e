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

test('three decimals, less than 0, no reason', async () => {
  const { current_term } = await council.membership();
  const put = (body: object) => council.call('PUT', `/terms/${current_term.id}/waivers/total`, body);
  expectRefusal(await put({ min_points: 1.234, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: -1, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 100_001, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 1 }), 422, 'validation_failed', /reason/);
});
