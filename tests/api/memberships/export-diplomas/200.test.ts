import { createHash } from 'node:crypto';
import { readZip } from '../../../../proof/src/encoding/zip.ts';
import { workOff } from '../../../harness/documents.ts';
import { filesIn } from '../../../harness/exports.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('each diploma byte for byte under its member’s name; who waits stands in the text, with the reason', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const rows = [
    { given_name: 'Ana', first_surname: 'Núñez', member_number: 'A/1' },
    { given_name: '../../Eva', first_surname: 'Sol:\u202e', member_number: 'A-2' },
    { given_name: 'Zoe', first_surname: 'Luna', member_number: 'A-3' },
  ];
  const ids = [];
  for (const fields of rows) ids.push(await council.enrol({ fields }));
  await sello.database.query('update accounts set certificates_left = 2 where id = $1', [council.accountId]);
  const posted = { rows: ids.map((member_id) => ({ member_id })), approve: true, diplomas: true };
  await council.must('POST', `/courses/${course.id}/rosters`, posted);
  await workOff(sello);
  const answer = await council.call('GET', `/courses/${course.id}/diplomas/export`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.headers['content-disposition']).toContain(`diplomas-${course.accreditation.folio}.zip`);
  const files = readZip(answer.bytes);
  const { awards } = await council.must('GET', `/awards?course_id=${course.id}&diploma=certified`);
  const hashes = new Set<string>();
  for (const { diploma } of awards)
    hashes.add(
      (await council.must('GET', `/certificates/${diploma.certificate_id}`)).certificate.file.sha256,
    );
  const pdfs = files.filter(({ name }) => name.endsWith('.pdf'));
  expect(new Set(pdfs.map(({ content }) => createHash('sha256').update(content).digest('hex')))).toEqual(
    hashes,
  );
  expect(hashes.size).toBe(2);
  for (const { name } of pdfs) expect(name).toMatch(/^[^/\\:\u202e]+ (?:A-1|A-2|A-3) D-\d{4}-\d{6}\.pdf$/);
  const text = filesIn(answer).get('LEEME-README.txt');
  expect(text).toContain('Diplomas en este archivo: 2.');
  expect(text).toMatch(/^A.[123] [^\u202e]+: espera a que la cuenta tenga certificados/m);
  await sello.database.query('update accounts set certificates_left = 5 where id = $1', [council.accountId]);
  await workOff(sello);
  // Chance decided which two were certified first; now all three are.
  const all = filesIn(await council.call('GET', `/courses/${course.id}/diplomas/export`));
  expect([...all.keys()]).toContainEqual(expect.stringMatching(/^Ana Núñez A-1 /));
  expect([...all.keys()]).toHaveLength(4);
});

test('it goes on after an award; the export stands in the audit log; an anonymised member’s is left out', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  await sello.database.query('update accounts set certificates_left = 9 where id = $1', [council.accountId]);
  const members = [await council.enrol(), await council.enrol()];
  const posted = { rows: members.map((member_id) => ({ member_id })), approve: true, diplomas: true };
  await council.must('POST', `/courses/${course.id}/rosters`, posted);
  await workOff(sello);
  const get = async (query = '') =>
    filesIn(await council.call('GET', `/courses/${course.id}/diplomas/export${query}`));
  const { awards } = await council.must('GET', `/awards?course_id=${course.id}&order=asc`);
  expect([...(await get()).keys()]).toHaveLength(3);
  expect([...(await get(`?after=${awards[0].id}`)).keys()]).toHaveLength(2);
  await council.must('POST', `/members/${members[0]}/anonymise`, { reason: 'Lo pidió' });
  const files = await get();
  expect([...files.keys()]).toHaveLength(2);
  expect(files.get('LEEME-README.txt')).toContain('su archivo ya no se guarda');
  const { events } = await council.must('GET', '/audit?action=course.export_diplomas');
  expect(events.filter(({ target }: { target: string }) => target === course.id)).toHaveLength(3);
});
