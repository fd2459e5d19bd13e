/** The course that the API description shows. */

import { EXAMPLE_TIMES, exampleId } from '../examples.ts';

const program_id = exampleId('prg');

export const EXAMPLE_NEW_COURSE = {
  code: 'PED-2026-07',
  title: 'Congreso de Pediatría de Muestra',
  description: 'Tres días de conferencias y talleres.',
  provider: { name: 'Hospital de Ejemplo', contact: 'educacion@example.com' },
  modality: 'hybrid',
  place: 'Guadalajara, Jalisco',
  starts_on: '2026-03-04',
  ends_on: '2026-03-06',
  hours: 20,
  points: [
    { program_id, category: 'emc', points: 10 },
    { program_id, role: 'speaker', category: 'docencia', points: 15.5 },
  ],
  requirements: { min_attendance_percent: 80, min_score: null },
  claim_until: '2099-12-31',
  capacity: 500,
  external_id: 'congreso-2026',
  metadata: { sede: 'Expo' },
};

export const EXAMPLE_COURSE_CHANGE = {
  title: 'Congreso de Pediatría de Muestra 2026',
  provider: { contact: 'congreso@example.com' },
  capacity: 600,
};

export const EXAMPLE_COURSE = {
  id: exampleId('crs'),
  object: 'course',
  livemode: true,
  organizer_id: exampleId('org'),
  ...EXAMPLE_NEW_COURSE,
  badge_image: null,
  points: EXAMPLE_NEW_COURSE.points.map((line) => ({ role: 'attendee', ...line })),
  roles: ['attendee', 'speaker'],
  accreditation: {
    folio: 'AVAL-2026-000123',
    accredited_on: '2026-02-20',
    valid_until: null,
    by: exampleId('key'),
    reason: null,
  },
  status: 'accredited',
  ...EXAMPLE_TIMES,
};
