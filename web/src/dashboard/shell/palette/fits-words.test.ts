import { expect, test } from 'vitest';
import { fitsWords } from './fits-words.ts';

test('words fit in any order, by their beginnings, without case and accents', () => {
  expect(fitsWords('Claves de API', 'api')).toBe(true);
  expect(fitsWords('Página propia Membresías', 'MEMBRESIAS pagina')).toBe(true);
  expect(fitsWords('Bitácora', 'bita')).toBe(true);
});

test('a word inside another word, or one that is missing, does not fit', () => {
  expect(fitsWords('Certificados', 'ados')).toBe(false);
  expect(fitsWords('Claves de API', 'claves lotes')).toBe(false);
});
