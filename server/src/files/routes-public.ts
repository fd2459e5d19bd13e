/** `/files/{certificate}`: original files, for the holder of a valid signed address. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { matchesTag } from '../http/caching/etag.ts';
import { enter, untilDone } from '../http/connection/running-requests.ts';
import { attachment } from '../http/content-disposition.ts';
import {
  assertFileIsThere,
  type CheckLinkPorts,
  checkFileLink,
  type FileLink,
  fileLinkUrl,
  invalidSignature,
  openFile,
} from './file-links.ts';
import type { BlobStore } from './ports.ts';

export type FileRoutePorts = CheckLinkPorts & { blobs: BlobStore };

export function fileRoutes(app: App, ports: FileRoutePorts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:certificateId',
    // Fastify's own HEAD would read the whole file and discard it, so it is off.
    exposeHeadRoute: false,
    schema: {
      hide: true,
      params: Type.Object({ certificateId: Type.String() }),
      // Any query is accepted here. A missing or repeated part makes it a changed address, which the signature check
      // refuses.
      querystring: Type.Record(Type.String(), Type.Unknown()),
    },
    handler: untilDone(async (request: FileRequest, reply) => {
      const link = toLink(request);
      // The address must be exactly the one issued: nothing added, omitted or encoded differently.
      if (!request.url.endsWith(fileLinkUrl('', link))) throw invalidSignature();
      const { owner, original } = await checkFileLink(ports, link);
      // The signed address was issued in answer to a counted call. So the download itself is not counted, because an
      // archive may fetch thousands of files.
      request.giveBackToNetwork?.();
      // Downloads are counted apart from the requests of the owner's keys and people, so that many slow readers do not
      // use up the limit of these.
      enter(request, reply, `${owner.accountId} files`);
      const { sizeBytes, name, sha256 } = original.file;
      const etag = `"${sha256}"`;
      reply.headers({
        // This is an untrusted upload on our own origin, so it is never rendered, sniffed or run.
        'content-disposition': attachment(name),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'accept-ranges': 'bytes',
        etag,
      });
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      // A HEAD ignores ranges (RFC 9110 §14.2).
      if (request.method === 'HEAD') {
        await assertFileIsThere(ports, owner, original);
        return sendFile(reply, sizeBytes, undefined, undefined);
      }
      const range = parseRange(request.headers.range, sizeBytes);
      if (range === 'unsatisfiable')
        return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
      return sendFile(reply, sizeBytes, range, await openFile(ports, owner, original, range));
    }),
  });
}

type FileRequest = FastifyRequest<{
  Params: { certificateId: string };
  Querystring: Record<string, unknown>;
}>;

export function toLink(request: FileRequest): FileLink {
  const text = (name: string) => {
    const value = request.query[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    certificateId: request.params.certificateId,
    account: text('account'),
    mode: text('mode'),
    expires: text('expires'),
    key: text('key'),
    signature: text('signature'),
  };
}

type Range = { start: number; end: number };

function sendFile(reply: FastifyReply, sizeBytes: number, range: Range | undefined, body: unknown) {
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  return (
    reply
      // Every file gets this type, whatever type its owner claimed: such bytes are not run as a script, style or page.
      .header('content-type', 'application/octet-stream')
      .header('content-length', end - start + 1)
      .send(body)
  );
}

/** Reads one range of bytes (RFC 9110 §14.1.2). Several ranges at once, or another unit, get the whole file. */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): Range | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start <= end && start < sizeBytes ? { start, end } : 'unsatisfiable';
}
