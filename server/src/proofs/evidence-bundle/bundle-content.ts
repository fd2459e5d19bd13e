/**
 * The evidence bundle of a certificate: a ZIP that can be checked without us, made from what exists when it is
 * requested.
 */

import type { BundleContent, CryptoEngine, NamedDigest, PackedFile } from '@sello/proof';
import type { AnchorStore } from '../../anchoring/ports.ts';
import { type Certificate, statusOf, verificationUrl } from '../../certificates/certificate.ts';
import { leafFileOf } from '../../certificates/long-digests/leaf-file.ts';
import { firstRecord } from '../../certificates/shared-stamps/way.ts';
import { AppError } from '../../kernel/errors.ts';
import { digestOfFile, type NamedFile } from '../../kernel/file-digest.ts';
import { readLogKeys } from '../../transparency/log-keys.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import type { LogIdentity } from '../../transparency/sequence-log.ts';
import type { CosignatureStore } from '../../transparency/witnesses/ports.ts';
import { blockchainProof, type ProofSubject } from '../blockchain-proof.ts';
import type { ProofStore } from '../ports.ts';
import { type LastingPorts, lastingOf } from './lasting.ts';

/** The address of the service, the identity of its log, and the page that verifies, which goes into every bundle. */
export type BundleSite = {
  baseUrl: string;
  identity: LogIdentity;
  verifyPage?: PackedFile | undefined;
};

/** What the bundle of a certificate is made from. */
export type BundlePorts = LastingPorts & {
  anchors: AnchorStore;
  merkleLog: MerkleLogStore;
  cosignatures: CosignatureStore;
  proofs: ProofStore;
  crypto: CryptoEngine;
};

/** What the bundle of a certificate holds at this moment. */
export async function bundleContent(
  ports: BundlePorts,
  site: BundleSite,
  subject: ProofSubject,
): Promise<BundleContent> {
  const { certificate, token } = subject;
  const xml = await proofIfReady(ports, site, subject);
  const lasting = await lastingOf(ports, subject);
  const { baseUrl, identity, verifyPage } = site;
  const logKeys = xml && (await readLogKeys(ports, identity.keyRing)).map(({ vkey }) => vkey);
  return {
    claims: claimsOf(baseUrl, certificate),
    tsr: token.tsr,
    chain: token.chain,
    ...(token.way && { record: await wayRecord(ports.crypto, subject) }),
    ...(xml && logKeys && { xml, logKeys }),
    ...(verifyPage && { verifier: verifyPage }),
    lasting,
  };
}

/** The record that leads from the file to a stamp which it shares. Renewals are not in it: `proof?type=record` has them. */
export function wayRecord(
  crypto: CryptoEngine,
  { certificate, token }: Pick<ProofSubject, 'certificate' | 'token'>,
): Promise<Uint8Array> {
  return firstRecord(crypto, { tsr: token.tsr, file: leafFileOf(certificate.file), way: token.way });
}

function claimsOf(baseUrl: string, certificate: Certificate): BundleContent['claims'] {
  const { file, timestamp } = certificate;
  return {
    certificate_id: certificate.id,
    title: certificate.title,
    file: {
      name: file.name,
      size: file.sizeBytes ?? null,
      ...namedDigestOf(file),
      ...(!file.wasSent && { fingerprint_only: true as const }),
    },
    psc: timestamp.psc,
    qr_verification_url: verificationUrl(baseUrl, certificate),
  };
}

/** A stamp over a longer digest names the file by that digest alone, even if the SHA-256 is known too. */
function namedDigestOf(file: NamedFile): NamedDigest {
  const { algorithm, value } = digestOfFile(file);
  return algorithm === 'SHA-256' ? { sha256: value } : { digest: { algorithm, value } };
}

/**
 * The blockchain proof, if there is one. The chain may drop the block after the certificate was read. Bundle and
 * constancia are then made without the blockchain proof, as for any certificate that is not final yet.
 */
export async function proofIfReady(
  ports: BundlePorts,
  { identity }: BundleSite,
  subject: ProofSubject,
): Promise<Uint8Array | undefined> {
  if (statusOf(subject.certificate) !== 'certified') return undefined;
  try {
    return await blockchainProof(ports, identity, subject);
  } catch (error) {
    if (error instanceof AppError && error.code === 'proof_not_ready') return undefined;
    throw error;
  }
}
