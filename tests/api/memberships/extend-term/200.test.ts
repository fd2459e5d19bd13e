import { expect, test } from '../../../harness/world.ts';

test('an extension keeps the membership current, accepts missing points, and can be moved', async ({
  council,
}) => {
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
