/** The organiser that the API description shows. */

import { EXAMPLE_TIMES, exampleId } from '../examples.ts';

export const EXAMPLE_NEW_ORGANIZER = {
  name: 'Hospital de Ejemplo',
  emails: ['educacion@example.com'],
  roster_days: 15,
};

export const EXAMPLE_ORGANIZER_CHANGE = {
  emails: ['educacion@example.com', 'congresos@example.com'],
};

export const EXAMPLE_ORGANIZER = {
  id: exampleId('org'),
  object: 'organizer',
  livemode: true,
  ...EXAMPLE_NEW_ORGANIZER,
  status: 'active',
  desk_url: `https://sello.example/o/${exampleId('acct')}`,
  last_seen_at: null,
  ...EXAMPLE_TIMES,
};

export const EXAMPLE_ORGANIZER_RECORD = {
  courses: { proposed: 1, accredited: 4, closed: 2, refused: 1, cancelled: 0 },
  rosters: { posted: 6, late: 1 },
  rows: { posted: 412, accepted: 398, refused: 14 },
  awards: { pending: 12, approved: 380, rejected: 4, revoked: 1, withdrawn: 1 },
  late_rosters: [
    {
      roster_id: exampleId('rst'),
      course_id: exampleId('crs'),
      title: 'Congreso de Pediatría de Muestra',
      due_on: '2026-03-21',
      posted_on: '2026-03-30',
      days_late: 9,
    },
  ],
  missing_rosters: [
    {
      course_id: exampleId('crs', 2),
      title: 'Taller de Ejemplo',
      due_on: '2026-04-02',
      days_late: 3,
    },
  ],
  last_seen_at: '2026-03-30T16:20:11.000Z',
};
