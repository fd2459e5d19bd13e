import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'accredit',
  ({ sello, council }) =>
    (id: string, payload: object = {}) =>
      sello.call('POST', `${API}/courses/${id}/accredit`, { key: council.key, payload }),
);

test('a course without points is not accredited', async ({ council, accredit }) => {
  const { id } = await newCourse(council, { points: [] });
  expect(expectRefusal(await accredit(id), 422, 'validation_failed')).toContain('`points`');
});

test('a course with a category that the program no longer has cannot be accredited', async ({ sello }) => {
  const own = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const { id } = await newCourse(own);
  await sello.database.query(
    `update program_versions set rules = jsonb_set(rules, '{categories}', '[{"code":"docencia","name":"x"}]') where program_id = $1`,
    [own.programId],
  );
  const answer = await sello.call('POST', `${API}/courses/${id}/accredit`, { key: own.key, payload: {} });
  expect(expectRefusal(answer, 422, 'unknown_category')).toContain('`points[0].category`');
});

test('valid_until must be a day, and not before the course begins', async ({ council, accredit }) => {
  const { id } = await newCourse(council);
  for (const valid_until of ['2026-02-28', 'soon']) {
    expect(expectRefusal(await accredit(id, { valid_until }), 422, 'validation_failed')).toContain(
      '`valid_until`',
    );
  }
  expect(expectRefusal(await accredit(id, { folio: ' ' }), 422, 'validation_failed')).toContain('`folio`');
});
