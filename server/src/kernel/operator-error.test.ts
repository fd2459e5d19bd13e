import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { OperatorError } from './operator-error.ts';

const TEXT = { en: 'The key is gone. Put it back.', es: 'Falta la llave. Devuélvala.' };

test('it says what is wrong and how to fix it, keeps its cause, and is not an AppError', () => {
  const cause = new Error('EACCES');
  const error = new OperatorError(TEXT, { cause });
  expect(error).toMatchObject({ name: 'OperatorError', message: TEXT.en, text: TEXT, cause });
  expect(error).not.toBeInstanceOf(AppError);
  expect('cause' in new OperatorError(TEXT)).toBe(false);
});
