/** Sends a court package to a caller who may have it. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateStore } from '../../certificates/ports.ts';
import { assertStored, fileLinkUrl, signFileLink } from '../../files/file-links.ts';
import type { BlobStore } from '../../files/ports.ts';
import type { FilesSettings } from '../../files/settings.ts';
import { isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import { NEVER_RUN, sendExport } from '../../http/send-download.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import type { Access } from '../../keys/ports.ts';
import type { AccountStore } from '../../people/accounts/ports.ts';
import type { ProofSubject } from '../blockchain-proof.ts';
import { originalAt, zipWithOriginal } from '../zip-with-original.ts';
import { type CourtPorts, type CourtSite, courtFiles } from './court-files.ts';

export type SendCourtPorts = CourtPorts & {
  access: Access;
  accounts: Pick<AccountStore, 'find'>;
  blobs: BlobStore;
  certificates: CertificateStore;
};

type FileAddress = { url: string; expiresAt: Date };

/** Sends the package to the account itself: with its name and, unless the request leaves it out, with the original. */
export async function sendCourtPackage(
  ports: SendCourtPorts,
  site: CourtSite,
  subject: ProofSubject,
  { withOriginal, holder }: { withOriginal: boolean; holder: Holder },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { accountId, certificate } = subject;
  if (withOriginal) assertStored(certificate);
  const account = await ports.accounts.find(accountId);
  const asked = { withOriginal, applicant: account?.name, holder };
  const { files, digest, originalPath } = await courtFiles(ports, site, subject, asked);
  reply.headers(NEVER_RUN);
  if (isKnownTo(request, reply, `"${digest}"`)) return void sendNotModified(reply);
  const original = withOriginal ? originalAt(ports, subject, originalPath) : undefined;
  await sendExport(
    reply,
    (exports) => exports.take(holder),
    async () => ({
      type: 'application/zip',
      name: courtFileName(certificate),
      content: zipWithOriginal(files, original),
    }),
  );
}

/**
 * A link to the package. If the package includes the original and that is no longer kept, the link is refused as a link
 * to the original would be.
 */
export async function courtAddress(
  ports: { serverKeys: ServerKeys; now: Clock },
  { baseUrl, filesUrl }: Pick<FilesSettings, 'filesUrl'> & CourtSite,
  { accountId, certificate }: Pick<ProofSubject, 'accountId' | 'certificate'>,
  { withOriginal }: { withOriginal: boolean },
): Promise<FileAddress> {
  if (withOriginal) assertStored(certificate);
  const thing = withOriginal ? 'court' : 'court-without-original';
  const owner = { accountId, livemode: certificate.livemode };
  const { link, expiresAt } = await signFileLink(ports, owner, certificate, thing);
  return { url: fileLinkUrl(filesUrl ?? baseUrl, link, thing), expiresAt };
}

export function courtFileName({ id }: { id: string }): string {
  return `${id}-juicio.zip`;
}
