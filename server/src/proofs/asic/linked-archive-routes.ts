/**
 * Serves `/files/{certificate}/{thing}`: archives that are made on request, for anybody with a valid signed address.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { CertificateStore } from '../../certificates/ports.ts';
import { certificateNotFound } from '../../certificates/read-certificates.ts';
import { checkLink, fileLinkUrl, invalidSignature, type LinkedThing } from '../../files/file-links.ts';
import { toLink } from '../../files/routes-public.ts';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Access } from '../../keys/ports.ts';
import type { ProofSubject } from '../blockchain-proof.ts';

export type LinkedArchivePorts = {
  access: Access;
  certificates: Pick<CertificateStore, 'withToken'>;
  serverKeys: ServerKeys;
  now: Clock;
};

type Send = (
  subject: ProofSubject,
  answer: { request: FastifyRequest; reply: FastifyReply },
) => Promise<void>;

export function linkedArchiveRoute(
  app: App,
  ports: LinkedArchivePorts,
  thing: Exclude<LinkedThing, 'file'>,
  send: Send,
): void {
  app.get(
    `/files/:certificateId/${thing}`,
    {
      schema: {
        hide: true,
        params: Type.Object({ certificateId: Type.String() }),
        // Accepts any parameters, as for files: if one is missing or repeated, the signature does not fit the address.
        querystring: Type.Record(Type.String(), Type.Unknown()),
      },
    },
    async (request, reply) => {
      const link = toLink(request);
      // The address must be exactly the one issued: nothing added, omitted or encoded differently.
      if (!request.url.endsWith(fileLinkUrl('', link, thing))) throw invalidSignature();
      const { owner, certificateId } = await checkLink(ports, link, thing);
      const { accountId, livemode } = owner;
      const found = await ports.access.read(accountId, livemode, ports.certificates.withToken(certificateId));
      if (found === undefined) throw certificateNotFound();
      await send({ accountId, ...found }, { request, reply });
      return reply;
    },
  );
}
