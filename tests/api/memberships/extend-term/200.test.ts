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

test('an extension keeps the membership current, takes points that are missing, and can be moved', async () => {
  const end = council.today(-10);
  const { id, member_id, program_id, current_term, standing } = await council.endingOn(end);
  expect(standing).toBe('grace');
  await council.points(member_id, [
    { program_id, category: 'emc', points: 60, completed_on: council.today(-5) },
  ]);
  const extend = (until: string) =>
    council.must('POST', `/terms/${current_term.id}/extend`, { until, reason: 'enfermedad' });
  const { term } = await extend(council.today(90));
  expect(term).toMatchObject({
    ends_on: end,
    extended_until: council.today(90),
    extension_reason: 'enfermedad',
  });
  expect(term.evaluation).toMatchObject({ met: true, counted: 60 });
  const { membership } = await council.must('GET', `/memberships/${id}`);
  expect(membership).toMatchObject({ standing: 'current', valid_until: council.today(90) });
  expect((await extend(council.today(30))).term.extended_until).toBe(council.today(30));
});
