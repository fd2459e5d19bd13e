/** A person's open sessions, and closing them. */

import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { LoggedIn } from './person.ts';
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

const TAG = 'Sessions';

export type SessionOperationPorts = { sessions: SessionStore; now: Clock };

const { acting } = operationsWith<SessionOperationPorts, LoggedIn>();

export const SESSION_OPERATIONS: readonly Operation<SessionOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    scope: 'oneself',
    tag: TAG,
    summary: 'List open sessions',
    answers: { 200: Type.Object({ sessions: Type.Array(SessionSchema) }) },
    refusals: [],
    async act(ports, { who }) {
      const sessions = await ports.sessions.list(who.visit.person.id, ports.now());
      const records = sessions.map((session) => toRecord(session, who.visit.session));
      return { status: 200, body: { sessions: records } };
    },
  }),
  acting({
    method: 'DELETE',
    path: '/sessions/:id',
    operationId: 'closeSession',
    scope: 'oneself',
    tag: TAG,
    summary: 'Close a session',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: ClosedSchema },
    refusals: [404],
    async act(ports, { who, params }) {
      const id = parseId('sess', params.id);
      const isClosed =
        id !== undefined && (await ports.sessions.close(who.visit.person.id, id, ports.now(), who.by));
      if (isClosed) return { status: 200, body: { closed: 1 } };
      throw new AppError('not_found', {
        en: 'You have no session with this id.',
        es: 'Usted no tiene ninguna sesión con este id.',
      });
    },
  }),
  acting({
    method: 'POST',
    path: '/sessions/close-others',
    operationId: 'closeOtherSessions',
    scope: 'oneself',
    tag: TAG,
    summary: 'Close all other sessions',
    answers: { 200: ClosedSchema },
    refusals: [],
    async act(ports, { who }) {
      const kept = who.visit.session.id;
      const closed = await ports.sessions.closeOthers(who.visit.person.id, kept, ports.now(), who.by);
      return { status: 200, body: { closed } };
    },
  }),
];

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
