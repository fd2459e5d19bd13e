import { expect, test } from 'vitest';
import { AppError, waitWords } from './errors.ts';

test('an error has a public text, and its cause is never shown', () => {
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

test.for([
  [0, '0 seconds', '0 segundos'],
  [1, '1 second', '1 segundo'],
  [119, '119 seconds', '119 segundos'],
  [120, '2 minutes', '2 minutos'],
  [121, '3 minutes', '3 minutos'],
  [7_200, '2 hours', '2 horas'],
  [172_801, '3 days', '3 días'],
] as const)('%d s: %s', ([seconds, en, es]) => {
  expect(waitWords(seconds)).toEqual({ en, es });
});

test('the stated wait is never shorter than the real one', () => {
  const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
  for (let seconds = 0; seconds < 400_000; seconds += 37) {
    const [count = '', unit = ''] = waitWords(seconds).en.replace(/s$/, '').split(' ');
    expect(Number(count) * units[unit as keyof typeof units]).toBeGreaterThanOrEqual(seconds);
  }
});

test('a sentence takes its wait from the header', () => {
  const text = { en: 'Try again in {wait}.', es: 'Intente de nuevo en {wait}.' };
  const error = new AppError('overloaded', text, { retryAfterSeconds: 90 });
  expect(error.text).toEqual({ en: 'Try again in 90 seconds.', es: 'Intente de nuevo en 90 segundos.' });
  expect(error.message).toBe(error.text.en);
});
