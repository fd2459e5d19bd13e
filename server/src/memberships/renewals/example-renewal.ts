/** The renewal that the API description shows. */

import { EXAMPLE_HASH, EXAMPLE_TIMES, exampleId } from '../examples.ts';
import { EXAMPLE_EVALUATION } from '../standing/example-evaluation.ts';

export const EXAMPLE_REQUESTS = {
  requirements: { basis: 'requirements', reason: 'Solicitud del miembro.' },
  exception: { basis: 'exception', reason: 'Acta 12 del comité: enfermedad.', approve: true },
};

export const EXAMPLE_APPROVAL = { reason: 'Expediente completo.' };
export const EXAMPLE_REJECTION = { reason: 'Falta el pago de la cuota.' };
export const EXAMPLE_WITHDRAWAL = { reason: 'El miembro la pedirá más adelante.' };
export const EXAMPLE_ANNULMENT = { reason: 'Se aprobó la de otra persona por error.' };

const MET = {
  ...EXAMPLE_EVALUATION,
  met: true,
  counted: 62,
  missing_points: 0,
  earned: 62,
  by_category: [{ code: 'emc', earned: 62, counted: 62, max_points: null }],
  by_year: [
    { starts_on: '2025-01-01', ends_on: '2025-12-31', counted: 32 },
    { starts_on: '2026-01-01', ends_on: '2026-12-31', counted: 30 },
    { starts_on: '2027-01-01', ends_on: '2027-12-31', counted: 0 },
  ],
  requirements: [{ code: 'total', name: 'Total', min: 60, have: 62, missing: 0, met: true }],
  awards: [
    { id: exampleId('awd', 1), counted: 32, because: null },
    { id: exampleId('awd', 2), counted: 30, because: null },
  ],
  as_of: '2027-11-15',
};

export const EXAMPLE_RENEWAL = {
  id: exampleId('rnw'),
  object: 'renewal',
  livemode: true,
  membership_id: exampleId('mbs'),
  member_id: exampleId('mem'),
  program_id: exampleId('prg'),
  term_id: exampleId('trm', 1),
  status: 'approved',
  contradicted: false,
  basis: 'requirements',
  reason: null,
  requested_on: '2027-11-15',
  decision: { by: exampleId('key'), at: '2027-11-15T18:00:00.000Z', reason: 'Expediente completo.' },
  snapshot: {
    evaluation: MET,
    checklist: [
      { code: 'cuota', name: 'Cuota pagada', done: true, done_on: '2027-11-01', certificate_id: null },
    ],
    ledger_head: { seq: 2, hash: EXAMPLE_HASH },
    taken_at: '2027-11-15T18:00:00.000Z',
  },
  snapshot_sha256: EXAMPLE_HASH,
  new_term_id: exampleId('trm', 2),
  constancia: null,
  ...EXAMPLE_TIMES,
};
