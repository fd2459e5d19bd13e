/** What accounts ask for, and the answers. */

import { Type } from 'typebox';
import { makeAuditLog } from '../audit/pg-audit.ts';
import { noteEvent } from '../events/note-event.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { OPERATOR } from '../kernel/actor.ts';
import { AppError } from '../kernel/errors.ts';
import type { OperatorWho } from '../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import { invalidTransition, refuse } from '../operations/refusal.ts';
import { answerRequest, findRequest, listRequests } from '../people/operators/pg-requests.ts';
import {
  type AllowanceRequest,
  MOST_AT_ONCE,
  MOST_WORDS,
  REQUEST_STATUSES,
} from '../people/operators/requests.ts';
import { assertWords } from './account-operations.ts';
import { type ActTools, grantCertificates } from './act-on-account.ts';
import { noteAct } from './note-act.ts';
import { RequestSchema, toRequestRecord } from './records.ts';
import { type TellPorts, tellAccount } from './tell-account.ts';

const TAG = 'Requests';
const Params = Type.Object({ id: Type.String() });
const Words = Type.String({ maxLength: MOST_WORDS, description: 'The account reads it.' });
const RequestAnswer = Type.Object({ request: RequestSchema });

const { running } = operationsWith<TellPorts, OperatorWho>();

const list = running({
  method: 'GET',
  path: '/requests',
  operationId: 'listAllowanceRequests',
  scope: 'operator',
  tag: TAG,
  summary: 'List requests for more certificates',
  query: Type.Object({
    status: Type.Optional(oneOf(REQUEST_STATUSES)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answers: {
    200: Type.Object({
      requests: Type.Array(RequestSchema),
      next_after: nullable(Type.String({ description: 'For `after`; null on the last page.' })),
    }),
  },
  refusals: [],
  async run({ query }, { query: { limit = 50, ...asked } }) {
    const found = await listRequests(query, { ...asked, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { status: 200, body: { requests: page.map(toRequestRecord), next_after: next } };
  },
});

const grant = running({
  method: 'POST',
  path: '/requests/:id/grant',
  operationId: 'grantAllowanceRequest',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Grant a request for more certificates',
  params: Params,
  body: Type.Object({
    certificates: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_AT_ONCE,
        description: 'Without it: as many as were asked for.',
      }),
    ),
    answer: Type.Optional(nullable(Words)),
  }),
  answers: { 200: RequestAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body }) {
    const answer = wordsFrom(body.answer);
    const request = await findWaiting(tools, params.id, 'granted');
    const { account } = request;
    const certificates = body.certificates ?? request.certificates;
    const reason = answer ?? request.id;
    await grantCertificates(tools, { id: account.id, by: who.by, certificates, reason });
    const body_ = await decide(tools, request, { granted: certificates, answer });
    return {
      status: 200,
      body: body_,
      afterwards: () =>
        tellAccount(tools, account.id, {
          what: 'granted',
          account: account.name,
          certificates,
          words: answer,
        }),
    };
  },
});

const refuseRequest = running({
  method: 'POST',
  path: '/requests/:id/refuse',
  operationId: 'refuseAllowanceRequest',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Refuse a request for more certificates',
  params: Params,
  body: Type.Object({ answer: Words }),
  answers: { 200: RequestAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body: { answer } }) {
    assertWords(answer, '`answer`');
    const request = await findWaiting(tools, params.id, 'refused');
    const { account } = request;
    const details = { reason: answer };
    const note = { action: 'allowance.refuse', target: request.id, details } as const;
    await makeAuditLog(tools).write({ ...note, accountId: account.id, at: tools.now(), by: OPERATOR });
    await noteAct(tools, who.by, note);
    const body = await decide(tools, request, { granted: undefined, answer });
    return {
      status: 200,
      body,
      afterwards: () =>
        tellAccount(tools, account.id, { what: 'refused', account: account.name, words: answer }),
    };
  },
});

export const REQUEST_OPERATIONS: readonly Operation<TellPorts, OperatorWho>[] = [list, grant, refuseRequest];

function wordsFrom(answer: string | null | undefined): string | undefined {
  if (answer === undefined || answer === null || answer.trim() === '') return undefined;
  assertWords(answer, '`answer`');
  return answer;
}

async function findWaiting(
  { query }: ActTools,
  id: string,
  wanted: 'granted' | 'refused',
): Promise<AllowanceRequest> {
  const request = await findRequest(query, id);
  if (request === undefined)
    throw new AppError('not_found', {
      en: 'There is no request with this id.',
      es: 'No hay ninguna solicitud con este id.',
    });
  if (request.status === 'open') return request;
  return refuse(
    invalidTransition(request.id, request.status, wanted, {
      en: 'It was answered already.',
      es: 'Ya se respondió.',
    }),
  );
}

/** The answer, and the event that tells the account's programs of it. */
async function decide(
  { query, now }: ActTools,
  request: AllowanceRequest,
  { granted, answer }: { granted: number | undefined; answer: string | undefined },
) {
  const at = now();
  await answerRequest(query, request.id, { granted, answer, at });
  const decided = await findRequest(query, request.id);
  if (decided === undefined) throw new Error(`${request.id} is gone`);
  const data = {
    id: request.id,
    object: 'allowance_request',
    certificates: request.certificates,
    certificates_granted: granted ?? null,
    certificates_left: decided.account.certificatesLeft,
  };
  const type = granted === undefined ? 'allowance.refused' : 'allowance.granted';
  await noteEvent(query, { accountId: request.account.id, livemode: true }, { type, data, at });
  return { request: toRequestRecord(decided) };
}
