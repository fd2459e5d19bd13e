/** A person's open sessions, and closing them. */

import { type Static, Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nullable, refusals } from '../../http/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { accountOf, actorOf, sessionOf } from './person.ts';
import type { Session, SessionStore } from './ports.ts';

const SessionSchema = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'The one that asks.' }),
    created_at: Type.String({ format: 'date-time' }),
    last_seen_at: Type.String({ format: 'date-time' }),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
  },
  { title: 'Session' },
);

const ClosedSchema = Type.Object({ closed: Type.Integer({ description: 'How many.' }) });

export type SessionRoutePorts = { sessions: SessionStore; now: Clock };

export function sessionRoutes(app: App, ports: SessionRoutePorts): void {
  const list = Type.Object({ sessions: Type.Array(SessionSchema) });
  app.get('/sessions', { schema: { response: { 200: list } } }, async (request) => {
    const sessions = await ports.sessions.list(accountOf(request).id, ports.now());
    return { sessions: sessions.map((session) => toRecord(session, sessionOf(request))) };
  });

  const params = Type.Object({ id: Type.String() });
  const response = { 200: ClosedSchema, ...refusals(404) };
  app.delete('/sessions/:id', { schema: { params, response } }, async (request) => {
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

  app.post('/sessions/close-others', { schema: { response: { 200: ClosedSchema } } }, async (request) => {
    const { id } = accountOf(request);
    const kept = sessionOf(request).id;
    return { closed: await ports.sessions.closeOthers(id, kept, ports.now(), actorOf(request)) };
  });
}

function toRecord(session: Session, current: Session): Static<typeof SessionSchema> {
  return {
    id: session.id,
    current: session.id === current.id,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    ip: session.ip ?? null,
    user_agent: session.userAgent ?? null,
  };
}
