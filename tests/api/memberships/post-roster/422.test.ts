import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a body without rows, a table without a header, a wrong flag and a closed claim are refused as a whole', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const closed = await accreditedCourse(council, { claim_until: '2026-03-31' });
  const csv = { 'content-type': 'text/csv' };
  const json = { 'content-type': 'application/json' };
  for (const [path, headers, payload, error] of [
    [`/courses/${course.id}/rosters`, json, '{}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, json, '{"rows":[]}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, json, '{"rows":[{}],"dry_run":"yes"}', 'validation_failed'],
    [`/courses/${course.id}/rosters`, csv, 'member_number', 'validation_failed'],
    [`/courses/${course.id}/rosters?dry_run=1`, csv, 'member_number\nx', 'validation_failed'],
    [`/courses/${closed.id}/rosters`, json, '{"rows":[{}]}', 'claim_closed'],
  ] as const) {
    const answer = await sello.call('POST', `${API}${path}`, { key: council.key, headers, payload });
    expectRefusal(answer, 422, error);
  }
});

test('an unreadable table is refused as a whole, in the caller’s language', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const post = (payload: string, language: string) =>
    sello.call('POST', `${API}/courses/${course.id}/rosters`, {
      key: council.key,
      headers: { 'content-type': 'text/csv', 'accept-language': language },
      payload,
    });
  for (const [payload, en, es] of [
    ['', 'There are no rows', 'No hay filas'],
    ['member_number,role\n', 'at least one row', 'al menos una fila'],
    ['member_number,Member_Number\n1,2\n', '`member_number` twice', 'dos veces la columna `member_number`'],
    [
      `${Array.from({ length: 1_000 }, (_, i) => `c${i}`).join()}\n1\n`,
      'at most 100 columns',
      '100 columnas',
    ],
    ['member_number,,role\n1,2,3\n', 'Column 2 has no name', 'La columna 2 no tiene nombre'],
    ['member_number\n1\n"2\n', 'Row 2 does not end', 'La fila 2 no termina'],
  ] as const) {
    expect(expectRefusal(await post(payload, 'en'), 422, 'validation_failed')).toContain(en);
    expect(expectRefusal(await post(payload, 'es'), 422, 'validation_failed')).toContain(es);
  }
});
