/** Refusals of whole tables. */

import { AppError } from '../../../kernel/errors.ts';

export function invalidTable(en: string, es: string): AppError {
  return new AppError('validation_failed', { en, es });
}

export function noRows(): AppError {
  return invalidTable(
    'There are no rows. Send a first row with the names of the columns and at least one row below it.',
    'No hay filas. Envíe una primera fila con los nombres de las columnas y al menos una fila debajo.',
  );
}

export function tooManyRows(): AppError {
  return new AppError('roster_too_large', {
    en: 'There are more than 10,000 rows. Send them in parts.',
    es: 'Hay más de 10,000 filas. Envíelas en partes.',
  });
}
