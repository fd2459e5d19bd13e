/** `/tsa`: the embedded authority for any RFC 3161 client. Its tokens have no legal value, and say so. */

import type { App, World } from '../../api/server.ts';
import { authorityListener } from './http-server.ts';

export function tsaRoute(app: App, { ports, authority }: World): void {
  const listener = authorityListener(authority, ports.logger);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.post('/tsa', { schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
}
