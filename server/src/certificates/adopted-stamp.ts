/** Refuses a constancia that the account already has here: adopting it twice would prove nothing more. */

import { AppError } from '../kernel/errors.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { Stamp } from '../timestamps/ports.ts';
import type { CertificateStore } from './ports.ts';

export async function assertNotKnown(
  { certificates }: { certificates: Pick<CertificateStore, 'stampedAlready'> },
  owner: Owner,
  { adopted, sha256 }: { adopted?: Stamp; sha256: Sha256Hex },
): Promise<void> {
  const known = adopted && (await certificates.stampedAlready(owner, sha256, adopted.facts));
  if (known !== undefined) throw evidenceKnown(known);
}

export function evidenceKnown(id: CertificateId): AppError {
  return new AppError('evidence_known', {
    en: `This constancia is already kept here, by ${id}. Nothing was used up.`,
    es: `Esta constancia ya está guardada aquí, en ${id}. No se consumió nada.`,
  });
}
