import { expect, test } from 'vitest';
import { fieldOf } from './field-of.ts';
import { ApiError } from './make-calls.ts';

test('a refusal is shown at the field that it names', () => {
  const names = ['curp', 'email'];
  expect(fieldOf(new ApiError(422, 'invalid_curp', 'La CURP no es válida.'), names)).toBe('curp');
  expect(fieldOf(new ApiError(422, 'validation_failed', '`email` must be an address.'), names)).toBe('email');
  expect(fieldOf(new ApiError(422, 'validation_failed', '`phone` is too long.'), names)).toBeUndefined();
  expect(fieldOf(new Error('`email`'), names)).toBeUndefined();
});
