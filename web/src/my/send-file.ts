/** Files that a member sends as evidence. */

import { api } from './api.ts';

export const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/webp,image/heic';

/** Resolves with the id of the evidence. */
export async function sendFile(file: File): Promise<string> {
  // A file of a type that the browser does not know is sent as a PDF.
  const known = file.type ? file : new File([file], file.name, { type: 'application/pdf' });
  return (await api.sendOwnEvidence(known)).evidence_id;
}
