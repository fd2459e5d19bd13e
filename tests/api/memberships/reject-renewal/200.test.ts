import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('rejected or withdrawn, the term stays open and another renewal may be asked for', async () => {
  const { id, current_term } = await council.endingOn(council.today(10));
  const ask = async () => (await council.must('POST', `/memberships/${id}/renewals`, {})).renewal.id;
  const rejected = await council.must('POST', `/renewals/${await ask()}/reject`, {
    reason: 'faltan papeles',
  });
  expect(rejected.renewal).toMatchObject({
    status: 'rejected',
    decision: { by: expect.stringMatching(/^key_/), reason: 'faltan papeles' },
    snapshot: null,
    new_term_id: null,
  });
  const withdrawn = await council.must('POST', `/renewals/${await ask()}/withdraw`, {});
  expect(withdrawn.renewal).toMatchObject({ status: 'withdrawn', decision: { reason: null } });
  expect((await council.must('GET', `/terms/${current_term.id}`)).term.renewal_id).toBe(null);
  await ask();
});
