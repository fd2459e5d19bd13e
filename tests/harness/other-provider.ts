/** Another provider and its constancias. This Sello trusts the provider's root as if its settings named it. */

import { createHash } from 'node:crypto';
import type { TrustProfile } from '../../proof/src/index.ts';
import { type ForgedProvider, forgeProvider } from './forged-provider.ts';
import type { Part } from './multipart.ts';
import type { TestSello } from './test-sello.ts';

export const DAY_MS = 86_400_000;

export async function trustOther(
  sello: TestSello,
  options: Partial<Parameters<typeof forgeProvider>[0]> = {},
): Promise<ForgedProvider> {
  const other = await forgeProvider({
    name: 'Otro PSC',
    notBefore: new Date(Date.now() - 2_000 * DAY_MS),
    notAfter: new Date(Date.now() + 2_000 * DAY_MS),
    ...options,
  });
  (sello.ports.adoption.trust as TrustProfile[]).push(other.profile);
  return other;
}

export const sha256Of = (content: string): Buffer => createHash('sha256').update(content).digest();

/** A year ago: long before anything else in the test. */
export const ISSUED_AT = new Date(Math.floor((Date.now() - 365 * DAY_MS) / 1000) * 1000);

export const evidencePart = (value: Uint8Array | string, filename = 'contrato.pdf.asn1'): Part => ({
  name: 'evidence',
  value,
  filename,
});

export const filePart = (value: string | Uint8Array): Part => ({
  name: 'file',
  value,
  filename: 'contrato.pdf',
  type: 'application/pdf',
});
