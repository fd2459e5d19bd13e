/** What an operator can do to accounts. No operation here shows a file or opens somebody else's session. */

import { Type } from 'typebox';
import { invalidField } from '../../http/text-rules.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Answer, type Operation, operationsWith, type Tools } from '../../operations/operation.ts';
import { MOST_AT_ONCE } from '../../people/operators/requests.ts';
import { AccountAnswer } from '../records.ts';
import { type TellPorts, tellAccount } from '../tell-account.ts';
import { assertWords, Reason } from '../words.ts';
import { recordOf } from './account-reads.ts';
import {
  closeAccount,
  grantCertificates,
  limitAccount,
  resumeAccount,
  suspendAccount,
} from './act-on-account.ts';

const TAG = 'Accounts';

const Params = Type.Object({ id: Type.String() });
const Ceiling = (most: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: most,
      description: 'Null: the default of the settings.',
    }),
  );

/** Suspending and resuming. The owners are told the reason. */
const TOLD = {
  params: Params,
  body: Type.Object({ reason: Reason }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'invalid_transition'],
} as const;

const { running } = operationsWith<TellPorts, OperatorWho>();

const limit = running({
  method: 'PATCH',
  path: '/accounts/:id',
  operationId: 'limitAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Change the highest limits that its keys can have',
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
  summary: 'Grant certificates, or take some away',
  params: Params,
  body: Type.Object({
    certificates: Type.Integer({
      minimum: -MOST_AT_ONCE,
      maximum: MOST_AT_ONCE,
      description: 'A negative number takes certificates back, at most as many as are left.',
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
    'Its keys are refused and nothing in it can be changed. Reading, proofs and public pages go on, and queued work is finished.',
  ...TOLD,
  run: (tools, { who, params, body: { reason } }) =>
    actAndTell(tools, 'suspended', suspendAccount, { id: params.id, by: who.by, reason }),
});

const resume = running({
  method: 'POST',
  path: '/accounts/:id/resume',
  operationId: 'resumeAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'End the suspension of an account',
  ...TOLD,
  run: (tools, { who, params, body: { reason } }) =>
    actAndTell(tools, 'resumed', resumeAccount, { id: params.id, by: who.by, reason }),
});

const close = running({
  method: 'POST',
  path: '/accounts/:id/close',
  operationId: 'closeAccount',
  scope: 'proven operator',
  tag: TAG,
  summary: 'Close an account for good',
  description: 'Its keys and seats end. Its certificates, proofs, public pages and people stay.',
  params: Params,
  body: Type.Object({
    name: Type.String({ maxLength: 200, description: 'The name of the account, typed in again to confirm.' }),
    reason: Reason,
  }),
  answers: { 200: AccountAnswer },
  refusals: [404, 'legal_hold'],
  async run(tools, { who, params, body: { name, reason } }) {
    assertWords(reason);
    const { id } = await closeAccount(tools, { id: params.id, by: who.by, name, reason });
    return { status: 200, body: { account: await recordOf(tools, id) } };
  },
});

export const ACCOUNT_ACTS: readonly Operation<TellPorts, OperatorWho>[] = [
  limit,
  grant,
  suspend,
  resume,
  close,
];

async function actAndTell(
  tools: TellPorts & Tools,
  what: 'suspended' | 'resumed',
  act: typeof suspendAccount,
  asked: Parameters<typeof suspendAccount>[1],
): Promise<Answer> {
  assertWords(asked.reason);
  const { id, name } = await act(tools, asked);
  return {
    status: 200,
    body: { account: await recordOf(tools, id) },
    afterwards: () => tellAccount(tools, id, { what, account: name, words: asked.reason }),
  };
}
