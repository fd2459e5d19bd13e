import { expect, test } from 'vitest';
import { AppError } from './errors.ts';

test('an error has a public text and keeps its cause to itself', () => {
  const cause = new Error('relation "x" does not exist');
  const error = new AppError(
    'internal_error',
    { en: 'Ours.', es: 'Nuestro.' },
    { cause, retryAfterSeconds: 2 },
  );
  expect(error).toMatchObject({
    name: 'AppError',
    message: 'Ours.',
    code: 'internal_error',
    retryAfterSeconds: 2,
    headers: {},
    cause,
  });
});

test('without a cause there is none', () => {
  expect('cause' in new AppError('not_found', { en: 'No.', es: 'No.' })).toBe(false);
});
