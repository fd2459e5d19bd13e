import { afterAll, beforeAll, test } from 'vitest';
import { type Council, expectRefusal, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('a rejection and an annulment need a reason', async () => {
  const { id } = await council.endingOn(council.today(10), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  const post = (verb: string, body: object) => council.call('POST', `/renewals/${renewal.id}/${verb}`, body);
  expectRefusal(await post('reject', {}), 422, 'validation_failed', /reason/);
  expectRefusal(await post('reject', { reason: 'x'.repeat(2001) }), 422, 'validation_failed', /reason/);
  await council.must('POST', `/renewals/${renewal.id}/approve`, {});
  expectRefusal(await post('annul', {}), 422, 'validation_failed', /reason/);
});
