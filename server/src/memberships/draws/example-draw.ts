/** The draw and the review that the API description shows. */

import { EXAMPLE_HASH, EXAMPLE_TIMES, exampleId } from '../examples.ts';

export const EXAMPLE_NEW_DRAW = {
  program_id: exampleId('prg'),
  name: 'Revisión anual 2026',
  share_percent: 5,
  from: '2026-01-01',
  to: '2026-12-31',
  evidence_days: 30,
  instructions: 'Envíe las constancias de los cursos que reportó en el periodo.',
};

export const EXAMPLE_CANCELLATION = { reason: 'El periodo se indicó mal.' };
export const EXAMPLE_DECISION = { outcome: 'passed', reason: 'La evidencia está completa.' };

export const EXAMPLE_DRAW = {
  id: exampleId('drw'),
  object: 'draw',
  livemode: true,
  ...EXAMPLE_NEW_DRAW,
  number: 3,
  count: null,
  status: 'drawn',
  waiting_for: null,
  candidates: 812,
  seal: {
    sha256: EXAMPLE_HASH,
    certificate_id: exampleId('cert'),
    qr_verification_url: 'https://sello.example/v/0Ejemplo00000000000001',
    stamped_at: '2026-03-09T16:20:13Z',
    network: 'eip155:1',
    trust: 'public',
    finality: 'finalized',
    from_block: 24_600_030,
  },
  block: { number: 24_600_030, hash: EXAMPLE_HASH, time: '2026-03-09T16:26:11.000Z' },
  drawn_at: '2026-03-09T16:41:02.000Z',
  due_on: '2026-04-08',
  reviews: { open: 41, passed: 0, failed: 0, excused: 0, cancelled: 0 },
  cancellation: null,
  public_url: `https://sello.example/draws/${exampleId('acct')}/3`,
  ...EXAMPLE_TIMES,
};

export const EXAMPLE_REVIEW = {
  id: exampleId('rvw'),
  object: 'review',
  livemode: true,
  draw_id: exampleId('drw'),
  membership_id: exampleId('mbs'),
  member_id: exampleId('mem'),
  member: { member_number: '00012', name: 'Ana Luna Paz' },
  rank: 1,
  status: 'open',
  due_on: '2026-04-08',
  evidence: [
    {
      certificate_id: exampleId('cert', 2),
      note: 'Constancia del congreso de marzo.',
      sent_at: '2026-03-12T15:00:00.000Z',
    },
  ],
  decision: null,
  ...EXAMPLE_TIMES,
};
