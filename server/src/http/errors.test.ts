import { expect, test } from 'vitest';
import { OperatorError } from '../kernel/operator-error.ts';
import { toAnswer, toAppError } from './errors.ts';

test("a caller whose request meets an operator's error gets a generic 500, and the log gets all of it", () => {
  const error = new OperatorError({ en: 'The key is gone. Put it back.', es: 'Falta la llave. Devuélvala.' });
  const shown = toAppError(error);
  expect(shown.cause).toBe(error);
  const { status, body } = toAnswer(shown, 'en');
  expect([status, body.error]).toEqual([500, 'internal_error']);
  expect(body.message).not.toContain('key is gone');
});
