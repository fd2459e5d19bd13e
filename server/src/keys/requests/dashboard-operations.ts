/** The operation that finds a request by the `X-Request-Id` of its answer. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { LoggedIn } from '../../people/login/person.ts';
import { ModeSchema } from '../key-record.ts';
import type { AnsweredRequests } from './answered-request.ts';

const RequestSchema = Type.Object(
  {
    id: Type.String(),
    mode: ModeSchema,
    key_id: nullable(Type.String()),
    at: Type.String({ format: 'date-time', description: 'When it was answered.' }),
    method: Type.String(),
    path: Type.String({ description: 'Without the query. Parts that could be secret are shortened.' }),
    status: Type.Integer(),
    error: nullable(Type.String({ description: 'The error code, if the request was refused.' })),
    duration_ms: Type.Integer(),
  },
  { title: 'AnsweredRequest' },
);

export type RequestOperationPorts = { answeredRequests: AnsweredRequests };

const { acting } = operationsWith<RequestOperationPorts, LoggedIn>();

export const REQUEST_OPERATIONS: readonly Operation<RequestOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/requests/:id',
    operationId: 'findRequest',
    scope: 'usage:read',
    tag: 'Usage',
    summary: 'Find a request by the X-Request-Id of its answer',
    description:
      'Only requests that were made with a key of this account in the last 30 days. Of each day, the first 10,000 answered and the first 10,000 refused ones are kept.',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    answers: { 200: Type.Object({ request: RequestSchema }) },
    refusals: ['not_found'],
    async act({ answeredRequests }, { who, params }) {
      // Writes this process's latest requests first, so that they are found too. Other processes write theirs within a
      // second.
      await answeredRequests.flush();
      const found = await answeredRequests.find(who.account.id, params.id);
      if (found === undefined) throw notKept();
      const { id, livemode, keyId, at, method, path, status, error, ms } = found;
      const request = {
        id,
        mode: livemode ? ('live' as const) : ('test' as const),
        key_id: keyId ?? null,
        at: at.toISOString(),
        method,
        path,
        status,
        error: error ?? null,
        duration_ms: ms,
      };
      return { status: 200, body: { request } };
    },
  }),
];

/** The answer is the same for a request of another account and for one that was never made. */
function notKept(): AppError {
  return new AppError('not_found', {
    en: 'No request of this account with that id is kept. Requests of keys are kept for 30 days, up to 10,000 answered and 10,000 refused ones a day.',
    es: 'No se conserva ninguna solicitud de esta cuenta con ese id. Las solicitudes de las claves se conservan 30 días, hasta 10,000 contestadas y 10,000 rechazadas por día.',
  });
}
