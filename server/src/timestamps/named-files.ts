/** Reads the files named in the providers' settings. */

import { readFileSync } from 'node:fs';
import { decodePem, ProofError, parseSigningCertificate } from '@sello/proof';

/**
 * Reads the certificates in a PEM file. An unreadable root would make every token fail later, so it is reported now.
 */
export function readRoots(file: string, called: string, problems: string[]): Uint8Array[] {
  const text = readText(file, called, problems);
  if (text === undefined) return [];
  let roots: Uint8Array[];
  try {
    roots = decodePem('CERTIFICATE', text);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    problems.push(`${called}: ${file} is not PEM: ${error.message}`);
    return [];
  }
  if (roots.length === 0) problems.push(`${called}: there is no certificate in ${file}`);
  if (roots.some((root) => parseSigningCertificate(root) === undefined)) {
    problems.push(`${called}: ${file} holds a certificate that cannot be read`);
  }
  return roots;
}

export function readText(file: string, called: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    problems.push(`${called}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}
