/** The awards that the API description shows. */

import { EXAMPLE_HASH, EXAMPLE_TIMES, exampleId } from '../examples.ts';

const program_id = exampleId('prg');

/** An award for a course. Its points and days come from the course. */
export const EXAMPLE_COURSE_AWARD = {
  member_id: exampleId('mem'),
  course_id: exampleId('crs'),
  completed_on: '2026-03-06',
  attendance_percent: 95,
  evidence: [{ url: 'https://example.com/constancias/1.pdf' }],
};

/** An award for an activity without a course. */
export const EXAMPLE_ACTIVITY_AWARD = {
  member_id: exampleId('mem'),
  activity: {
    title: 'Artículo en una revista arbitrada',
    provider: 'Revista de Ejemplo',
    kind: 'publicación',
  },
  completed_on: '2026-02-14',
  points: [{ program_id, category: 'docencia', points: 5 }],
  evidence: [{ note: 'Carta de aceptación recibida por correo.' }],
  external_id: 'articulo-1',
};

export const EXAMPLE_AWARD_CHANGE = { completed_on: '2026-03-05', hours: 18, metadata: { revisado: 'si' } };

export const EXAMPLE_AWARD = {
  id: exampleId('awd'),
  object: 'award',
  livemode: true,
  ...EXAMPLE_COURSE_AWARD,
  activity: null,
  role: 'attendee',
  hours: 20,
  score: null,
  points: [{ program_id, category: 'emc', points: 10 }],
  status: 'approved',
  decision: { by: exampleId('key'), at: '2026-03-10T17:00:00.000Z', reason: null },
  roster_id: null,
  diploma: null,
  badge_url: null,
  no_badge_because: 'not_read_yet',
  entry: { seq: 1, hash: EXAMPLE_HASH, prev_hash: '0'.repeat(64) },
  external_id: null,
  metadata: {},
  ...EXAMPLE_TIMES,
};

export const EXAMPLE_DECISIONS = {
  approve: { reason: 'Evidencia revisada.' },
  reject: { reason: 'La constancia no corresponde al curso.' },
  revoke: { reason: 'El organizador informó que no asistió.' },
  withdraw: { reason: 'Se reportó dos veces.' },
};
