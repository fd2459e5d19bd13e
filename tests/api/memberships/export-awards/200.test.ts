import { expect, test } from '../../../harness/world.ts';

test('ndjson has the records of the list with names, and csv has one line for each award', async ({
  council,
}) => {
  const program = await council.program();
  const { member_id } = await council.membership({
    program,
    member: await council.member({ given_name: 'Íñigo', first_surname: '+Núñez' }),
  });
  const post = (title: string, points: number) =>
    council.must('POST', '/awards', {
      member_id,
      activity: { title },
      completed_on: council.today(-1),
      points: [
        { program_id: program.id, category: 'emc', points },
        { program_id: program.id, category: 'docencia', points: 0.2 },
      ],
    });
  const { award } = await post('=cmd', 0.1);
  await council.must('POST', `/awards/${award.id}/approve`);
  await post('Otra', 3);
  const { text, headers } = await council.call('GET', '/awards/export?format=ndjson');
  expect(headers['content-disposition']).toBe('attachment; filename="awards.ndjson"');
  const records = text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
  const listed = (await council.must('GET', '/awards')).awards;
  const { member_number } = (await council.must('GET', `/members/${member_id}`)).member;
  const named = { member_number, member_name: 'Íñigo +Núñez' };
  expect(records).toEqual(
    listed.map((one: { activity: { title: string } }) => ({ ...one, ...named, title: one.activity.title })),
  );
  const table = (await council.call('GET', '/awards/export?status=approved')).text.split('\r\n');
  expect(table).toHaveLength(3);
  expect(table[1]).toContain(`,"'=cmd",`);
  expect(table[1]).toMatch(/,0\.3,"?emc, docencia"?,$/);
});

test('the table for people is in their language, with the course’s title and folio', async ({ council }) => {
  const program = await council.program();
  const { member_id } = await council.membership({ program });
  const { course } = await council.must('POST', '/courses', {
    title: 'Taller de ultrasonido',
    modality: 'online',
    starts_on: council.today(-3),
    points: [{ program_id: program.id, category: 'emc', points: 5 }],
  });
  await council.must('POST', `/courses/${course.id}/accredit`);
  await council.must('POST', '/awards', { member_id, course_id: course.id, external_id: '-7' });
  const [header, line] = (
    await council.call('GET', `/awards/export?language=es&course_id=${course.id}`)
  ).text.split('\r\n');
  expect(header).toContain('Número de miembro,Nombre completo,Curso o actividad,');
  expect(line).toContain('Taller de ultrasonido,Asistente,');
  expect(line).toContain(',Pendiente,');
  expect(line).toContain(`"'-7"`);
});

test('names need the scopes with which they could be read', async ({ council }) => {
  const program = await council.program();
  const { member_id } = await council.membership({ program });
  await council.must('POST', '/awards', {
    member_id,
    activity: { title: 'Ponencia' },
    completed_on: council.today(-1),
    points: [{ program_id: program.id, category: 'emc', points: 1 }],
  });
  const key = await council.keyWith('awards:read');
  const { text } = await council.call(
    'GET',
    `/awards/export?format=ndjson&member_id=${member_id}`,
    undefined,
    {
      key,
    },
  );
  expect(JSON.parse(text)).toMatchObject({ member_id, member_number: null, member_name: null });
});
