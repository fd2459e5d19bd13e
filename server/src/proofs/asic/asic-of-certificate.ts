/** A certificate as an ASiC container (ETSI EN 319 162): its original with the evidence, for European validators. */

import { asicFileName, decodeTimestampResponse, type WrittenAsic, writeAsic } from '@sello/proof';
import { assertStored } from '../../files/file-links.ts';
import type { ProofSubject } from '../blockchain-proof.ts';
import { evidenceRecord, type RecordPorts } from '../renewals/evidence-record.ts';

export type CertificateAsic = WrittenAsic & { originalName: string; fileName: string };

/**
 * A time stamp over the file itself makes an ASiC-S, which every validator reads. If the stamp is over a tree of files,
 * or was renewed, only the evidence record leads from the file to the stamp; then an ASiC-E is made, which can hold
 * that record. Nothing is stamped again.
 */
export async function asicOfCertificate(ports: RecordPorts, subject: ProofSubject): Promise<CertificateAsic> {
  const { certificate, token } = subject;
  assertStored(certificate);
  const record = await evidenceRecord(ports, subject);
  const isDirect = token.way === undefined && !record.isRenewed;
  const stamp = isDirect ? decodeTimestampResponse(token.tsr).token?.der : undefined;
  const originalName = asicFileName(certificate.file.name);
  const file = { name: originalName, sha256: Buffer.from(certificate.file.sha256, 'hex') };
  const written = writeAsic(file, stamp === undefined ? { record: record.bytes } : { token: stamp });
  return { ...written, originalName, fileName: `${certificate.id}${written.ending}` };
}
