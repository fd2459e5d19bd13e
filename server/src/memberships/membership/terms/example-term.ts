/** The membership and the term that the API description shows. */

import { EXAMPLE_TIMES, exampleId } from '../../examples.ts';
import { EXAMPLE_EVALUATION } from '../../standing/example-evaluation.ts';

export const EXAMPLE_NEW_MEMBERSHIP = {
  program_id: exampleId('prg'),
  starts_on: '2025-01-01',
  tracks: ['docente'],
  first_term_number: 3,
  external_id: 'certificado-1',
  metadata: { libro: '12', foja: '340' },
};

export const EXAMPLE_MEMBERSHIP_CHANGE = {
  tracks: ['docente', 'examen'],
  metadata: { foja: '341', libro: null },
};

export const EXAMPLE_STEPS = {
  suspend: { reason: 'Cuota vencida.', on: '2026-03-01' },
  reactivate: { reason: 'Cuota pagada.' },
  end: { reason: 'Renuncia por escrito.', on: '2026-03-31' },
};

export const EXAMPLE_EXTENSION = { until: '2028-06-30', reason: 'Prórroga acordada por el comité.' };

export const EXAMPLE_WAIVER = { min_points: 40, reason: 'Año sabático aprobado por el comité.' };

export const EXAMPLE_MARK = { done: true, done_on: '2026-03-09', note: 'Recibo 0001.' };

export const EXAMPLE_TERM = {
  id: exampleId('trm'),
  object: 'term',
  livemode: true,
  membership_id: exampleId('mbs'),
  number: 1,
  program_version: 1,
  tracks: ['docente'],
  starts_on: '2025-01-01',
  ends_on: '2027-12-31',
  extended_until: null,
  extension_reason: null,
  waivers: [],
  checklist: [
    {
      code: 'cuota',
      name: 'Cuota pagada',
      done: true,
      done_on: '2026-03-09',
      note: 'Recibo 0001.',
      certificate_id: null,
    },
  ],
  renewal_id: null,
  void: false,
  evaluation: EXAMPLE_EVALUATION,
  ...EXAMPLE_TIMES,
};

const { met, counted, missing_points } = EXAMPLE_EVALUATION;

export const EXAMPLE_MEMBERSHIP = {
  id: exampleId('mbs'),
  object: 'membership',
  livemode: true,
  member_id: exampleId('mem'),
  program_id: exampleId('prg'),
  starts_on: '2025-01-01',
  anchor: null,
  first_term_number: 1,
  tracks: ['docente'],
  status: 'active',
  suspended_on: null,
  suspend_reason: null,
  lost_on: null,
  ended_on: null,
  end_reason: null,
  standing: 'current',
  valid: true,
  valid_until: '2027-12-31',
  as_of: '2026-03-10',
  current_term: { ...EXAMPLE_TERM, evaluation: { met, counted, missing_points } },
  external_id: 'certificado-1',
  metadata: { libro: '12', foja: '340' },
  ...EXAMPLE_TIMES,
};
