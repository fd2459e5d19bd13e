import { toWorkbook } from '../../../../server/src/http/workbook.ts';
import { readVector } from '../../../harness/read-vector.ts';
import { test as base, expect } from '../../../harness/world.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const test = base.extend(
  'post',
  ({ council }) =>
    (payload: Buffer, query = '', type = XLSX) =>
      council.call('POST', `/members/import${query}`, undefined, {
        headers: { 'content-type': type, 'accept-language': 'es' },
        payload,
      }),
);

test('a workbook with a title, people’s column names and days in four spellings becomes members with memberships', async ({
  council,
  sello,
  post,
}) => {
  const { program } = await council.ask('POST', '/programs', 201, {
    name: 'Recertificación',
    rules: { term_months: 60, categories: [{ code: 'ec', name: 'EC' }], requirements: [] },
  });
  await council.ask('POST', `/programs/${program.id}/activate`, 200);
  const file = Buffer.from(readVector('workbooks/padron.xlsx'));
  const answer = await post(file);
  expect(answer.status, answer.text).toBe(201);
  const { body } = answer;
  // The rejected rows have a formula without a computed value, and a day that does not exist.
  expect(body.import).toMatchObject({
    encoding: 'xlsx',
    summary: { rows: 4, created: 2, rejected: 2 },
    ignored_columns: ['no.', 'observaciones'],
    problems: [
      { row: 3, message: expect.stringContaining('`Correo electrónico` tiene una fórmula sin resultado') },
      { row: 4, message: expect.stringContaining('`member_since`') },
    ],
  });
  const { members } = (await council.call('GET', '/members?limit=5&sort=name')).body;
  expect(members).toMatchObject([
    {
      given_name: 'María José',
      first_surname: 'de la Cruz',
      professional_license: '07654321',
      phone: '5512345678',
      member_since: '2015-11-02',
    },
    {
      given_name: 'Íñigo',
      first_surname: 'Núñez',
      second_surname: 'Ávila',
      professional_license: '1234567',
      member_since: '2012-03-15',
    },
  ]);
  const { memberships } = (await council.call('GET', `/memberships?program_id=${program.id}`)).body;
  expect(memberships.map(({ starts_on }: { starts_on: string }) => starts_on).sort()).toEqual([
    '2024-03-15',
    '2024-06-01',
  ]);
  // The rows with problems are returned under the registrar's own column names, in either format.
  const rows = (format: string) =>
    sello.call('GET', `/api/public/v1/imports/${body.import.id}/rows?status=rejected&format=${format}`, {
      key: council.key,
    });
  const csv = await rows('csv');
  expect(csv.text).toContain('No.,"Nombre(s)",Apellido paterno,');
  expect(csv.text).toContain('31/02/2020');
  expect((await rows('xlsx')).headers['content-type']).toBe(XLSX);
});

test('`columns` names columns whose names are unknown, and one field for two columns is refused', async ({
  council,
  post,
}) => {
  const table = Buffer.from('Uno;Dos;Correo\nEva;Luna;eva@example.com\n');
  const unknown = await post(table, '?dry_run=true', 'text/csv');
  expect(unknown.body.import).toMatchObject({ summary: { rejected: 1 }, ignored_columns: ['uno', 'dos'] });
  expect((await post(table, '?columns=given_name,given_name', 'text/csv')).status).toBe(422);
  const named = await post(table, '?columns=given_name,first_surname,-', 'text/csv');
  expect(named.body.import).toMatchObject({ summary: { created: 1 }, ignored_columns: ['correo'] });
  expect((await council.call('GET', '/members')).body.members[0]).toMatchObject({
    given_name: 'Eva',
    first_surname: 'Luna',
    email: null,
  });
});

test('a workbook is recognised by its first bytes, and ten thousand rows of it are read', async ({
  post,
}) => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [`Nombre ${i}`, 'Luna', '01/02/2020', `L-${i}`]);
  const header = ['Nombre', 'Apellido paterno', 'Fecha de ingreso', 'Cédula'];
  const answer = await post(await toWorkbook(header, rows), '?dry_run=true', 'text/csv');
  expect(answer.body.import?.summary, answer.text).toMatchObject({ rows: 10_000, created: 10_000 });
  const more = await toWorkbook(header, [...rows, ['Eva', 'Luna', null, null]]);
  expect((await post(more, '?dry_run=true')).body.error).toBe('roster_too_large');
});

test('`anchor` opens memberships in programs that count from each membership’s own day', async ({
  council,
  post,
}) => {
  const { program } = await council.ask('POST', '/programs', 201, {
    name: 'Con ancla',
    rules: {
      term_months: 36,
      anchor: 'membership',
      categories: [{ code: 'ec', name: 'EC' }],
      requirements: [],
    },
  });
  await council.ask('POST', `/programs/${program.id}/activate`, 200);
  const table = 'nombre,apellido,inicio,fecha base\nEva,Luna,01/03/2025,01/07/2025\nAna,Luna,01/03/2025,\n';
  const { body } = await post(Buffer.from(table), `?program_id=${program.id}`, 'text/csv');
  expect(body.import).toMatchObject({
    summary: { created: 1, rejected: 1 },
    problems: [{ row: 2, error: 'anchor_missing' }],
  });
  const { memberships } = (await council.call('GET', `/memberships?program_id=${program.id}`)).body;
  expect(memberships).toMatchObject([{ anchor: '2025-07-01', valid_until: '2025-06-30' }]);
});
