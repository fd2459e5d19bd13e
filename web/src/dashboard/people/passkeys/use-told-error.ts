import { useText } from '../../../i18n/use-text.ts';
import { CeremonyError } from './ceremony.ts';
import { TEXT } from './text.ts';

/** The error in words for people: browsers describe a failed ceremony in technical terms. */
export function useToldError(error: Error | null): Error | null {
  const { failures } = useText(TEXT);
  return error instanceof CeremonyError ? new Error(failures[error.failure], { cause: error }) : error;
}
