import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('UTF-16, a workbook and other types are refused, and the message names a type to save as, in both languages', async ({
  council,
}) => {
  const { id: program_id } = await council.program();
  const points = [{ program_id, category: 'emc', points: 1 }];
  const { course } = await council.must('POST', '/courses', { title: 'x', starts_on: '2026-01-01', points });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  const utf16 = Buffer.from('\ufeffmember_number\r\n1\r\n', 'utf16le');
  const workbook = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  for (const [payload, type, en, es] of [
    [
      Buffer.from(utf16),
      'text/csv',
      'in UTF-16. Save it as "CSV UTF-8"',
      'en UTF-16. Guárdela como "CSV UTF-8"',
    ],
    [Buffer.from(utf16).swap16(), 'text/csv', 'UTF-16', 'UTF-16'],
    [workbook, 'text/csv', 'This is an old workbook', 'Esto es un libro de Excel antiguo'],
    [workbook, 'application/zip', 'application/json, text/csv or', 'application/json, text/csv o'],
  ] as const) {
    const post = (language: string) =>
      council.call('POST', `/courses/${course.id}/rosters`, undefined, {
        payload,
        headers: { 'content-type': type, 'accept-language': language },
      });
    expect(expectRefusal(await post('en'), 415, 'unsupported_media_type')).toContain(en);
    expect(expectRefusal(await post('es'), 415, 'unsupported_media_type')).toContain(es);
  }
});
