/**
 * Certifies a document that this service makes itself. The document shows the address of its own certificate, so the
 * random code in that address is chosen first.
 *
 * Crash points. Codes are unique in the database, so there is one certificate per code, however often this is started
 * again and in however many processes. A certificate with the code is looked for first, because a crash may have come
 * after it was written and before the caller recorded it.
 */

import type { BlobStore } from '../files/ports.ts';
import type { Actor } from '../kernel/actor.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeyId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Access } from '../keys/ports.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import type { Certificate } from './certificate.ts';
import { type CertifyPorts, certifyFile, type Uploader } from './certify-file.ts';
import type { SealWish } from './sealing/seal.ts';

type DocumentToCertify = {
  code: string;
  bytes: Uint8Array;
  fileName: string;
  title: string;
  documentType: string;
  /** Defaults to `application/pdf`. */
  mime?: string;
  /** The actor, unless it is a key; written to the audit log with the certificate. */
  person?: Actor;
  /** Whether a sealed copy is made too, if the account has a second certificate for the copy. */
  seals?: boolean;
  /** The key that requested the document; undefined for a person. */
  keyId: KeyId | undefined;
};

/** Who requested the document and its sealed copy: a key, or a person, whom the entry in the audit log names. */
export function makerOf(
  by: Pick<Actor, 'type' | 'id' | 'role'> | undefined,
): Pick<DocumentToCertify, 'keyId' | 'person'> {
  if (by === undefined) return { keyId: undefined };
  if (by.type === 'key') return { keyId: by.id as KeyId };
  return { keyId: undefined, person: { ...by, ip: undefined, userAgent: undefined } };
}

export type CertifyDocumentPorts = CertifyPorts & {
  access: Access;
  blobs: BlobStore;
  usage: Pick<UsageStore, 'count'>;
};

export async function certifyDocument(
  ports: CertifyDocumentPorts,
  owner: Owner,
  document: DocumentToCertify,
): Promise<Certificate> {
  const made = await findByCode(ports, owner, document.code);
  if (made !== undefined) return made;
  try {
    return await certifyNow(ports, owner, document);
  } catch (error) {
    const madeMeanwhile = await findByCode(ports, owner, document.code);
    if (madeMeanwhile === undefined) throw error;
    return madeMeanwhile;
  }
}

function findByCode(
  { access, certificates }: CertifyDocumentPorts,
  { accountId, livemode }: Owner,
  code: string,
): Promise<Certificate | undefined> {
  return access.read(accountId, livemode, certificates.byCode(code));
}

async function certifyNow(
  ports: CertifyDocumentPorts,
  owner: Owner,
  { seals = false, ...document }: DocumentToCertify,
): Promise<Certificate> {
  if (!seals) return certifyOnce(ports, owner, document, undefined);
  try {
    return await certifyOnce(ports, owner, document, 'pdf_if_possible');
  } catch (error) {
    // The document itself is what was requested, so if only one certificate is left, the document is certified without
    // its copy.
    if (!(error instanceof AppError) || error.code !== 'allowance_exhausted') throw error;
    return certifyOnce(ports, owner, document, undefined);
  }
}

async function certifyOnce(
  ports: CertifyDocumentPorts,
  { accountId, livemode }: Owner,
  { code, bytes, fileName, title, documentType, keyId, mime = 'application/pdf', person }: DocumentToCertify,
  seal: SealWish | undefined,
): Promise<Certificate> {
  const files = await ports.access.read(accountId, livemode, ports.certificates.files);
  // The allowance is unknown here, so it is given as 0: then one certificate is reserved before a stamp is bought.
  const by = person && { person };
  const uploader: Uploader = { accountId, livemode, keyId, ...by, certificatesLeft: 0, files };
  const blob = ports.blobs.receive(accountId);
  try {
    // The store gets a copy, because it may free the memory that it is given.
    await blob.write(Uint8Array.from(bytes));
    const { sha256, sizeBytes } = blob.finish();
    const texts = { name: fileName, title, documentType, description: undefined };
    const file = { ...texts, mime, externalId: undefined, metadata: {} };
    const certified = await certifyFile(
      ports,
      uploader,
      { blob, sha256, sizeBytes, ...file, code, seal },
      undefined,
    );
    if (!('certificate' in certified)) throw new Error(`${code} was answered by a replay`);
    ports.usage.count(uploader, { certificates: 1 });
    return certified.certificate;
  } finally {
    await blob.discard();
  }
}
