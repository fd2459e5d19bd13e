/** `/tsa`: the embedded authority for any RFC 3161 client. Its tokens state that they have no legal value. */

import type { App } from '../../http/app.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EmbeddedAuthority } from './authority.ts';
import { authorityListener } from './http-server.ts';

export function tsaRoute(app: App, { logger }: { logger: Logger }, authority: EmbeddedAuthority): void {
  const listener = authorityListener(authority, logger);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/tsa', { schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
}
