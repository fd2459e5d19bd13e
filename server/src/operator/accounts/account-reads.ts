/** Finds accounts, and reads one: names and figures. */

import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { oneOf } from '../../http/schema.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { UsageStore } from '../../keys/usage/usage.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { AccountStore } from '../../people/accounts/ports.ts';
import { listRequests } from '../../people/operators/pg-requests.ts';
import { NextAfter, PAGE_QUERY, readPage } from '../page.ts';
import {
  AccountPersonSchema,
  AccountSchema,
  RequestSchema,
  toAccountRecord,
  toRequestRecord,
  toSeatRecord,
} from '../records.ts';
import { findAccount, noAccount } from './act-on-account.ts';
import {
  ACCOUNT_STATES,
  countEndpoints,
  listAccountFacts,
  readAccountFacts,
  readAccountPeople,
} from './pg-account-facts.ts';

const TAG = 'Accounts';
const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;
const SHOWN_REQUESTS = 50;

const Detail = Type.Object({
  account: AccountSchema,
  people: Type.Array(AccountPersonSchema),
  month: Type.Object({
    requests: Type.Integer(),
    certificates: Type.Integer({ description: 'Live certificates.' }),
    test_certificates: Type.Integer(),
  }),
  webhooks: Type.Object({ endpoints: Type.Integer(), failing: Type.Integer(), disabled: Type.Integer() }),
  requests: Type.Array(RequestSchema, { description: 'Requests for more certificates, newest first.' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      certificates: Type.Integer({ description: 'Live certificates.' }),
      requests: Type.Integer(),
      server_errors: Type.Integer(),
    }),
    { description: 'The last 30 days, in UTC, oldest first.' },
  ),
});

export type AccountReadPorts = { accounts: AccountStore; usage: UsageStore };

const { running } = operationsWith<AccountReadPorts, OperatorWho>();

const list = running({
  method: 'GET',
  path: '/accounts',
  operationId: 'listAccounts',
  scope: 'operator',
  tag: TAG,
  summary: 'List and find accounts',
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Part of the name of the account, or of the name or address of one of its people; or an id.',
      }),
    ),
    state: Type.Optional(oneOf(ACCOUNT_STATES)),
    ...PAGE_QUERY,
  }),
  answers: { 200: Type.Object({ accounts: Type.Array(AccountSchema), next_after: NextAfter }) },
  refusals: ['rate_limit_exceeded'],
  async run({ query }, asked) {
    const { page, next_after } = await readPage(
      asked.query,
      (wanted) => listAccountFacts(query, wanted),
      ({ account }) => account.id,
    );
    return { status: 200, body: { accounts: page.map(toAccountRecord), next_after } };
  },
});

const read = running({
  method: 'GET',
  path: '/accounts/:id',
  operationId: 'readAccount',
  scope: 'operator',
  tag: TAG,
  summary: 'Read one account',
  params: Type.Object({ id: Type.String() }),
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

export const ACCOUNT_READS: readonly Operation<AccountReadPorts, OperatorWho>[] = [list, read];

export async function recordOf({ query }: Pick<Database, 'query'>, id: AccountId) {
  const facts = await readAccountFacts(query, id);
  if (facts === undefined) throw noAccount();
  return toAccountRecord(facts);
}
