/** Where a person is logged in, and ending that. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { accountOf, actorOf, sessionOf } from './person.ts';
import type { Session, SessionStore } from './ports.ts';

export type SessionRoutePorts = { sessions: SessionStore; now: Clock };

export function sessionRoutes(app: App, ports: SessionRoutePorts): void {
  app.get('/sessions', async (request) => {
    const sessions = await ports.sessions.list(accountOf(request).id, ports.now());
    return { sessions: sessions.map((session) => toRecord(session, sessionOf(request))) };
  });

  app.delete('/sessions/:id', { schema: { params: Type.Object({ id: Type.String() }) } }, async (request) => {
    const id = parseId('sess', request.params.id);
    const isClosed =
      id !== undefined &&
      (await ports.sessions.close(accountOf(request).id, id, ports.now(), actorOf(request)));
    if (isClosed) return { closed: 1 };
    throw new AppError('not_found', {
      en: 'There is no session with this id in your account.',
      es: 'No hay ninguna sesión con este id en su cuenta.',
    });
  });

  app.post('/sessions/close-others', async (request) => {
    const { id } = accountOf(request);
    const kept = sessionOf(request).id;
    return { closed: await ports.sessions.closeOthers(id, kept, ports.now(), actorOf(request)) };
  });
}

function toRecord(session: Session, current: Session) {
  return {
    id: session.id,
    current: session.id === current.id,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    ip: session.ip ?? null,
    user_agent: session.userAgent ?? null,
  };
}
