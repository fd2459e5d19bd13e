/**
 * The facts of a certificate that anyone with its URL may see. Each field is listed, so that nothing about the
 * account, its keys, its people or its other certificates becomes visible when a record gets new fields.
 */

import { type Static, Type } from 'typebox';
import { CERTIFICATE_STATUSES, type Certificate } from '../../certificates/certificate.ts';
import {
  type CertificateRecord,
  CertificateSchema,
  type RecordSite,
  toRecord,
} from '../../certificates/certificate-record.ts';
import { PROGRESS, toProgressRecord } from '../../certificates/progress-record.ts';
import type { AnchoringPace } from '../../certificates/timeline.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { EMBEDDED_NAME } from '../../timestamps/authority/authority.ts';
import { type IssuedDocument, IssuedDocumentSchema } from './issued-document.ts';
import type { PublishedCertificate } from './ports.ts';

export const PUBLIC_PROOFS = [
  'nom151',
  'chain',
  'record',
  'blockchain',
  'constancia',
  'bundle',
  'court',
] as const;
export type PublicProof = (typeof PUBLIC_PROOFS)[number];

/**
 * `valid`: stamped by an accredited provider, and in a final block. `anchoring`: the block is not final yet.
 * `test`: made with a test key. `not_accredited`: live, but stamped by a provider without accreditation.
 */
const VERDICTS = ['valid', 'anchoring', 'test', 'not_accredited'] as const;
type PublicVerdict = (typeof VERDICTS)[number];

const { nom151, origin, blockchain } = CertificateSchema.properties;

export const PublicRecordSchema = Type.Object(
  {
    object: Type.Literal('verification'),
    verdict: oneOf(VERDICTS),
    id: Type.String(),
    livemode: Type.Boolean(),
    status: oneOf(CERTIFICATE_STATUSES),
    title: Type.String(),
    names_hidden: Type.Boolean({
      description: 'The owner hides the title and the file name; each is replaced by a dash.',
    }),
    certified_by: nullable(
      Type.String({
        description: 'The name that the account gave itself; null if the account does not show it.',
      }),
    ),
    document_type: nullable(Type.String()),
    file: Type.Object({
      name: Type.String(),
      size: nullable(Type.Integer()),
      sha256: nullable(Type.String({ description: 'Null if only a longer digest was sent.' })),
      digest: Type.Object(
        {
          algorithm: Type.String({ description: 'The algorithm of the digest.' }),
          value: Type.String({ description: 'Lower-case hexadecimal characters.' }),
        },
        { description: 'The digest that the time stamp is of.' },
      ),
      fingerprint_only: Type.Boolean({
        description: 'The file itself was never sent; its name and size are as stated by the sender.',
      }),
    }),
    nom151: Type.Object({
      ...nom151.properties,
      own_authority: Type.Boolean({
        description: 'The stamp comes from the authority that this service runs itself.',
      }),
    }),
    origin,
    sealed: nullable(
      Type.Object(
        { sha256: Type.String(), url: Type.String({ format: 'uri' }) },
        {
          description: 'The copy of this PDF with a time stamp inside, and its page; null if there is none.',
        },
      ),
    ),
    sealed_from: nullable(
      Type.Object(
        { sha256: Type.String(), url: Type.String({ format: 'uri' }) },
        { description: 'The PDF of which this is the sealed copy, and its page; null for any other file.' },
      ),
    ),
    blockchain: Type.Object({
      ...blockchain.properties,
      trust: Type.Unsafe<'operator' | 'permissioned' | 'public' | null>({
        type: ['string', 'null'],
        enum: ['operator', 'permissioned', 'public', null],
      }),
      leaf_index: nullable(Type.Integer()),
    }),
    ...PROGRESS,
    proofs: Type.Array(
      Type.Object({ type: oneOf(PUBLIC_PROOFS), url: Type.String(), ready: Type.Boolean() }),
    ),
    document: nullable({
      ...IssuedDocumentSchema,
      description:
        'The current state of a diploma, constancia de vigencia or transcript; null for any other file.',
    }),
    qr_verification_url: Type.String({ format: 'uri' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'PublicRecord' },
);

export type PublicRecord = Static<typeof PublicRecordSchema>;

export function toPublicRecord(
  settings: RecordSite & AnchoringPace,
  published: PublishedCertificate,
  now: Date,
  issued: IssuedDocument | undefined,
): PublicRecord {
  const { certificate, loggedAt, chainTrust } = published;
  const record = toRecord(settings, certificate);
  const { name, size, sha256, digest } = record.file;
  const { timeline, estimate } = toProgressRecord(settings, certificate, loggedAt, now);
  return {
    object: 'verification',
    verdict: verdictOf(record),
    id: record.id,
    livemode: record.livemode,
    status: record.status,
    title: record.title,
    names_hidden: published.namesHidden,
    certified_by: published.certifiedBy ?? null,
    document_type: record.document_type,
    file: { name, size, sha256, digest, fingerprint_only: !certificate.file.wasSent },
    nom151: { ...record.nom151, own_authority: isOwnAuthority(certificate) },
    origin: record.origin,
    sealed: linkTo(certificate.seal?.copy && record.sealed),
    sealed_from: linkTo(record.sealed_from),
    blockchain: {
      ...record.blockchain,
      trust: chainTrust ?? null,
      leaf_index: certificate.leafIndex ?? null,
    },
    timeline,
    estimate,
    proofs: PUBLIC_PROOFS.filter((type) => type !== 'record' || record.nom151.shared).map((type) => ({
      type,
      url: `/v/${certificate.code}/proof?type=${type}`,
      ready: type !== 'blockchain' || record.status === 'certified',
    })),
    document: issued ?? null,
    qr_verification_url: record.qr_verification_url,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

type PublicLink = NonNullable<PublicRecord['sealed']>;

function linkTo(found: { sha256: string | null; url: string | null } | null | undefined): PublicLink | null {
  if (found?.sha256 == null || found.url === null) return null;
  return { sha256: found.sha256, url: found.url };
}

function verdictOf({ livemode, status, nom151 }: CertificateRecord): PublicVerdict {
  if (!livemode) return 'test';
  if (!nom151.accredited) return 'not_accredited';
  return status === 'certified' ? 'valid' : 'anchoring';
}

function isOwnAuthority({ livemode, timestamp, isAdopted }: Certificate): boolean {
  return !isAdopted && (!livemode || timestamp.psc === EMBEDDED_NAME);
}
