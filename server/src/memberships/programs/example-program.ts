/** The program that the API description shows. */

export const EXAMPLE_RULES = {
  term_months: 36,
  anchor: null,
  categories: [
    { code: 'cursos', name: 'Cursos y congresos' },
    { code: 'docencia', name: 'Docencia', max_points: 20 },
    { code: 'publicaciones', name: 'Publicaciones', max_points_per_year: 10 },
  ],
  requirements: [
    { code: 'total', name: 'Total del periodo', min_points: 54, period: 'term' },
    { code: 'anual', name: 'Mínimo por año', min_points: 10, period: 'year', categories: ['cursos'] },
  ],
  carry_over: { max_points: 10, earned_within_months: 12 },
  grace_days: 30,
  renewal_opens_days: 120,
};

export const EXAMPLE_PROGRAM = {
  name: 'Recertificación 2026',
  unit: 'créditos',
  rules: EXAMPLE_RULES,
  checklist: [{ code: 'cuota', name: 'Cuota anual al corriente' }],
  external_id: 'recertificacion-2026',
};

export const EXAMPLE_TRIAL = {
  membership: { starts_on: '2026-01-01', extended_until: { '1': '2029-03-31' } },
  awards: [
    { id: 'a1', completed_on: '2026-05-09', category: 'cursos', points: 18.5 },
    { id: 'a2', completed_on: '2027-03-15', category: 'docencia', points: 25 },
  ],
  term: 1,
};
