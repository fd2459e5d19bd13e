import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as test } from '../../../harness/world.ts';

test('roster_too_large: more than 10,000 rows or 8 MB, as JSON and as a table', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const post = (payload: object | string, type: string) =>
    sello.call('POST', `${API}/courses/${course.id}/rosters`, {
      key: council.key,
      headers: { 'content-type': type },
      payload,
    });
  const rows = Array.from({ length: 10_001 }, () => ({ member_number: 'x' }));
  expectRefusal(await post({ rows }, 'application/json'), 413, 'roster_too_large');
  expectRefusal(await post(`member_number\n${'x\n'.repeat(10_001)}`, 'text/csv'), 413, 'roster_too_large');
  expectRefusal(
    await post(`member_number\n${`x\n${'y'.repeat(999)}`.repeat(9_000)}`, 'text/csv'),
    413,
    'roster_too_large',
  );
});
