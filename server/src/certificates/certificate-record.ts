/** The certificate as callers see it: the only place that defines its field names in the API. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { toMilliseconds } from '../kernel/clock.ts';
import { digestOfFile } from '../kernel/file-digest.ts';
import {
  CERTIFICATE_STATUSES,
  type Certificate,
  type CertificateAnchor,
  type FileLife,
  fileExpiresAt,
  statusOf,
  updatedAt,
  verificationUrl,
} from './certificate.ts';
import {
  type LinkedCertificate,
  SEAL_FAULT_CODES,
  SEAL_STATUSES,
  type SealedCopy,
  type SealFault,
} from './sealing/seal.ts';

export const WarningSchema = Type.Object(
  { code: Type.String({ examples: ['eku_missing'] }), message: Type.String() },
  {
    title: 'Warning',
    description: 'A known deviation of the provider from the standard that does not make the stamp invalid.',
  },
);

const OriginSchema = Type.Object(
  {
    kind: Type.Literal('adopted'),
    issued_by: Type.String({
      description: 'The signer of the constancia, as named in its signing certificate.',
    }),
    issued_at: Type.String({
      format: 'date-time',
      description:
        'When the file was stamped, as the issuer states. This service vouches only for `created_at`.',
    }),
  },
  {
    description:
      'The origin of the time stamp, if it comes from an adopted constancia. Null if it was bought for this certificate.',
  },
);

const SealedSchema = Type.Object(
  {
    status: oneOf(SEAL_STATUSES, {
      description:
        '`queued` → `sealed`. `refused`: this PDF cannot be sealed. `failed`: the copy could not be made, and its certificate went back to the allowance.',
    }),
    certificate_id: nullable(
      Type.String({ description: 'The certificate of the copy; `proof?type=file` of it gives the copy.' }),
    ),
    sha256: nullable(Type.String({ description: 'SHA-256 of the copy.' })),
    url: nullable(Type.String({ format: 'uri', description: 'The public page of the copy.' })),
    reason: Type.Unsafe<SealFault | null>({
      type: ['string', 'null'],
      enum: [...SEAL_FAULT_CODES, null],
      description: 'Why there is no copy.',
    }),
  },
  {
    description:
      'The copy of the PDF with a time stamp inside that was asked for with `seal`. It is finished in the background, and then its own certificate exists. Null if none was asked for.',
  },
);

const SealedFromSchema = Type.Object(
  {
    certificate_id: Type.String(),
    sha256: Type.String(),
    url: Type.String({ format: 'uri', description: 'The public page of the original.' }),
  },
  {
    description:
      'The certificate of the PDF of which this file is the sealed copy. Null for every other file.',
  },
);

export const CertificateSchema = Type.Object(
  {
    id: Type.String({ examples: ['cert_0R5xT2mBq8Yw3nLk7VdJpA'] }),
    object: Type.Literal('certificate'),
    livemode: Type.Boolean({
      description: 'False for everything made with a test key, which has no legal value.',
    }),
    status: oneOf(CERTIFICATE_STATUSES, {
      description:
        '`stamped` → `anchoring` → `certified`. The time stamp is verified and stored from the start.',
    }),
    title: Type.String(),
    description: nullable(Type.String()),
    document_type: nullable(Type.String()),
    external_id: nullable(Type.String({ description: 'Your own id for the certificate.' })),
    metadata: Type.Record(Type.String(), Type.String(), { description: 'Your own data, as keys and texts.' }),
    tags: Type.Array(Type.String(), {
      description: 'Words by which you can sort certificates; set them with `PATCH`.',
      examples: [['juzgado tercero', 'urgente']],
    }),
    key_id: nullable(
      Type.String({ description: 'The key that made it; null if a person made it in the dashboard.' }),
    ),
    file: Type.Object({
      name: Type.String(),
      mime: Type.String(),
      size: nullable(
        Type.Integer({
          description: 'In bytes. If only the fingerprint was sent: the size stated by the caller, or null.',
        }),
      ),
      sha256: nullable(
        Type.String({
          description:
            '64 lower-case hexadecimal characters. Null if only a longer digest was sent (`POST /tsa`).',
        }),
      ),
      digest: Type.Object(
        {
          algorithm: oneOf(['SHA-256', 'SHA-384', 'SHA-512'], {
            description: 'The algorithm of the digest.',
          }),
          value: Type.String({ description: 'Lower-case hexadecimal characters.' }),
        },
        { description: 'The digest that the time stamp is of; with SHA-256 the same as `sha256`.' },
      ),
      stored: Type.Boolean({
        description:
          'Whether the original can be fetched with `proof?type=file`. False once it is erased (see `erased_at`), and false if only the fingerprint was sent (then `erased_at` is null).',
      }),
      expires_at: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date-time',
        description:
          'When the original will be erased by the age limit of test mode or of the account. Its proofs stay. Null if it is kept.',
      }),
      erased_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
    }),
    nom151: Type.Object({
      status: Type.Literal('issued'),
      psc: Type.String({ description: 'The provider that issued the time stamp.' }),
      serial: Type.String({ description: 'Serial number of the time-stamp token, hexadecimal.' }),
      policy_oid: Type.String(),
      gen_time: Type.String({ format: 'date-time', description: 'The time that the provider certifies.' }),
      accuracy_ms: nullable(Type.Number()),
      accredited: Type.Boolean({
        description:
          'True only for a token of a provider accredited by the Secretaría de Economía (or so configured).',
      }),
      warnings: Type.Array(WarningSchema),
      shared: Type.Boolean({
        description:
          'Whether several files share the time stamp (`stamp: shared`). The token is then over a tree of hashes and proves a file only together with its evidence record (`proof?type=record`). What courts make of such a stamp is not known.',
      }),
      tree_size: nullable(
        Type.Integer({ description: 'How many files share the time stamp. Null if it is the file’s own.' }),
      ),
    }),
    origin: nullable(OriginSchema),
    sealed: nullable(SealedSchema),
    sealed_from: nullable(SealedFromSchema),
    blockchain: Type.Object({
      status: oneOf(['pending', 'anchored', 'final'], {
        description:
          '`anchored`: in a block that may still be replaced. `final`: final by the rules of its chain, and the proof is ready.',
      }),
      network: nullable(Type.String()),
      chain_id: nullable(Type.Integer()),
      tx_id: nullable(Type.String()),
      block_number: nullable(Type.Integer()),
      block_hash: nullable(Type.String()),
      block_time: nullable(Type.String({ format: 'date-time' })),
      confirmations: nullable(Type.Integer()),
      merkle_root: nullable(Type.String()),
    }),
    qr_verification_url: Type.String({
      format: 'uri',
      description: 'Public verification page; the QR code contains this URL.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Certificate' },
);

export type CertificateRecord = Static<typeof CertificateSchema>;

export const CertificateRef = Type.Unsafe<CertificateRecord>({ $ref: 'Certificate#' });

/** The address of the service, and how long it keeps files. */
export type RecordSite = Pick<Site, 'baseUrl'> & FileLife;

export function toRecord(site: RecordSite, certificate: Certificate): CertificateRecord {
  const { timestamp, file } = certificate;
  return {
    id: certificate.id,
    object: 'certificate',
    livemode: certificate.livemode,
    status: statusOf(certificate),
    title: certificate.title,
    description: certificate.description ?? null,
    document_type: certificate.documentType ?? null,
    external_id: certificate.externalId ?? null,
    metadata: certificate.metadata,
    tags: [...certificate.tags],
    key_id: certificate.keyId ?? null,
    file: {
      name: file.name,
      mime: file.mime,
      size: file.sizeBytes ?? null,
      sha256: file.sha256 ?? null,
      digest: digestOfFile(file),
      stored: file.wasSent && file.erasedAt === undefined,
      expires_at: fileExpiresAt(site, certificate) ?? null,
      erased_at: file.erasedAt ?? null,
    },
    nom151: {
      status: 'issued',
      psc: timestamp.psc,
      serial: timestamp.serial,
      policy_oid: timestamp.policyOid,
      gen_time: toMilliseconds(timestamp.genTime),
      accuracy_ms: timestamp.accuracyMs ?? null,
      accredited: timestamp.accredited,
      warnings: [...timestamp.warnings],
      shared: certificate.sharedBy !== undefined,
      tree_size: certificate.sharedBy ?? null,
    },
    origin: certificate.isAdopted ? adoptedFrom(timestamp) : null,
    sealed: certificate.seal === undefined ? null : toSealedRecord(site, certificate.seal),
    sealed_from: certificate.sealedFrom === undefined ? null : toLinkRecord(site, certificate.sealedFrom),
    blockchain: certificate.anchor === undefined ? NOT_ANCHORED : anchoredIn(certificate.anchor),
    qr_verification_url: verificationUrl(site.baseUrl, certificate),
    created_at: certificate.createdAt,
    updated_at: updatedAt(certificate),
  };
}

function adoptedFrom({ psc, genTime }: Certificate['timestamp']): CertificateRecord['origin'] {
  return { kind: 'adopted', issued_by: psc, issued_at: toMilliseconds(genTime) };
}

function toSealedRecord(
  site: RecordSite,
  { status, fault, copy }: SealedCopy,
): NonNullable<CertificateRecord['sealed']> {
  const link = copy && toLinkRecord(site, copy);
  return {
    status,
    certificate_id: link?.certificate_id ?? null,
    sha256: link?.sha256 ?? null,
    url: link?.url ?? null,
    reason: fault ?? null,
  };
}

function toLinkRecord({ baseUrl }: RecordSite, { id, sha256, code }: LinkedCertificate) {
  return { certificate_id: id, sha256, url: verificationUrl(baseUrl, { code }) };
}

function anchoredIn(anchor: CertificateAnchor): CertificateRecord['blockchain'] {
  return {
    status: anchor.isFinal ? 'final' : 'anchored',
    network: anchor.network,
    chain_id: Number(anchor.network.split(':')[1]),
    tx_id: withPrefix(anchor.txHash),
    block_number: anchor.blockNumber,
    block_hash: withPrefix(anchor.blockHash),
    block_time: anchor.blockTime,
    confirmations: anchor.confirmations,
    merkle_root: anchor.merkleRoot,
  };
}

/** Writes a digest with `0x`, as is usual for Ethereum. */
function withPrefix(hex: string): string {
  return `0x${hex}`;
}

const NOT_ANCHORED: CertificateRecord['blockchain'] = {
  status: 'pending',
  network: null,
  chain_id: null,
  tx_id: null,
  block_number: null,
  block_hash: null,
  block_time: null,
  confirmations: null,
  merkle_root: null,
};
