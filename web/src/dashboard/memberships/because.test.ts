import { expect, test } from 'vitest';
import { BECAUSE, countsWords } from './because.ts';

const nameOf = (code: string) => (code === 'emc' ? 'Educación continua' : code);
const say = (because: string | null, words = BECAUSE.es, counted = 6) =>
  countsWords({ points: 10, counted, because }, nameOf, words, String);

test.each([
  'cap:emc',
  'yearly_cap:emc',
  'share:emc',
  'award_cap:emc',
  'multiplier:emc',
  'not_among_largest',
  'outside_terms',
  'not_in_version',
])('%s is explained in words, in both languages', (because) => {
  for (const words of [BECAUSE.es, BECAUSE.en]) {
    const said = say(because, words);
    expect(said).not.toContain(words.other);
    expect(said).not.toContain('_');
  }
});

test('the sentence has the points that count and the reason', () => {
  expect(say('yearly_cap:emc')).toBe(
    'Cuenta 6 de 10: la categoría «Educación continua» ya está llena este año.',
  );
  expect(say('multiplier:emc', BECAUSE.en, 20)).toBe(
    'Counts 20 in place of 10: the category “Educación continua” multiplies its points.',
  );
  expect(say(null)).toBe('');
});

test('a reason that is not known yet is not shown as a code', () => {
  expect(say('something_new:x')).toContain(BECAUSE.es.other);
});
