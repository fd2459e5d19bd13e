/** The store for changes of certificates. */

import type { AuditNote } from '../../audit/ports.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Certificate } from '../certificate.ts';

export type CertificateChanges = {
  /**
   * Calls `decide` with the certificate while nobody else can change it. Writes what `decide` returns, with the lists
   * and the note in the audit log, or nothing. Two changes at the same time are applied one after the other. Resolves
   * with the certificate as it is afterwards; undefined if the owner has none with this id.
   */
  change(
    owner: Owner,
    id: CertificateId,
    decide: (before: Certificate) => { after: Certificate; note: AuditNote } | undefined,
  ): Promise<Certificate | { takenBy: CertificateId | undefined } | undefined>;
};
