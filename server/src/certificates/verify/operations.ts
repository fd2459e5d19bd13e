/** Ask whether hashes were certified, one or many at once. */

import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { type LongDigestHex, parseFileDigest } from '../../kernel/file-digest.ts';
import type { Owner } from '../../kernel/owner.ts';
import { parseSha256Hex, type Sha256Hex } from '../../kernel/sha256.ts';
import type { Access } from '../../keys/ports.ts';
import { operationsWith } from '../../operations/operation.ts';

import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import type { CertificateStore } from '../ports.ts';

const MOST_HASHES = 1_000;

/** What the operation needs. `access` may read from a replica; callers are admitted and counted in the primary. */
export type VerifyPorts = {
  access: Pick<Access, 'read'>;
  certificates: Pick<CertificateStore, 'byDigest' | 'byHashes'>;
  site: RecordSite;
};

const verifying = operationsWith<VerifyPorts>();

const verifyHash = verifying.acting({
  method: 'GET',
  path: '/verify/:hash',
  operationId: 'verifyHash',
  scope: 'verify:read',
  tag: 'Verify',
  summary: 'Was this hash certified?',
  description:
    'Says whether a file with this digest was certified in your account. Returns at most its newest 100 certificates. A SHA-384 or SHA-512 is found where the time stamp is of it (`POST /tsa`, adopted constancias).',
  params: Type.Object({
    hash: Type.String({
      description:
        'SHA-256, SHA-384 or SHA-512 of a file: 64, 96 or 128 hexadecimal characters, in any case.',
    }),
  }),
  answers: {
    200: Type.Object(
      {
        certified: Type.Boolean(),
        hash: Type.String({ description: 'In lower case.' }),
        certificates: Type.Array(CertificateRef),
      },
      {
        description:
          'Whether the hash was certified, and in which certificates. An unknown hash is no error.',
      },
    ),
  },
  refusals: ['invalid_hash'],
  read: ({ certificates }, { params }) => certificates.byDigest(digestOf(params.hash)),
  async act({ site }, { params }, found) {
    const body = {
      certified: found.length > 0,
      hash: params.hash.toLowerCase(),
      certificates: found.map((certificate) => toRecord(site, certificate)),
    };
    return { status: 200, body };
  },
});

/** Keys and people use the same operation. */
export const verifyHashes = verifying.acting({
  method: 'POST',
  path: '/verify',
  operationId: 'verifyHashes',
  scope: 'verify:read',
  tag: 'Verify',
  summary: 'Were these hashes certified?',
  description: `Like the call for one hash, for up to ${MOST_HASHES} hashes; it counts as one call towards rate and quota. For each hash it returns at most the newest 100 certificates; with more than 100 hashes, at most 10,000 divided by their number.`,
  body: Type.Object(
    {
      hashes: Type.Array(
        Type.String({ description: 'SHA-256 of a file: 64 hexadecimal characters, in any case.' }),
        { minItems: 1, maxItems: MOST_HASHES },
      ),
    },
    { examples: [{ hashes: ['ab'.repeat(32), 'cd'.repeat(32)] }] },
  ),
  answers: {
    200: Type.Object(
      {
        results: Type.Array(
          Type.Object({
            hash: Type.String({ description: 'In lower case.' }),
            certified: Type.Boolean(),
            certificates: Type.Array(CertificateRef),
          }),
        ),
      },
      { description: 'One for each hash, in the order of the request.' },
    ),
  },
  refusals: ['invalid_hash'],
  async act(ports, { who, body }) {
    return { status: 200, body: { results: await resultsOf(ports, who, body.hashes) } };
  },
});

export const VERIFY_OPERATIONS = [verifyHash, verifyHashes];

async function resultsOf(ports: VerifyPorts, { accountId, livemode }: Owner, asked: readonly string[]) {
  const hashes = readHashes(asked);
  const found = await ports.access.read(
    accountId,
    livemode,
    ports.certificates.byHashes([...new Set(hashes)], Math.min(100, Math.floor(10_000 / hashes.length))),
  );
  return hashes.map((hash) => {
    const certificates = (found.get(hash) ?? []).map((certificate) => toRecord(ports.site, certificate));
    return { hash, certified: certificates.length > 0, certificates };
  });
}

function digestOf(text: string): Sha256Hex | LongDigestHex {
  const digest = parseFileDigest(text);
  if (digest !== undefined) return digest;
  throw new AppError('invalid_hash', {
    en: 'The hash must be a SHA-256, SHA-384 or SHA-512: 64, 96 or 128 hexadecimal characters.',
    es: 'El hash debe ser un SHA-256, SHA-384 o SHA-512: 64, 96 o 128 caracteres hexadecimales.',
  });
}

/** At most this many wrong hashes are named in the message. */
const MOST_NAMED = 20;

function readHashes(texts: readonly string[]): Sha256Hex[] {
  const parsed = texts.map(parseSha256Hex);
  const bad = parsed.flatMap((hash, index) => (hash === undefined ? [`\`hashes[${index}]\``] : []));
  if (bad.length === 0) return parsed.filter((hash) => hash !== undefined);
  const named = bad.slice(0, MOST_NAMED).join(', ');
  const [en, es] =
    bad.length > MOST_NAMED
      ? [`${named} and ${bad.length - MOST_NAMED} more`, `${named} y ${bad.length - MOST_NAMED} más`]
      : [named, named];
  throw new AppError('invalid_hash', {
    en: `Not a SHA-256 of 64 hexadecimal characters: ${en}.`,
    es: `No es un SHA-256 de 64 caracteres hexadecimales: ${es}.`,
  });
}
