/** The proofs of a certificate as files, for the API, the dashboard and the public page. */

import {
  type BlockchainProof,
  type CalendarStamp,
  decodeProofXml,
  encodeOtsExport,
  encodePem,
  encodeTlogProof,
  writeBundle,
  writeZip,
} from '@sello/proof';
import type { CalendarStampStore } from '../anchoring/calendars/ports.ts';
import { calendarStamps } from '../anchoring/calendars/stamps-over-leaf.ts';
import type { StoredToken } from '../certificates/ports.ts';
import { assertStored, type FileUrlPorts, fileUrl } from '../files/file-links.ts';
import type { FilesSettings } from '../files/settings.ts';
import type { Site } from '../http/site.ts';
import { AppError } from '../kernel/errors.ts';
import type { Holder } from '../kernel/shares/shared.ts';
import { blockchainProof, type ProofSubject, witnessedSince } from './blockchain-proof.ts';
import { makeConstancia } from './constancia/constancia.ts';
import type { ConstanciaWriter } from './constancia/ports.ts';
import { type CourtPorts, courtFiles } from './court-package/court-files.ts';
import { courtFileName } from './court-package/send-court-package.ts';
import {
  type BundlePorts,
  type BundleSite,
  bundleContent,
  proofIfReady,
} from './evidence-bundle/bundle-content.ts';
import { lastingOf } from './evidence-bundle/lasting.ts';
import { issueReceipt } from './receipt.ts';
import { evidenceRecord, type RecordPorts } from './renewals/evidence-record.ts';

/**
 * `nom151`: the provider's response. `chain`: the certificates to verify it with. `blockchain`: the anchoring proof,
 * also as an OpenTimestamps file (`ots`) and as a C2SP tlog-proof (`tlog`). `record`: the time stamp with all its
 * renewals as an evidence record. `receipt`: the place in the log as a COSE receipt (RFC 9942). `bundle`: a ZIP of all
 * these. `constancia`: a PDF for people, available from the start. `court`: the package for a court, without the
 * original and without the account's name.
 */
export type ProofType =
  | 'nom151'
  | 'chain'
  | 'blockchain'
  | 'ots'
  | 'tlog'
  | 'record'
  | 'receipt'
  | 'bundle'
  | 'constancia'
  | 'court';

export type ProofFile = { bytes: Uint8Array; contentType: string; fileName: string };

/** A link to the original file, valid for a short time. */
export type FileAddress = { url: string; expiresAt: Date };

/** The service's URL and name, and what goes into bundles. */
export type ProofSite = Site & Pick<FilesSettings, 'filesUrl' | 'testFilesDays'> & BundleSite;

export type ProofPorts = FileUrlPorts &
  BundlePorts &
  RecordPorts &
  CourtPorts & { calendarStamps: CalendarStampStore; constancias: ConstanciaWriter };

export async function fetchProof(
  ports: ProofPorts,
  site: ProofSite,
  subject: ProofSubject,
  type: ProofType | 'file',
  holder: Holder = subject.accountId,
): Promise<ProofFile | FileAddress> {
  if (type !== 'file') return makeProofFile(ports, site, subject, type, holder);
  const { accountId, certificate } = subject;
  assertStored(certificate);
  return fileUrl(
    ports,
    site.filesUrl ?? site.baseUrl,
    { accountId, livemode: certificate.livemode },
    certificate,
  );
}

/**
 * Makes the file of a proof. Rejects with `proof_not_ready` while the proof does not exist yet. Rendering counts
 * against the share of `holder`.
 */
export async function makeProofFile(
  ports: Omit<ProofPorts, keyof FileUrlPorts>,
  site: ProofSite,
  subject: ProofSubject,
  type: ProofType,
  holder: Holder,
): Promise<ProofFile> {
  const { certificate, token } = subject;
  const named = (ending: string, contentType: string, bytes: Uint8Array): ProofFile => ({
    bytes,
    contentType,
    fileName: `${certificate.id}.${ending}`,
  });
  const xml = () => blockchainProof(ports, site.identity, subject);
  const xmlIfReady = () => proofIfReady(ports, site, subject);
  switch (type) {
    case 'nom151':
      return named('tsr', 'application/timestamp-reply', token.tsr);
    case 'chain':
      return named('pem', 'application/pem-certificate-chain', Buffer.from(chainPem(token)));
    case 'blockchain':
      return named('xml', 'application/xml', await xml());
    case 'ots': {
      const proof = decodeProofXml(await xml());
      const stamps = await calendarStamps(ports, certificate, proof);
      return named('ots', 'application/vnd.opentimestamps.ots', toOts(proof, stamps));
    }
    case 'tlog': {
      const text = encodeTlogProof(await witnessedSince(ports, decodeProofXml(await xml())));
      return named('tlog-proof', 'text/plain; charset=utf-8', Buffer.from(text));
    }
    case 'record': {
      const { bytes } = await evidenceRecord(ports, subject);
      return named('ers', 'application/octet-stream', bytes);
    }
    case 'receipt':
      return named('receipt', 'application/cose', await issueReceipt(ports, site.identity, subject));
    case 'bundle': {
      const content = await bundleContent(ports, site, subject);
      return named('zip', 'application/zip', await writeBundle(ports.crypto, content));
    }
    case 'constancia': {
      const lasting = () => lastingOf(ports, subject);
      const pdf = await makeConstancia(ports, site, subject, xmlIfReady, lasting, holder);
      return named('pdf', 'application/pdf', pdf);
    }
    case 'court': {
      const asked = { withOriginal: false, applicant: undefined, holder };
      const { files } = await courtFiles(ports, site, subject, asked);
      return { bytes: writeZip(files), contentType: 'application/zip', fileName: courtFileName(certificate) };
    }
  }
}

/** The chain from the signer up to the root, as `openssl ts -verify -CAfile` needs it. */
export function chainPem({ chain }: StoredToken): string {
  return chain.map((der) => encodePem('CERTIFICATE', der)).join('');
}

function toOts(proof: BlockchainProof, stamps: readonly CalendarStamp[]): Uint8Array {
  const ots = encodeOtsExport(proof, stamps);
  if (ots !== undefined) return ots;
  throw new AppError('validation_failed', {
    en: 'This proof cannot be written as an OpenTimestamps file, because its chain does not show the transaction in its block. Use `format=raw`.',
    es: 'Esta prueba no se puede escribir como archivo OpenTimestamps, porque su cadena no muestra la transacción en su bloque. Use `format=raw`.',
  });
}
