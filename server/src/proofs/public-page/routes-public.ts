/** `/v/{code}`: the public page behind a QR code, its facts as JSON, its proofs and the code itself. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App, World } from '../../api/server.ts';
import { verificationUrl } from '../../certificates/certificate.ts';
import { attachment } from '../../http/content-disposition.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { pageReader } from '../../http/pages/reader.ts';
import { qrPng, qrSvg } from '../../http/qr-code.ts';
import { oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeProofFile } from '../fetch-proof.ts';
import { sendProofFile } from '../proof-answers.ts';
import { checkingCommands } from './commands.ts';
import { PUBLIC_PROOFS, toPublicRecord } from './public-record.ts';
import { PAGE_WORDS } from './text.ts';
import { notFoundBody, publicPageBody } from './view.ts';

const QR_PIXELS = 600;

/** An address is a secret of whoever holds it: no index, and no cache but the reader's own. */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const params = Type.Object({ code: Type.String() });

export function publicPageRoutes(app: App, world: World): void {
  const { ports, config, identity } = world;

  app.get('/v/:code', { schema: { hide: true, params } }, async (request, reply) => {
    const { code } = request.params;
    const published = isCode(code) ? await ports.published.withToken(code) : undefined;
    if (published === undefined) return sendNotFound(world, request, reply);
    const { certificate, token } = published;
    if (published.isFirstLook && request.method === 'GET') noteFirstLook(world, published.accountId);
    const reader = pageReader(request);
    const record = toPublicRecord(config, published, ports.now());
    const page = pageFrame({
      title: `${PAGE_WORDS[reader.language].verdict[record.verdict]} · ${record.title} · ${displayName(config)}`,
      reader,
      entry: world.assets.entry('certificate-page'),
      icon: world.assets.icon,
      body: publicPageBody({
        config,
        reader,
        code,
        record,
        genTime: certificate.timestamp.genTime,
        commands: checkingCommands(record, token),
        qrSvg: qrSvg(verificationUrl(config.baseUrl, certificate)),
      }),
    });
    reply.headers(pageHeaders(config)).type('text/html; charset=utf-8');
    reply.headers({ 'content-language': reader.language, vary: 'accept-language, cookie' });
    return sendFresh(request, reply, page, record.status === 'certified');
  });

  app.get('/v/:code.json', { schema: { hide: true, params } }, async (request, reply) => {
    // Nothing here depends on who asks, so any page may read it (and none can send a cookie along).
    reply.header('access-control-allow-origin', '*');
    const { code } = request.params;
    const published = isCode(code) ? await ports.published.find(code) : undefined;
    if (published === undefined) throw noSuchPage();
    const record = toPublicRecord(config, published, ports.now());
    reply.type('application/json; charset=utf-8');
    return sendFresh(request, reply, JSON.stringify(record), record.status === 'certified');
  });

  app.get(
    '/v/:code/proof',
    { schema: { hide: true, params, querystring: Type.Object({ type: oneOf(PUBLIC_PROOFS) }) } },
    async (request, reply) => {
      const { code } = request.params;
      const published = isCode(code) ? await ports.published.withToken(code) : undefined;
      if (published === undefined) throw noSuchPage();
      const proof = await makeProofFile(ports, { config, identity }, published, request.query.type);
      reply.headers({ ...UNLISTED, 'cache-control': 'private, no-cache' });
      return sendProofFile(reply, proof);
    },
  );

  for (const format of ['svg', 'png'] as const) {
    app.get(`/v/:code/qr.${format}`, { schema: { hide: true, params } }, async (request, reply) => {
      const { code } = request.params;
      const published = isCode(code) ? await ports.published.find(code) : undefined;
      if (published === undefined) throw noSuchPage();
      const url = verificationUrl(config.baseUrl, published.certificate);
      const image = format === 'svg' ? qrSvg(url) : await qrPng(url, QR_PIXELS);
      reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png');
      reply.header('content-disposition', attachment(`${published.certificate.id}-qr.${format}`));
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      return sendFresh(request, reply, image, true);
    });
  }
}

/** As `certify-file` makes them: 22 characters of base 62, 131 bits. */
function isCode(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}

/** The same words whatever was asked for: an unknown code, a broken one, one of a certificate that never was. */
function sendNotFound({ config, assets }: World, request: FastifyRequest, reply: FastifyReply) {
  const reader = pageReader(request);
  const page = pageFrame({
    title: `${PAGE_WORDS[reader.language].verdict.not_found} · ${displayName(config)}`,
    reader,
    entry: assets.entry('certificate-page'),
    icon: assets.icon,
    body: notFoundBody(config, reader),
  });
  return reply
    .code(404)
    .headers({ ...pageHeaders(config), ...UNLISTED, 'cache-control': 'no-store' })
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

/** Kept for a minute once nothing changes any more; before, asked for anew each time, and answered with 304 if the same. */
function sendFresh(request: FastifyRequest, reply: FastifyReply, body: string | Buffer, isSettled: boolean) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    ...UNLISTED,
    etag,
    'cache-control': isSettled ? 'private, max-age=60' : 'private, no-cache',
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.send(body);
}

/** For the owner's first steps; the reader does not wait for it, and nothing about the reader is kept. */
function noteFirstLook({ ports }: World, accountId: Parameters<typeof ports.published.markOpened>[0]): void {
  ports.published
    .markOpened(accountId, ports.now())
    .catch((cause) => ports.logger.warn('public_page.first_look_not_noted', { cause }));
}
