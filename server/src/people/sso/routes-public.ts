/** Back-channel logout: the issuer's server posts a form here. It has no API key; its signature is what counts. */

import type { App } from '../../http/app.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { IdentityStore, Issuer } from './ports.ts';

export type BackChannelPorts = { issuer: Issuer | undefined; identities: IdentityStore; now: Clock };

const BACK_CHANNEL_PATH = '/sso/backchannel-logout';

const MAX_BYTES = 16_384;
/** How long the id of a used message is remembered. Messages are valid for less time than this. */
const USED_MS = 3_600_000;

/** Without an issuer in the settings, the address does not exist. */
export function backChannelRoute(app: App, { issuer, identities, now }: BackChannelPorts): void {
  if (issuer === undefined) return;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.post(BACK_CHANNEL_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { body } = request;
    const token = body instanceof URLSearchParams ? body.get('logout_token') : null;
    const ended = token === null ? undefined : await issuer.readLogOut(token);
    reply.header('cache-control', 'no-store');
    if (ended === undefined) throw invalidMessage();
    // The limit is high, because the issuer may end thousands of sessions at once. A stranger only causes the check of
    // a signature.
    request.giveBackToNetwork?.();
    // A replayed message must not end sessions that were opened after it.
    const { messageId, ...whose } = ended;
    const until = new Date(now().getTime() + USED_MS);
    if (!(await identities.useOnce(sha256(`sso logout\n${messageId}`), until))) throw invalidMessage();
    await identities.endSessions(whose, now());
    return reply.code(200).send();
  });
}

function invalidMessage(): AppError {
  return new AppError('bad_request', {
    en: '`logout_token` must be a message of the issuer that this service uses, signed by it a moment ago and sent once.',
    es: '`logout_token` debe ser un mensaje del emisor que usa este servicio, firmado por él hace un momento y enviado una sola vez.',
  });
}
