import { expect, test } from 'vitest';
import { becauseWords } from './because.ts';
import { TEXT } from './text.ts';

const nameOf = (code: string) => (code === 'emc' ? 'Educación continua' : code);

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
  for (const { because: words } of [TEXT.es, TEXT.en]) {
    const said = becauseWords(because, nameOf, words);
    expect(said).not.toBe(words.other);
    expect(said).not.toContain('_');
  }
});

test('a reason that is not known yet is not shown as a code', () => {
  expect(becauseWords('something_new:x', nameOf, TEXT.es.because)).toBe(TEXT.es.because.other);
});
