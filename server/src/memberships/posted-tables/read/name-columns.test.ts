import { expect, test } from 'vitest';
import { IMPORT_FIELDS } from '../../members/import/import-fields.ts';
import { ROSTER_FIELDS } from '../../rosters/roster-fields.ts';
import { nameColumns, plainName } from './name-columns.ts';
import { readCell } from './table-fields.ts';

const keys = (headers: string[], given?: string) =>
  nameColumns(headers, IMPORT_FIELDS, given).map(({ key, how }) => [key, how]);

test('a registrar’s own words name the fields, with and without accents, in Spanish and English', () => {
  const headers = [
    'Nombre(s)',
    'APELLIDO PATERNO',
    'Apellido Materno',
    'Cédula prof.',
    'e-mail',
    'No. de Socio',
  ];
  expect(keys([...headers, 'C.U.R.P.', 'Fecha de ingreso', 'Telefono'])).toEqual([
    ['given_name', 'word'],
    ['first_surname', 'word'],
    ['second_surname', 'word'],
    ['professional_license', 'word'],
    ['email', 'word'],
    ['member_number', 'word'],
    ['curp', 'word'],
    ['member_since', 'word'],
    ['phone', 'word'],
  ]);
  expect(keys(['First name', 'Last name', 'License number', 'Given_Name'])).toEqual([
    // The field's own name takes precedence over any other word for it.
    ['first name', 'unknown'],
    ['first_surname', 'word'],
    ['professional_license', 'word'],
    ['given_name', 'name'],
  ]);
});

test('a typing error is accepted if only one field is similar', () => {
  expect(keys(['Apelldio paterno', 'Corero', 'Especialidda', 'Apellido patreno'])).toEqual([
    ['first_surname', 'similar'],
    ['email', 'similar'],
    ['specialty', 'similar'],
    ['apellido patreno', 'unknown'],
  ]);
  // The running number of a row is not read as a member number, and short names are not guessed.
  expect(keys(['No.', 'RFK', 'Notas', '#'])).toEqual([
    ['no.', 'unknown'],
    ['rfk', 'unknown'],
    ['notas', 'unknown'],
    ['#', 'unknown'],
  ]);
});

test('the caller decides column by column, and a column that is left out is never read as a field', () => {
  expect(keys(['A', 'Correo', 'email', 'curp'], 'given_name,,-,-')).toEqual([
    ['given_name', 'given'],
    ['email', 'word'],
    ['email (2)', 'unknown'],
    ['curp (2)', 'unknown'],
  ]);
  for (const [given, problem] of [
    ['nombre', /names no field/],
    ['email,email', /to two columns/],
    ['email,,', /names 3 columns/],
  ] as const)
    expect(() => keys(['A', 'B'], given)).toThrow(problem);
});

test('every column of a template is read as its field', () => {
  for (const fields of [IMPORT_FIELDS, ROSTER_FIELDS])
    for (const language of ['es', 'en'] as const) {
      const labels = Object.entries(fields.labels);
      const named = nameColumns(
        labels.map(([, label]) => label[language]),
        fields,
        undefined,
      );
      expect(named.map(({ key }) => key)).toEqual(labels.map(([field]) => field));
    }
});

test('no word stands for two fields of one kind of table', () => {
  for (const { words } of [IMPORT_FIELDS, ROSTER_FIELDS]) {
    const all = Object.entries(words).flatMap(([field, names]) => [
      ...new Set([field.replaceAll('_', ' '), ...names].map(plainName)),
    ]);
    expect(all.filter((word, i) => all.indexOf(word) < i)).toEqual([]);
  }
});

test('days are read with the day before the month, as people write them', () => {
  for (const [written, day] of [
    ['15/03/2024', '2024-03-15'],
    ['5-3-2024', '2024-03-05'],
    ['05.03.2024', '2024-03-05'],
    ['2024/3/5', '2024-03-05'],
    ['2024-03-05 00:00:00', '2024-03-05'],
    ['5 de marzo de 2024', '2024-03-05'],
    ['05-mar-2024', '2024-03-05'],
    ['March 5, 2024', '2024-03-05'],
    ['45366', '2024-03-15'],
    // Left as they are, and refused later by the field: a month of 15, a year of two digits, a time, a year alone.
    ['03/15/2024', '03/15/2024'],
    ['15/03/24', '15/03/24'],
    ['2024-03-05T10:00:00Z', '2024-03-05T10:00:00Z'],
    ['2024', '2024'],
    ['31/02/2024', '31/02/2024'],
    ['ayer', 'ayer'],
  ] as const)
    expect(readCell('day', written), written).toBe(day);
});

test('flags, percentages and roles can be written in words', () => {
  expect(['Sí', 'NO', 'x', 'tal vez'].map((cell) => readCell('flag', cell))).toEqual([
    'true',
    'false',
    'true',
    'tal vez',
  ]);
  expect(['95%', '95 %', '95'].map((cell) => readCell('percent', cell))).toEqual(['95', '95', '95']);
  expect(['Ponente', 'asistente', 'juez'].map((cell) => readCell('role', cell))).toEqual([
    'speaker',
    'attendee',
    'juez',
  ]);
});

test('both surnames in one cell are separated, keeping the particles of the first', () => {
  const part = (surnames: string) => IMPORT_FIELDS.parts?.({ surnames });
  expect(part('Pérez López')).toMatchObject({ first_surname: 'Pérez', second_surname: 'López' });
  expect(part('de la Cruz San Martín')).toMatchObject({
    first_surname: 'de la Cruz',
    second_surname: 'San Martín',
  });
  expect(part('Pérez')).toEqual({ surnames: 'Pérez', first_surname: 'Pérez' });
});
