/** Whose key this is, and what is left of its limits. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import { operationsWith } from '../../operations/operation.ts';
import type { OwnKeyWho } from './door.ts';
import type { OwnAccount } from './ports.ts';

type OwnAccountPorts = {
  /** How much the account stores in the file store, and how much it may store. */
  certificates: { files: AccountRead<{ bytes: number }> };
};

const AccountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    livemode: Type.Boolean({ description: 'The mode of the key.' }),
    certificates_left: Type.Integer({ description: 'Live certificates that the account may still make.' }),
    stored_bytes: Type.Integer({ description: 'Bytes of original files that are kept, in this mode.' }),
  },
  { title: 'OwnAccount' },
);

const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    rate_per_minute: Type.Integer(),
    monthly_quota: Type.Integer(),
    month_used: Type.Integer({ description: 'Calls of this calendar month (UTC).' }),
    expires_at: nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'OwnKey' },
);

export const getAccount = operationsWith<OwnAccountPorts, OwnKeyWho>().acting({
  method: 'GET',
  path: '/account',
  operationId: 'getAccount',
  scope: 'any key',
  tag: 'Account',
  summary: 'Your account and key',
  description: 'Works with any key, whatever its scopes. Does not count towards rate and quota.',
  answers: {
    200: Type.Object(
      { account: AccountSchema, key: KeySchema },
      { description: 'Whose key this is, and its limits.' },
    ),
  },
  refusals: [],
  read: ({ certificates }) => certificates.files,
  act: async (_ports, { who }, files) => ({ status: 200, body: toAnswer(who.own, files.bytes) }),
});

function toAnswer({ caller, limits, ...own }: OwnAccount, storedBytes: number) {
  return {
    account: {
      id: caller.accountId,
      name: own.accountName,
      livemode: caller.livemode,
      certificates_left: own.certificatesLeft,
      stored_bytes: storedBytes,
    },
    key: {
      id: caller.keyId,
      name: own.keyName,
      scopes: caller.scopeWords.split(' '),
      rate_per_minute: limits.ratePerMinute,
      monthly_quota: limits.monthlyQuota,
      month_used: limits.monthCalls,
      expires_at: own.expiresAt?.toISOString() ?? null,
    },
  };
}
