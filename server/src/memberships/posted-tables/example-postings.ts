/** The roster and the import that the API description shows, as JSON and as tables. */

import { EXAMPLE_TIMES, exampleId } from '../examples.ts';

export const EXAMPLE_ROSTER_POST = {
  rows: [
    { member_number: '00001', attendance_percent: 95 },
    { professional_license: '0000001', role: 'speaker', completed_on: '2026-03-05' },
    { email: 'nadie@example.com', attendance_percent: 100, external_id: 'lista-1-fila-3' },
  ],
  dry_run: false,
  approve: true,
  all_or_nothing: false,
};

export const EXAMPLE_ROSTER_TABLE =
  'member_number,role,completed_on,attendance_percent\r\n00001,attendee,2026-03-06,95\r\n00002,speaker,2026-03-05,\r\n';

export const EXAMPLE_IMPORT_POST = {
  rows: [
    {
      given_name: 'Juan',
      first_surname: 'Muestra',
      second_surname: 'Ejemplo',
      curp: 'MUEJ790630HJCSJN06',
      professional_license: '0000003',
      program_id: exampleId('prg'),
      starts_on: '2025-01-01',
      tracks: ['docente'],
    },
    { given_name: 'Rosa', first_surname: 'Ficticia', email: 'rosa.ficticia@example.com' },
  ],
  dry_run: false,
  on_conflict: 'skip',
};

export const EXAMPLE_IMPORT_TABLE =
  'given_name,first_surname,email,professional_license\r\nPedro,Ficticio,pedro.ficticio@example.com,0000004\r\n';

const POSTING = { livemode: true, status: 'completed', encoding: null, ignored_columns: [] };

export const EXAMPLE_POSTINGS = {
  roster: {
    id: exampleId('rst'),
    object: 'roster',
    ...POSTING,
    course_id: exampleId('crs'),
    organizer_id: null,
    summary: { rows: 3, created: 2, duplicate: 0, rejected: 1 },
    problems: [
      {
        row: 3,
        status: 'rejected',
        award_id: null,
        error: 'member_not_found',
        message: 'No member has this identifier. Correct it, or register the member first.',
      },
    ],
    ...EXAMPLE_TIMES,
  },
  import: {
    id: exampleId('imp'),
    object: 'import',
    ...POSTING,
    summary: { rows: 2, created: 1, updated: 0, duplicate: 0, rejected: 1 },
    problems: [
      {
        row: 1,
        status: 'rejected',
        member_id: null,
        error: 'invalid_curp',
        message: '`curp` has a wrong check digit; compare it with the document.',
      },
    ],
    ...EXAMPLE_TIMES,
  },
};
