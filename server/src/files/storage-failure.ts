/** The error for callers when a store cannot save or read a file at the moment. */

import { AppError } from '../kernel/errors.ts';

export function storageUnavailable(cause: unknown): AppError {
  return new AppError(
    'storage_unavailable',
    {
      en: 'The file could not be stored at the moment. Nothing was changed; please try again in {wait}.',
      es: 'El archivo no se pudo guardar en este momento. No se cambió nada; intente de nuevo en {wait}.',
    },
    { cause, retryAfterSeconds: 5 },
  );
}

/**
 * Turns an error with a system code, which came from the disk, into a 503. Everything else is a bug and passes
 * through.
 */
export function asDiskError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error instanceof AppError ? error : storageUnavailable(error);
}

export function rethrowAsDiskError(error: unknown): never {
  throw asDiskError(error);
}
