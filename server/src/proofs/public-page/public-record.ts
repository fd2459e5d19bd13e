/**
 * What a stranger with the address may know of a certificate. Each field is named here by hand: nothing of the
 * account, its keys, its people or its other certificates can slip in with a record that grows.
 */

import type { Certificate } from '../../certificates/certificate.ts';
import { type CertificateRecord, toRecord } from '../../certificates/certificate-record.ts';
import { type ProgressRecord, toProgressRecord } from '../../certificates/progress-record.ts';
import type { AnchoringPace } from '../../certificates/timeline.ts';
import type { Site } from '../../http/site.ts';
import { EMBEDDED_NAME } from '../../timestamps/authority/authority.ts';
import type { PublishedCertificate } from './ports.ts';

export const PUBLIC_PROOFS = ['nom151', 'chain', 'blockchain', 'constancia', 'bundle'] as const;
export type PublicProof = (typeof PUBLIC_PROOFS)[number];

/**
 * `valid`: stamped by an accredited provider, and in a final block. `anchoring`: the block is not final yet.
 * `test`: made with a test key. `not_accredited`: live, but stamped by somebody without accreditation.
 */
export type PublicVerdict = 'valid' | 'anchoring' | 'test' | 'not_accredited';

export type PublicRecord = {
  object: 'verification';
  verdict: PublicVerdict;
  id: string;
  livemode: boolean;
  status: CertificateRecord['status'];
  title: string;
  document_type: string | null;
  file: { name: string; size: number; sha256: string };
  nom151: CertificateRecord['nom151'] & {
    /** The stamp comes from the authority that this service runs itself. */
    own_authority: boolean;
  };
  blockchain: CertificateRecord['blockchain'] & {
    trust: 'operator' | 'permissioned' | 'public' | null;
    leaf_index: number | null;
  };
  timeline: ProgressRecord['timeline'];
  estimate: ProgressRecord['estimate'];
  proofs: { type: PublicProof; url: string; ready: boolean }[];
  qr_verification_url: string;
  created_at: string;
  updated_at: string;
};

export function toPublicRecord(
  settings: Site & AnchoringPace,
  published: PublishedCertificate,
  now: Date,
): PublicRecord {
  const { certificate, loggedAt, chainTrust } = published;
  const record = toRecord(settings.baseUrl, certificate);
  const { name, size, sha256 } = record.file;
  const { timeline, estimate } = toProgressRecord(settings, certificate, loggedAt, now);
  return {
    object: 'verification',
    verdict: verdictOf(record),
    id: record.id,
    livemode: record.livemode,
    status: record.status,
    title: record.title,
    document_type: record.document_type,
    file: { name, size, sha256 },
    nom151: { ...record.nom151, own_authority: isOwnAuthority(certificate) },
    blockchain: {
      ...record.blockchain,
      trust: chainTrust ?? null,
      leaf_index: certificate.leafIndex ?? null,
    },
    timeline,
    estimate,
    proofs: PUBLIC_PROOFS.map((type) => ({
      type,
      url: `/v/${certificate.code}/proof?type=${type}`,
      ready: type !== 'blockchain' || record.status === 'certified',
    })),
    qr_verification_url: record.qr_verification_url,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

function verdictOf({ livemode, status, nom151 }: CertificateRecord): PublicVerdict {
  if (!livemode) return 'test';
  if (!nom151.accredited) return 'not_accredited';
  return status === 'certified' ? 'valid' : 'anchoring';
}

function isOwnAuthority({ livemode, timestamp }: Certificate): boolean {
  return !livemode || timestamp.psc === EMBEDDED_NAME;
}
