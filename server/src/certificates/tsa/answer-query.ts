/**
 * Answers a time-stamp query with the exact bytes of the provider, and makes a certificate of that hash. A retry with
 * the same Idempotency-Key gets the same token, read from that certificate.
 */

import { decodeTimestampResponse } from '@sello/proof';
import { AppError } from '../../kernel/errors.ts';
import { isLongDigest } from '../../kernel/file-digest.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Access } from '../../keys/ports.ts';
import type { TimestampProvider } from '../../timestamps/ports.ts';
import type { RecordSite } from '../certificate-record.ts';
import { toRecord } from '../certificate-record.ts';
import { type CertifyPorts, certifyFile, type ReceivedFile, type Uploader } from '../certify-file.ts';
import type { StoredAnswer } from '../ports.ts';
import type { TimestampQuery } from './read-query.ts';

export type AnswerPorts = CertifyPorts & { access: Pick<Access, 'read'>; site: RecordSite };

type Asked = {
  uploader: Uploader;
  operation: string;
  /** The Idempotency-Key, if there is one. */
  key: string | undefined;
  /** The URL below which certificates are found. */
  collectionUrl: string;
};

type Answered = { tsr: Uint8Array; location: string; isReplay: boolean };

export async function answerQuery(
  ports: AnswerPorts,
  { uploader, operation, key, collectionUrl }: Asked,
  query: TimestampQuery,
): Promise<Answered> {
  let bought: Uint8Array | undefined;
  const { live, test } = ports.timestamps;
  const buying = (provider: TimestampProvider): TimestampProvider => ({
    async stamp(imprint, orderId) {
      const stamp = await provider.stamp(imprint, orderId, query.wishes);
      bought = stamp.tsr;
      return stamp;
    },
  });
  const made = await certifyFile(
    { ...ports, timestamps: { live: buying(live), test: buying(test) } },
    uploader,
    fileOf(query),
    key === undefined
      ? undefined
      : {
          operation,
          key,
          answerFor: (certificate): StoredAnswer => ({
            status: 201,
            headers: { location: `${collectionUrl}/${certificate.id}` },
            body: JSON.stringify({ certificate: toRecord(ports.site, certificate) }),
          }),
        },
  );
  if ('replay' in made) return { ...(await replayed(ports, uploader, made.replay, query)), isReplay: true };
  if (bought === undefined) throw new Error(`${made.certificate.id} was made without a stamp`);
  return { tsr: bought, location: `${collectionUrl}/${made.certificate.id}`, isReplay: false };
}

/** Only the hash is known, so it is used as the name too. */
function fileOf({ digest, algorithm }: TimestampQuery): ReceivedFile {
  const name = `${algorithm.replace('-', '').toLowerCase()}-${digest.slice(0, 16)}`;
  const texts = { title: name, description: undefined, documentType: undefined, externalId: undefined };
  return {
    ...texts,
    name,
    mime: 'application/octet-stream',
    ...(isLongDigest(digest) ? { sha256: undefined, longDigest: digest } : { sha256: digest }),
    sizeBytes: undefined,
    blob: undefined,
    metadata: {},
  };
}

async function replayed(
  { access, certificates }: AnswerPorts,
  { accountId, livemode }: Uploader,
  { headers }: StoredAnswer,
  { wishes }: TimestampQuery,
): Promise<Omit<Answered, 'isReplay'>> {
  const location = headers.location ?? '';
  const id = parseId('cert', location.slice(location.lastIndexOf('/') + 1));
  const kept = id && (await access.read(accountId, livemode, certificates.withToken(id)));
  if (kept === undefined) throw new Error(`${location} was answered and is gone`);
  const { tsr } = kept.token;
  // The nonce is not stored in the certificate, so it is compared here.
  if (decodeTimestampResponse(tsr).token?.info.nonce !== wishes.nonce) throw otherNonce();
  return { tsr, location };
}

function otherNonce(): AppError {
  return new AppError('idempotency_key_reused', {
    en: 'This Idempotency-Key was used with another nonce. Send exactly the same query again, or use a new key.',
    es: 'Esta Idempotency-Key ya se usó con otro nonce. Envíe otra vez la misma solicitud o una clave nueva.',
  });
}
