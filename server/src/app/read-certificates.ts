/** What was not found, and what belongs to somebody else, look the same. */

import { AppError } from '../domain/errors.ts';

export function certificateNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no certificate with this id in your account (in the mode of this key).',
    es: 'No hay ningún certificado con este id en su cuenta (en el modo de esta clave).',
  });
}
