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

test('invalid_transition names both states', async () => {
  const { id } = await council.membership();
  const post = (verb: string) => council.call('POST', `/memberships/${id}/${verb}`, {});
  expectRefusal(await post('reactivate'), 409, 'invalid_transition', /`active`.*`active`/);
  await council.must('POST', `/memberships/${id}/suspend`, {});
  expectRefusal(await post('suspend'), 409, 'invalid_transition', /`suspended`.*`suspended`/);
  await council.must('POST', `/memberships/${id}/end`, {});
  for (const verb of ['suspend', 'reactivate', 'end']) {
    expectRefusal(await post(verb), 409, 'invalid_transition', /`ended`/);
  }
});
