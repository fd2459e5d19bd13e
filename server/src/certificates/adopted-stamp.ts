/** Refuses a constancia that the account already has here: adopting it twice would prove nothing more. */

import { AppError } from '../kernel/errors.ts';
import type { NamedFile } from '../kernel/file-digest.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Stamp } from '../timestamps/ports.ts';
import type { CertificateStore } from './ports.ts';

export async function assertNotKnown(
  { certificates }: { certificates: Pick<CertificateStore, 'stampedAlready'> },
  owner: Owner,
  { adopted, ...file }: { adopted?: Stamp } & NamedFile,
): Promise<void> {
  const known = adopted && (await certificates.stampedAlready(owner, file, adopted.facts));
  if (known !== undefined) throw evidenceKnown(known);
}

export function evidenceKnown(id: CertificateId): AppError {
  return new AppError('evidence_known', {
    en: `This constancia is already kept here, by ${id}. Nothing was used up.`,
    es: `Esta constancia ya está guardada aquí, en ${id}. No se consumió nada.`,
  });
}
