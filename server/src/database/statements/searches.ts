/** Reads whose cost their caller chose: each is ended sooner than other statements. */

import { AppError } from '../../kernel/errors.ts';

/** The time limit of a search. Over a million records a search takes well below a second. */
export const SEARCH_MS = 4_000;

export const isCancelled = (error: unknown) => (error as { code?: unknown }).code === '57014';

/** The error for a search that took too long. The caller chose its cost, so the call counts against rate and quota. */
export function searchTooLong(): AppError {
  return new AppError(
    'rate_limit_exceeded',
    {
      en: `The search took more than ${SEARCH_MS / 1000} seconds and was ended. Use fewer or longer words, or try again in {wait}.`,
      es: `La búsqueda tardó más de ${SEARCH_MS / 1000} segundos y se interrumpió. Use menos palabras o palabras más largas, o intente de nuevo en {wait}.`,
    },
    { retryAfterSeconds: 5 },
  );
}
