/** Sends an ASiC container to a caller who may have the original. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateStore } from '../../certificates/ports.ts';
import { assertStored, fileLinkUrl, signFileLink } from '../../files/file-links.ts';
import type { BlobStore } from '../../files/ports.ts';
import type { FilesSettings } from '../../files/settings.ts';
import { isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import { NEVER_RUN, sendExport } from '../../http/send-download.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Access } from '../../keys/ports.ts';
import type { ProofSubject } from '../blockchain-proof.ts';
import type { RecordPorts } from '../renewals/evidence-record.ts';
import { originalAt, zipWithOriginal } from '../zip-with-original.ts';
import { asicOfCertificate, type CertificateAsic } from './asic-of-certificate.ts';

export type SendAsicPorts = RecordPorts & {
  access: Access;
  blobs: BlobStore;
  certificates: CertificateStore;
};

type Answer = { request: FastifyRequest; reply: FastifyReply };

/** Refuses with `file_not_stored` if the original is gone: a container without its file proves nothing to anybody. */
export async function sendAsic(
  ports: SendAsicPorts,
  subject: ProofSubject,
  { request, reply }: Answer,
): Promise<void> {
  const { accountId, certificate } = subject;
  assertStored(certificate);
  const asic = await asicOfCertificate(ports, subject);
  reply.headers(NEVER_RUN);
  if (isKnownTo(request, reply, tagOf(certificate.file.sha256, asic))) return void sendNotModified(reply);
  const original = originalAt(ports, subject, asic.originalName);
  await sendExport(
    reply,
    (exports) => exports.take(accountId),
    async () => ({
      type: asic.mediaType,
      name: asic.fileName,
      content: zipWithOriginal(asic.entries, original),
    }),
  );
}

/** The ETag: every byte of the container follows from what is hashed here. */
function tagOf(sha256: string, { originalName, entries }: CertificateAsic): string {
  const hash = createHash('sha256').update(`${sha256}\n${originalName}\n`);
  for (const { content } of entries) hash.update(content);
  return `"${hash.digest('hex')}"`;
}

/** A link to the container, which works as long as a link to the original would. */
export async function asicAddress(
  ports: { serverKeys: ServerKeys; now: Clock },
  { baseUrl, filesUrl }: Site & Pick<FilesSettings, 'filesUrl'>,
  { accountId, certificate }: Pick<ProofSubject, 'accountId' | 'certificate'>,
): Promise<{ url: string; expiresAt: Date }> {
  assertStored(certificate);
  const owner = { accountId, livemode: certificate.livemode };
  const { link, expiresAt } = await signFileLink(ports, owner, certificate, 'asic');
  return { url: fileLinkUrl(filesUrl ?? baseUrl, link, 'asic'), expiresAt };
}
