/**
 * The program that the API description shows: 60 points in three years, at least 35 of them by learning and 8 in each
 * of its fields, at most 25 by giving back; up to 20 of the last year are carried over. These are the renewal rules of
 * the PMP.
 */

export const EXAMPLE_RULES = {
  term_months: 36,
  anchor: null,
  categories: [
    { code: 'education', name: 'Education' },
    { code: 'wow', name: 'Ways of Working', parent: 'education' },
    { code: 'power', name: 'Power Skills', parent: 'education' },
    { code: 'business', name: 'Business Acumen', parent: 'education' },
    { code: 'giving', name: 'Giving Back', max_points: 25 },
    { code: 'working', name: 'Working as a professional', parent: 'giving', max_points: 8 },
    { code: 'volunteer', name: 'Volunteering', parent: 'giving' },
  ],
  requirements: [
    { code: 'total', name: 'Total', min_points: 60, period: 'term' },
    { code: 'education', name: 'Education', min_points: 35, period: 'term', categories: ['education'] },
    { code: 'wow', min_points: 8, period: 'term', categories: ['wow'] },
    { code: 'power', min_points: 8, period: 'term', categories: ['power'] },
    { code: 'business', min_points: 8, period: 'term', categories: ['business'] },
  ],
  carry_over: { max_points: 20, earned_within_months: 12 },
  grace_days: 30,
  renewal_opens_days: 120,
};

export const EXAMPLE_PROGRAM = {
  name: 'Project Management Professional',
  unit: 'PDU',
  rules: EXAMPLE_RULES,
  checklist: [{ code: 'dues', name: 'Renewal fee paid' }],
  external_id: 'pmp',
};

export const EXAMPLE_TRIAL = {
  membership: { starts_on: '2026-01-10', extended_until: { '1': '2029-03-31' } },
  awards: [
    { id: 'a1', completed_on: '2026-05-09', category: 'wow', points: 18.5 },
    { id: 'a2', completed_on: '2027-03-15', category: 'working', points: 12 },
  ],
  term: 1,
};
