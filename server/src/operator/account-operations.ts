/** Accounts: finding them, and what an operator does to them. Nothing here shows a file or opens a session of somebody else. */

import { Type } from 'typebox';
import type { Database } from '../database/pool.ts';
import { oneOf } from '../http/schema.ts';
import { assertText, invalidField } from '../http/text-rules.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import type { OperatorWho } from '../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import type { AccountStore } from '../people/accounts/ports.ts';
import { listRequests } from '../people/operators/pg-requests.ts';
import { MOST_AT_ONCE, MOST_WORDS } from '../people/operators/requests.ts';
import {
  closeAccount,
  findAccount,
  grantCertificates,
  limitAccount,
  noAccount,
  resumeAccount,
  suspendAccount,
} from './act-on-account.ts';
import {
  ACCOUNT_STATES,
  countEndpoints,
  listAccountFacts,
  readAccountFacts,
  readAccountPeople,
} from './pg-account-facts.ts';
import {
  AccountAnswer,
  AccountPersonSchema,
  AccountSchema,
  RequestSchema,
  toAccountRecord,
  toRequestRecord,
  toSeatRecord,
} from './records.ts';
import { type TellPorts, tellAccount } from './tell-account.ts';

const TAG = 'Accounts';
const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;
const SHOWN_REQUESTS = 50;

const Params = Type.Object({ id: Type.String() });
const Reason = Type.String({ minLength: 1, maxLength: MOST_WORDS, description: 'The account reads it.' });
const Ceiling = (most: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: most,
      description: 'Null: as the settings say.',
    }),
  );

const NextAfter = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'For `after`; null on the last page.',
});

const Detail = Type.Object({
  account: AccountSchema,
  people: Type.Array(AccountPersonSchema),
  month: Type.Object({
    requests: Type.Integer(),
    certificates: Type.Integer({ description: 'Live ones.' }),
    test_certificates: Type.Integer(),
  }),
  webhooks: Type.Object({ endpoints: Type.Integer(), failing: Type.Integer(), disabled: Type.Integer() }),
  requests: Type.Array(RequestSchema, { description: 'For more certificates, the newest first.' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      certificates: Type.Integer({ description: 'Live ones.' }),
      requests: Type.Integer(),
      server_errors: Type.Integer(),
    }),
    { description: 'The last 30 days, in UTC, the oldest first.' },
  ),
});

export type AccountActPorts = TellPorts & {
  accounts: AccountStore;
  usage: UsageStore;
  records: Pick<Database, 'query'>;
};

const { running } = operationsWith<AccountActPorts, OperatorWho>();

const list = running({
  method: 'GET',
  path: '/accounts',
  operationId: 'listAccounts',
  scope: 'operator',
  tag: TAG,
  summary: 'List and find accounts',
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of a name or address, of the account or its people; or an id.',
      }),
    ),
    state: Type.Optional(oneOf(ACCOUNT_STATES)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answers: { 200: Type.Object({ accounts: Type.Array(AccountSchema), next_after: NextAfter }) },
  refusals: ['rate_limit_exceeded'],
  async run({ query }, { query: { limit = 50, ...asked } }) {
    const found = await listAccountFacts(query, { ...asked, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.account.id ?? null) : null;
    return { status: 200, body: { accounts: page.map(toAccountRecord), next_after: next } };
  },
});

const read = running({
  method: 'GET',
  path: '/accounts/:id',
  operationId: 'readAccount',
  scope: 'operator',
  tag: TAG,
  summary: 'Read one account',
  params: Params,
  answers: { 200: Detail },
  refusals: [404],
  async run(tools, { params }) {
    const { query } = tools;
    const { id } = await findAccount(tools, params.id);
    const to = tools.now();
    const period = {
      from: new Date(to.getTime() - (SHOWN_DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
      to: to.toISOString().slice(0, 10),
    };
    const overview = await tools.accounts.overview(id, to);
    const days = await tools.usage.days(id, period);
    return {
      status: 200,
      body: {
        account: await recordOf(tools, id),
        people: (await readAccountPeople(query, id)).map(toSeatRecord),
        month: {
          requests: overview.monthCalls,
          certificates: overview.monthCertificates,
          test_certificates: overview.monthTestCertificates,
        },
        webhooks: await countEndpoints(query, id),
        requests: (await listRequests(query, { accountId: id, limit: SHOWN_REQUESTS })).map(toRequestRecord),
        days: days.map((day) => ({
          date: day.date,
          certificates: day.certificates,
          requests: day.requests,
          server_errors: day.serverErrors,
        })),
      },
    };
  },
});

const limit = running({
  method: 'PATCH',
  path: '/accounts/:id',
  operationId: 'limitAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Change what its keys can be allowed at most',
  params: Params,
  body: Type.Object({
    max_rate_per_minute: Ceiling(1_000_000),
    max_monthly_quota: Ceiling(MOST_AT_ONCE),
  }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body }) {
    const { max_rate_per_minute: ratePerMinute, max_monthly_quota: monthlyQuota } = body;
    const limits = {
      ...(ratePerMinute !== undefined && { ratePerMinute }),
      ...(monthlyQuota !== undefined && { monthlyQuota }),
    };
    if (Object.keys(limits).length === 0)
      throw invalidField(
        '`max_rate_per_minute`',
        'or `max_monthly_quota` must be given.',
        'o `max_monthly_quota` debe indicarse.',
      );
    const { id } = await limitAccount(tools, { id: params.id, by: who.by, limits });
    return { status: 200, body: { account: await recordOf(tools, id) } };
  },
});

const grant = running({
  method: 'POST',
  path: '/accounts/:id/grants',
  operationId: 'grantCertificates',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Grant certificates, or take some back',
  params: Params,
  body: Type.Object({
    certificates: Type.Integer({
      minimum: -MOST_AT_ONCE,
      maximum: MOST_AT_ONCE,
      description: 'Below zero: taken back, as far as there are any left.',
    }),
    reason: Reason,
  }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body: { certificates, reason } }) {
    assertWords(reason);
    if (certificates === 0) throw invalidField('`certificates`', 'must not be 0.', 'no debe ser 0.');
    const act = { id: params.id, by: who.by, certificates, reason };
    const { id } = await grantCertificates(tools, act);
    return { status: 200, body: { account: await recordOf(tools, id) } };
  },
});

const suspend = running({
  method: 'POST',
  path: '/accounts/:id/suspend',
  operationId: 'suspendAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Suspend an account',
  description:
    'Its keys are refused and nothing is changed in it. Reading, proofs and public pages go on, and what is queued is finished.',
  params: Params,
  body: Type.Object({ reason: Reason }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body: { reason } }) {
    assertWords(reason);
    const { id, name } = await suspendAccount(tools, { id: params.id, by: who.by, reason });
    return {
      status: 200,
      body: { account: await recordOf(tools, id) },
      afterwards: () => tellAccount(tools, id, { what: 'suspended', account: name, words: reason }),
    };
  },
});

const resume = running({
  method: 'POST',
  path: '/accounts/:id/resume',
  operationId: 'resumeAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'End the suspension of an account',
  params: Params,
  body: Type.Object({ reason: Reason }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition'],
  async run(tools, { who, params, body: { reason } }) {
    assertWords(reason);
    const { id, name } = await resumeAccount(tools, { id: params.id, by: who.by, reason });
    return {
      status: 200,
      body: { account: await recordOf(tools, id) },
      afterwards: () => tellAccount(tools, id, { what: 'resumed', account: name, words: reason }),
    };
  },
});

const close = running({
  method: 'POST',
  path: '/accounts/:id/close',
  operationId: 'closeAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Close an account for good',
  description: 'Its keys and seats end. Certificates, proofs and public pages stay, and so do its people.',
  params: Params,
  body: Type.Object({
    name: Type.String({ maxLength: 200, description: 'The name of the account, typed again.' }),
    reason: Reason,
  }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition', 'legal_hold'],
  async run(tools, { who, params, body: { name, reason } }) {
    assertWords(reason);
    const { id } = await closeAccount(tools, { id: params.id, by: who.by, name, reason });
    return { status: 200, body: { account: await recordOf(tools, id) } };
  },
});

export const ACCOUNT_ACTS: readonly Operation<AccountActPorts, OperatorWho>[] = [
  list,
  read,
  limit,
  grant,
  suspend,
  resume,
  close,
];

/** Kept in logs and mailed. */
export function assertWords(reason: string, field = '`reason`'): void {
  assertText(field, reason, { maxChars: MOST_WORDS, multiline: true });
  if (reason.trim() === '') throw invalidField(field, 'must not be blank.', 'no debe estar en blanco.');
}

async function recordOf({ query }: Pick<Database, 'query'>, id: AccountId) {
  const facts = await readAccountFacts(query, id);
  if (facts === undefined) throw noAccount();
  return toAccountRecord(facts);
}
