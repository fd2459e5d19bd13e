import { expect, test } from 'vitest';
import { limitWords } from './limit-words.ts';
import { TEXT } from './text.ts';

const plain = {
  code: 'emc',
  name: 'EMC',
  parent: null,
  max_points: null,
  max_points_per_year: null,
  max_awards_per_year: null,
};
const say = (limits: object) => limitWords({ ...plain, ...limits }, TEXT.es.limitWords, String);

test('what is special about a category is said in words, and nothing of a plain one', () => {
  expect(say({})).toEqual([]);
  expect(say({ max_points: 10, max_points_per_year: 5, multiplier: 1.5 })).toEqual([
    '10 por periodo',
    '5 por año',
    'valen × 1.5',
  ]);
  expect(say({ unit: 'horas', max_awards_per_year: 2, multiplier: 2, multiplier_first_points: 20 })).toEqual([
    'en horas',
    'las 2 mayores de cada año',
    'los primeros 20 valen × 2',
  ]);
  expect(say({ max_share: { percent: 25, of: 'counted' } })).toEqual(['25 % de lo que cuenta']);
  expect(say({ max_share: { percent: 25, of: ['total'] } })).toEqual(['25 % de lo que se pide']);
});

test('a number that is still being typed is not said', () => {
  expect(say({ max_points: Number.NaN })).toEqual([]);
});
