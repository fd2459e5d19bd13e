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
  const { id } = await council.program({ isDraft: true });
  const retire = () => council.call('POST', `/programs/${id}/retire`);
  expectRefusal(await retire(), 409, 'invalid_transition', /`draft`.*`retired`/);
  await council.must('POST', `/programs/${id}/activate`);
  await council.must('POST', `/programs/${id}/retire`);
  expectRefusal(await retire(), 409, 'invalid_transition', /`retired`.*`retired`/);
});
