import { useText } from '../../../i18n/use-text.ts';
import { CeremonyError } from './ceremony.ts';
import { TEXT } from './text.ts';

/** The same error in words for people: what browsers say of a failed ceremony is for programs. */
export function useToldError(error: Error | null): Error | null {
  const { failures } = useText(TEXT);
  return error instanceof CeremonyError ? new Error(failures[error.failure], { cause: error }) : error;
}
