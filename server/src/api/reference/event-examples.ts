/** Examples of the `data` of events, for kinds of events that have the same fields. */

export const MEMBER = 'mem_0Ejemplo00000000000001';
export const MEMBERSHIP = 'mbs_0Ejemplo00000000000001';
export const TERM = 'trm_0Ejemplo00000000000001';
export const PROGRAM = 'prg_0Ejemplo00000000000001';
export const CLOCK = 'clk_0Ejemplo00000000000001';
export const COURSE = 'crs_0Ejemplo00000000000001';

export const award = (status: string) => ({
  id: 'awd_0Ejemplo00000000000001',
  object: 'award',
  member_id: MEMBER,
  course_id: COURSE,
  roster_id: null,
  status,
  completed_on: '2026-03-09',
  points: [{ program_id: PROGRAM, category: 'courses', points: 8 }],
});

export const key = (status: string, more: object = {}) => ({
  id: 'key_0Ejemplo00000000000001',
  object: 'key',
  name: 'ERP',
  mode: 'live',
  status,
  scopes: ['certificates:read', 'certificates:write'],
  rate_per_minute: 120,
  monthly_quota: 10_000,
  month_requests: 0,
  hint: 'sello_live_4f…k2',
  created_by: 'per_0Ejemplo00000000000001',
  created_at: '2026-03-09T16:20:11.000Z',
  expires_at: null,
  revoked_at: null,
  revoked_reason: null,
  last_used_at: null,
  old_secret_ends_at: null,
  organizer_id: null,
  ...more,
});

export const day = (object: 'term' | 'membership', more: object = {}) => ({
  id: object === 'term' ? TERM : MEMBERSHIP,
  object,
  membership_id: MEMBERSHIP,
  term_id: TERM,
  member_id: MEMBER,
  program_id: PROGRAM,
  valid_until: '2026-12-31',
  lapses_on: '2027-03-31',
  ...more,
});

/** The caller's own id of the membership. */
export const EXTERNAL_ID = 'afiliado-1187';

export const membership = (more: object) => ({
  id: MEMBERSHIP,
  object: 'membership',
  ...more,
  external_id: EXTERNAL_ID,
});

export const course = (status: string, more: object = {}) => ({
  id: COURSE,
  object: 'course',
  status,
  ...more,
});

export const renewal = (status: string, more: object = {}) => ({
  id: 'ren_0Ejemplo00000000000001',
  object: 'renewal',
  status,
  ...more,
});

export const diploma = (status: string, more: object) => ({
  id: 'doc_0Ejemplo00000000000001',
  object: 'diploma',
  award_id: 'awd_0Ejemplo00000000000001',
  member_id: MEMBER,
  status,
  ...more,
});

export const seat = (more: object = {}) => ({ id: 'seat_0Ejemplo0000000000001', role: 'approver', ...more });

export const allowanceRequest = (granted: number | null) => ({
  id: 'alr_0Ejemplo00000000000001',
  object: 'allowance_request',
  certificates: 50,
  certificates_granted: granted,
  certificates_left: granted ?? 0,
});

const DRAW = 'drw_0Ejemplo00000000000001';

export const draw = (status: string, more: object = {}) => ({
  id: DRAW,
  object: 'draw',
  program_id: PROGRAM,
  number: 3,
  status,
  ...more,
});

export const review = (status: string, more: object = {}) => ({
  id: 'rvw_0Ejemplo00000000000001',
  object: 'review',
  draw_id: DRAW,
  membership_id: MEMBERSHIP,
  member_id: MEMBER,
  status,
  ...more,
});

export const SEALED_COPY = {
  when: {
    en: 'A PDF got its sealed copy. The record is that of the original; `sealed` names the copy.',
    es: 'Un PDF ya tiene su copia sellada. El registro es el del original; `sealed` nombra la copia.',
  },
  sameAs: 'getCertificate',
} as const;
