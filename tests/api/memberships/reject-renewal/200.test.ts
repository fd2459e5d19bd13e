import { expect, test } from '../../../harness/world.ts';

test('after a rejection or withdrawal the term stays open and another renewal may be requested', async ({
  council,
}) => {
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
