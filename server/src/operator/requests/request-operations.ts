/** The operator's operations on requests of accounts. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { listRequests } from '../../people/operators/pg-requests.ts';
import { MOST_AT_ONCE, MOST_WORDS, REQUEST_STATUSES } from '../../people/operators/requests.ts';
import { NextAfter, PAGE_QUERY, readPage } from '../page.ts';
import { RequestSchema, toRequestRecord } from '../records.ts';
import { type TellPorts, tellAccount } from '../tell-account.ts';
import { assertWords } from '../words.ts';
import { grantRequest, refuseRequest } from './answer-request.ts';

const TAG = 'Requests';
const Params = Type.Object({ id: Type.String() });
const Words = Type.String({ maxLength: MOST_WORDS, description: 'The owners of the account can read it.' });
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
    ...PAGE_QUERY,
  }),
  answers: {
    200: Type.Object({
      requests: Type.Array(RequestSchema),
      next_after: NextAfter,
    }),
  },
  refusals: [],
  async run({ query }, asked) {
    const { page, next_after } = await readPage(
      asked.query,
      (wanted) => listRequests(query, wanted),
      ({ id }) => id,
    );
    return { status: 200, body: { requests: page.map(toRequestRecord), next_after } };
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
        description: 'Defaults to as many as were asked for.',
      }),
    ),
    answer: Type.Optional(nullable(Words)),
  }),
  answers: { 200: RequestAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body: { certificates, answer: given } }) {
    const answer = wordsFrom(given);
    const wanted = { id: params.id, by: who.by, answer, ...(certificates !== undefined && { certificates }) };
    const request = await grantRequest(tools, wanted);
    const { account, certificatesGranted } = request;
    const told = { account: account.name, certificates: certificatesGranted, words: answer };
    return {
      status: 200,
      body: { request: toRequestRecord(request) },
      afterwards: () => tellAccount(tools, account.id, { what: 'granted', ...told }),
    };
  },
});

const refuse = running({
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
    const request = await refuseRequest(tools, { id: params.id, by: who.by, answer });
    const { account } = request;
    return {
      status: 200,
      body: { request: toRequestRecord(request) },
      afterwards: () =>
        tellAccount(tools, account.id, { what: 'refused', account: account.name, words: answer }),
    };
  },
});

export const REQUEST_OPERATIONS: readonly Operation<TellPorts, OperatorWho>[] = [list, grant, refuse];

function wordsFrom(answer: string | null | undefined): string | undefined {
  if (answer === undefined || answer === null || answer.trim() === '') return undefined;
  assertWords(answer, '`answer`');
  return answer;
}
