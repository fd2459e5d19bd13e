/** `/v/{code}`: the public page behind a QR code, its facts as JSON, its proofs and the code itself. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { verificationUrl } from '../../certificates/certificate.ts';
import type { AnchoringPace } from '../../certificates/timeline.ts';
import type { App } from '../../http/app.ts';
import { etagOf, isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import { shareHolderOf } from '../../http/connection/network-of.ts';
import { attachment } from '../../http/content-disposition.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { pageReader } from '../../http/pages/reader.ts';
import { shareTags } from '../../http/pages/share.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import { qrPng, qrSvg } from '../../http/qr/qr-code.ts';
import { oneOf, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { fetchProof, type ProofPorts, type ProofSite } from '../fetch-proof.ts';
import { sendProof } from '../proof-answers.ts';
import { checkingCommands, type OwnTool } from './commands.ts';
import { ISSUED_TYPES } from './issued-document.ts';
import type { IssuedDocuments, PublicStore, PublishedCertificate } from './ports.ts';
import { PUBLIC_PROOFS, type PublicRecord, PublicRecordSchema, toPublicRecord } from './public-record.ts';
import { PAGE_WORDS } from './text.ts';
import { notFoundBody, publicPageBody } from './view.ts';

const QR_PIXELS = 600;

/**
 * Headers for the page. Its URL is a secret that its holders share, so it must get into no search index and no
 * referrer.
 */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const params = Type.Object({ code: Type.String() });

export type PublicPageRoutePorts = ProofPorts & {
  published: PublicStore;
  issuedDocuments: IssuedDocuments;
  now: Clock;
  logger: Logger;
};

export type PublicPageSettings = ProofSite & AnchoringPace;

export function publicPageRoutes(
  app: App,
  ports: PublicPageRoutePorts,
  settings: PublicPageSettings,
  assets: WebAssets,
): void {
  showPage(app, ports, settings, assets);
  giveFacts(app, ports, settings);
  giveProofs(app, ports, settings);
  drawQr(app, ports, settings);
}

function showPage(
  app: App,
  ports: PublicPageRoutePorts,
  settings: PublicPageSettings,
  assets: WebAssets,
): void {
  app.get('/v/:code', { schema: { hide: true, params } }, async (request, reply) => {
    const { code } = request.params;
    const published = isCode(code) ? await ports.published.withToken(code) : undefined;
    if (published === undefined) return sendNotFound(settings, assets, request, reply);
    const { certificate, token } = published;
    if (isVisit(request)) noteView(ports, published);
    const reader = pageReader(request);
    const issued = await issuedBehind(ports, settings, published);
    const record = toPublicRecord(settings, published, ports.now(), issued);
    const words = PAGE_WORDS[reader.language];
    const title = record.names_hidden ? words.namesHidden : record.title;
    const page = pageFrame({
      title: `${words.verdict[record.verdict]} · ${title} · ${displayName(settings)}`,
      reader,
      entry: assets.entry('certificate-page'),
      icon: assets.icon,
      head: shareTags(settings, assets, reader.language, {
        kind: 'certificate',
        title,
        path: `/v/${code}`,
      }),
      body: publicPageBody({
        site: settings,
        reader,
        code,
        record,
        genTime: certificate.timestamp.genTime,
        commands: checkingCommands(record, token, ownTool(settings, assets)),
        qrSvg: qrSvg(verificationUrl(settings.baseUrl, certificate)),
      }),
    });
    reply.headers(pageHeaders(settings, request)).type('text/html; charset=utf-8');
    reply.headers({ 'content-language': reader.language, vary: 'accept-language, cookie' });
    return sendFresh(request, reply, page, isSettled(record));
  });
}

function ownTool({ baseUrl }: PublicPageSettings, { verifiers }: WebAssets): OwnTool | undefined {
  const found = verifiers.files.find(({ name }) => name === 'sello-verify.mjs');
  return found && { url: `${baseUrl}/${found.name}`, sha256: found.sha256 };
}

function giveFacts(app: App, ports: PublicPageRoutePorts, settings: PublicPageSettings): void {
  const response = {
    200: PublicRecordSchema,
    304: Type.Null(),
    ...refusals(400, 404, 414, 429, 500, 503),
  };
  // The answer is sent as the very text from which the ETag is computed, so no serializer may write it again.
  const options = { schema: { hide: true, params, response }, serializerCompiler: () => JSON.stringify };
  app.get('/v/:code.json', options, async (request, reply) => {
    // The answer does not depend on who asks, so any page may read it (and `*` excludes cookies).
    reply.header('access-control-allow-origin', '*');
    const published = await findPublished(request.params.code, ports.published.find);
    const issued = await issuedBehind(ports, settings, published);
    const record = toPublicRecord(settings, published, ports.now(), issued);
    reply.type('application/json; charset=utf-8');
    return sendFresh(request, reply, JSON.stringify(record), isSettled(record));
  });
}

function giveProofs(app: App, ports: PublicPageRoutePorts, site: ProofSite): void {
  const schema = { hide: true, params, querystring: Type.Object({ type: oneOf(PUBLIC_PROOFS) }) };
  app.get('/v/:code/proof', { schema, config: { costOf: costOfProof } }, async (request, reply) => {
    const published = await findPublished(request.params.code, ports.published.withToken);
    const proof = await fetchProof(ports, site, published, request.query.type, shareHolderOf(request.ip));
    reply.headers({ ...UNLISTED, 'cache-control': 'private, no-cache' });
    return sendProof(request, reply, proof);
  });
}

/**
 * How many requests a proof counts as in the rate limit. Of everything that strangers may request, only rendered proofs
 * are expensive.
 */
function costOfProof({ query }: FastifyRequest): number {
  const { type } = query as { type?: unknown };
  return type === 'constancia' || type === 'court' ? 10 : 1;
}

function drawQr(app: App, ports: PublicPageRoutePorts, { baseUrl }: Site): void {
  for (const format of ['svg', 'png'] as const) {
    app.get(`/v/:code/qr.${format}`, { schema: { hide: true, params } }, async (request, reply) => {
      const { certificate } = await findPublished(request.params.code, ports.published.find);
      const url = verificationUrl(baseUrl, certificate);
      const image = format === 'svg' ? qrSvg(url) : qrPng(url, QR_PIXELS);
      reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png');
      reply.header('content-disposition', attachment(`${certificate.id}-qr.${format}`));
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      return sendFresh(request, reply, image, true);
    });
  }
}

/**
 * Reads the document behind a certificate; a sealed copy is the same document as its original. This additional read is
 * made only if the document type says that there may be something to find.
 */
async function issuedBehind(
  { issuedDocuments }: PublicPageRoutePorts,
  { baseUrl }: Site,
  { accountId, certificate }: PublishedCertificate,
) {
  if (!ISSUED_TYPES.has(certificate.documentType)) return undefined;
  return issuedDocuments.find(accountId, (certificate.sealedFrom ?? certificate).code, baseUrl);
}

/**
 * Whether nothing will change any more. A document may be revoked at any moment, and its page must not say otherwise
 * for a minute.
 */
function isSettled({ status, document }: PublicRecord): boolean {
  return status === 'certified' && document === null;
}

async function findPublished<T>(code: string, find: (code: string) => Promise<T | undefined>): Promise<T> {
  const published = isCode(code) ? await find(code) : undefined;
  if (published === undefined) throw noSuchPage();
  return published;
}

/** Whether a text can be a code: 22 base62 characters (131 bits), as `certify-file` makes them. */
function isCode(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}

/** Sends the same page for an unknown code and for a text that is not a code. */
function sendNotFound(site: Site, assets: WebAssets, request: FastifyRequest, reply: FastifyReply) {
  const reader = pageReader(request);
  const page = pageFrame({
    title: `${PAGE_WORDS[reader.language].verdict.not_found} · ${displayName(site)}`,
    reader,
    entry: assets.entry('certificate-page'),
    icon: assets.icon,
    body: notFoundBody(site, reader),
  });
  return reply
    .code(404)
    .headers({ ...pageHeaders(site, request), ...UNLISTED, 'cache-control': 'no-store' })
    .header('content-language', reader.language)
    .type('text/html; charset=utf-8')
    .send(page);
}

function noSuchPage(): AppError {
  return new AppError(
    'not_found',
    {
      en: 'There is no certificate at this address.',
      es: 'No hay ningún certificado en esta dirección.',
    },
    { headers: UNLISTED },
  );
}

/**
 * Sends an answer that caches keep for a minute once nothing changes any more. Before that they ask again each time,
 * and get 304 if it is unchanged.
 */
function sendFresh(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, isSettled: boolean) {
  reply.headers({
    ...UNLISTED,
    'cache-control': isSettled ? 'private, max-age=60' : 'private, no-cache',
  });
  if (isKnownTo(request, reply, etagOf(body))) return sendNotModified(reply);
  return reply.send(body);
}

/** Whether a person opens the page. Our own script also fetches it, to follow the anchoring. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/**
 * Counts the view, and records the first one for the owner's quick start. The reader does not wait for it, and nothing
 * about the reader is stored.
 */
function noteView({ published: store, now, logger }: PublicPageRoutePorts, seen: PublishedCertificate): void {
  const { accountId, certificate, isFirstLook } = seen;
  const noted = [
    store.countView(accountId, certificate.id),
    ...(isFirstLook ? [store.markOpened(accountId, now())] : []),
  ];
  Promise.all(noted).catch((cause) => logger.warn('public_page.view_not_noted', { cause }));
}
