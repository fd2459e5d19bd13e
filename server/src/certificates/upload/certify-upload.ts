/** Certifies the file in a request and answers it, for API keys and for the dashboard. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobStore, IncomingBlob } from '../../files/ports.ts';
import { assertSha256Field, watchContentDigest } from '../../http/bodies/content-digest.ts';
import { heldBodyOf } from '../../http/bodies/held-body.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { expectsContinue } from '../../http/connection/expect-continue.ts';
import { parseIdempotencyKey } from '../../operations/idempotency/idempotency-key.ts';
import { type Certificate, MAX_FILE_BYTES } from '../certificate.ts';
import { type RecordSite, toRecord } from '../certificate-record.ts';
import {
  type CertifyPorts,
  certifyFile,
  type Idempotency,
  type ReceivedFile,
  type Uploader,
} from '../certify-file.ts';
import type { StoredAnswer } from '../ports.ts';
import { allowanceExhausted } from '../start-refusals.ts';
import { assertRoomFor } from '../stored-files.ts';
import { assertWorthSending, mayLackFile, readUpload, type UploadSink } from './upload.ts';

const LIMITS = { maxFileBytes: MAX_FILE_BYTES };

type Upload = {
  uploader: Uploader;
  /** The scope of an Idempotency-Key: method, path and mode. */
  operation: string;
  /** The URL below which certificates are found. */
  collectionUrl: string;
  /** Called for a new certificate, but not for a replay. */
  onMade(): void;
};

export type UploadPorts = CertifyPorts & { blobs: BlobStore };

export async function certifyUpload(
  ports: UploadPorts,
  site: RecordSite,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
): Promise<void> {
  const type = request.heldContentType;
  const length = declaredLength(request.headers['content-length']);
  await certifyReceived(ports, site, request, reply, upload, (incoming) => {
    const mayBeReplay = request.headers['idempotency-key'] !== undefined;
    if (!mayBeReplay && !mayLackFile(type, length)) assertRoomFor(1, upload.uploader.files);
    return openBody(request, reply, type, length)(incoming);
  });
}

/**
 * Certifies what `receive` reads from the body, and answers. If the allowance is used up, the call is refused before
 * the body is read. A call with an Idempotency-Key is not refused yet, because its answer may be a replay, which costs
 * nothing.
 */
export async function certifyReceived(
  ports: UploadPorts,
  site: RecordSite,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  receive: (incoming: Incoming) => Promise<ReceivedFile>,
): Promise<void> {
  const { uploader, collectionUrl } = upload;
  const key = parseIdempotencyKey(request.headers['idempotency-key']);
  if (key === undefined && uploader.livemode && uploader.certificatesLeft === 0) throw allowanceExhausted();
  const toBody = (certificate: Certificate) => ({ certificate: toRecord(site, certificate) });
  const locationOf = (certificate: Certificate) => `${collectionUrl}/${certificate.id}`;
  const idempotency: Idempotency | undefined =
    key === undefined
      ? undefined
      : {
          operation: upload.operation,
          key,
          answerFor: (certificate) => ({
            status: 201,
            headers: { location: locationOf(certificate) },
            body: JSON.stringify(toBody(certificate)),
          }),
        };
  const incoming = receiveLater(() => ports.blobs.receive(uploader.accountId));
  try {
    const file = await receive(incoming);
    const gone = file.stamp === 'shared' ? goneSignal(reply) : undefined;
    const result = await certifyFile(ports, uploader, file, idempotency, gone);
    if ('replay' in result) return void sendReplay(reply, result.replay);
    upload.onMade();
    reply.code(201).header('location', locationOf(result.certificate)).send(toBody(result.certificate));
  } finally {
    await incoming.discard();
  }
}

/** Aborted when the connection closes, which it may have done already. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort();
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return controller.signal;
}

export type Incoming = UploadSink & {
  /** The file in the store. Call this only once a byte has been written. */
  blob(): IncomingBlob;
  discard(): Promise<void>;
};

/** Opens the file in the store only when its first byte arrives. If only a fingerprint is sent, no file is opened. */
function receiveLater(receive: () => IncomingBlob): Incoming {
  let blob: IncomingBlob | undefined;
  return {
    write(chunk) {
      blob ??= receive();
      return blob.write(chunk);
    },
    blob() {
      if (blob === undefined) throw new Error('The upload has neither a file nor a fingerprint');
      return blob;
    },
    discard: async () => blob?.discard(),
  };
}

/**
 * Checks the request's headers and sends 100 Continue if the client expects it. The returned function reads the body.
 */
function openBody(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  length: number | undefined,
): (incoming: Incoming) => Promise<ReceivedFile> {
  const digest = watchContentDigest(request);
  assertPlainBody(request);
  if (expectsContinue(request.raw)) {
    assertWorthSending(type, length, LIMITS);
    reply.raw.writeContinue();
  }
  return async (incoming) => {
    const held = heldBodyOf(request);
    const hold = (bytes: number) => held.reach(bytes);
    const form = await readUpload(request.raw, type, length, incoming, { ...LIMITS, hold });
    held.giveBack();
    const {
      title = form.file.name,
      description,
      documentType,
      externalId,
      metadata,
      seal,
      stamp,
      fingerprint,
    } = form;
    const { name, mime } = form.file;
    const fields = { name, mime, title, description, documentType, externalId, metadata, seal, stamp };
    if (fingerprint !== undefined) {
      digest?.assertMatches(undefined);
      return { ...fields, ...fingerprint, blob: undefined };
    }
    const blob = incoming.blob();
    const { sha256, sizeBytes } = blob.finish();
    assertSha256Field(form.sha256, sha256);
    digest?.assertMatches(sha256);
    return { ...fields, blob, sha256, sizeBytes };
  };
}

function sendReplay(reply: FastifyReply, { status, headers, body }: StoredAnswer): void {
  reply
    .code(status)
    .headers(headers)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(body);
}

function declaredLength(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header);
}
