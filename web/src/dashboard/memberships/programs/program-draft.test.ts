import { expect, test } from 'vitest';
import {
  codeFrom,
  depthOf,
  draftOf,
  EMPTY_RULES,
  familyOf,
  leavesOf,
  problemsIn,
  problemsOf,
} from './program-draft.ts';

const draft = draftOf({
  name: 'Consejo',
  unit: 'puntos',
  checklist: [],
  rules: {
    term_months: 60,
    categories: [
      { code: 'otros', name: 'Otros' },
      { code: 'libros', name: 'Libros', parent: 'otros', max_points: 10 },
      { code: 'emc', name: 'EMC' },
    ],
    requirements: [{ code: 'total', min_points: 50, period: 'term', categories: ['libros'] }],
  },
});

test('a refusal of the engine is shown at its field, in the language of the page', () => {
  const problems = problemsOf(draft, 'es');
  expect(problems['rules.requirements[0].min_points']).toMatch(/^Pide 50/);
  expect(problemsOf(draftOf({ ...draft, rules: EMPTY_RULES }), 'en')).toEqual({});
});

test('codes are judged as the server does', () => {
  const bad = { ...draft, checklist: [{ code: 'Ñ', name: 'x', tracks: [] }] };
  expect(problemsOf(bad, 'en')['checklist[0].code']).toMatch(/^Lower-case/);
});

test('the paths in a refusal lead to their fields', () => {
  const message =
    'rules.categories[1].parent names no category. rules.requirements[0].min_points asks for 50, but at most 10.';
  expect(problemsIn(message)).toEqual({
    'rules.categories[1].parent': 'Names no category.',
    'rules.requirements[0].min_points': 'Asks for 50, but at most 10.',
  });
  expect(problemsIn('`rules.term_months` must be at most 120.')).toEqual({
    'rules.term_months': 'Must be at most 120.',
  });
  expect(problemsIn('The program changed meanwhile.')).toEqual({});
});

test('the tree is read as it is', () => {
  expect([...familyOf(draft.rules, 'otros')]).toEqual(['otros', 'libros']);
  expect(leavesOf(draft.rules).map(({ code }) => code)).toEqual(['libros', 'emc']);
  expect(depthOf(draft.rules, 'libros')).toBe(1);
});

test('a code is made from a name, once', () => {
  expect(codeFrom('Educación médica', [])).toBe('educacion_medica');
  expect(codeFrom('EMC', ['emc'])).toBe('emc_2');
  expect(codeFrom('¿?', [])).toBe('c');
});
