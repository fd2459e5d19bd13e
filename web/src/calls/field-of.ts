/** Finds the field that a refusal is about: from its code, or from the field name of the API in its message. */

import { ApiError } from './make-calls.ts';

const BY_CODE: Readonly<Record<string, string>> = {
  invalid_curp: 'curp',
  curp_taken: 'curp',
  invalid_rfc: 'rfc',
  rfc_taken: 'rfc',
  license_taken: 'professional_license',
  member_number_taken: 'member_number',
  external_id_taken: 'external_id',
};

export function fieldOf<Name extends string>(error: unknown, names: readonly Name[]): Name | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const quoted = /`([^`]+)`/.exec(error.message)?.[1];
  return names.find((name) => name === BY_CODE[error.code]) ?? names.find((name) => name === quoted);
}

/** Removes the quotes that the server puts around names of fields for programmers. */
export function plainWords(error: Error | null): string | undefined {
  return error?.message.replaceAll('`', '');
}
