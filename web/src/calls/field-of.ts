/** Which field a refusal is about: its code says so, or its message names the field as the API calls it. */

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

/** The server quotes names of fields for programmers. */
export function plainWords(error: Error | null): string | undefined {
  return error?.message.replaceAll('`', '');
}
