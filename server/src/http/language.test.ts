import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.for([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['en', 'en'],
  ['es', 'es'],
  ['ES', 'es'],
  ['es-MX', 'es'],
  ['es-419,es;q=0.9', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en,es', 'en'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['en;q=0.1, es;q=0.2', 'es'],
  ['es;q=0', 'en'],
  ['es;q=0, fr', 'en'],
  ['fr, de', 'en'],
  ['fr, es;q=0.1', 'es'],
  ['est', 'en'],
  ['esperanto', 'en'],
  ['es;q=nonsense', 'en'],
  [';;;,,,q=', 'en'],
  [`es${',x'.repeat(500)}`, 'en'],
] as const)('%j is answered in %s', ([header, language]) => {
  expect(preferredLanguage(header)).toBe(language);
});
