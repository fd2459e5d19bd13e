/** The evaluation that the API description shows: 60 points in three years, of which the member has 10. */

export const EXAMPLE_EVALUATION = {
  met: false,
  counted: 10,
  missing_points: 50,
  as_of: '2026-03-10',
  program_version: 1,
  term: 1,
  starts_on: '2025-01-01',
  ends_on: '2027-12-31',
  extended_until: null,
  earned: 10,
  carried_in: 0,
  carries_out: 0,
  by_category: [{ code: 'emc', earned: 10, counted: 10, max_points: null }],
  by_year: [
    { starts_on: '2025-01-01', ends_on: '2025-12-31', counted: 0 },
    { starts_on: '2026-01-01', ends_on: '2026-12-31', counted: 10 },
    { starts_on: '2027-01-01', ends_on: '2027-12-31', counted: 0 },
  ],
  checklist: [],
  requirements: [{ code: 'total', name: 'Total', min: 60, have: 10, missing: 50, met: false }],
  awards: [{ id: 'awd_0Ejemplo00000000000001', category: 'emc', counted: 10, because: null }],
};
