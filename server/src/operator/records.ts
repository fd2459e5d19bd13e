/**
 * Accounts, their people and their requests as the operator's pages show them: names and figures, never the content of
 * files.
 */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import { RequestFields, toRequestFields } from '../people/operators/request-record.ts';
import type { AllowanceRequest } from '../people/operators/requests.ts';
import { ROLES } from '../people/teams/roles.ts';
import type { AccountFacts, AccountPerson } from './accounts/pg-account-facts.ts';

const time = () => Type.String({ format: 'date-time' });

export const PersonNameSchema = Type.Object(
  { id: Type.String(), name: Type.String(), email: Type.String() },
  { title: 'OperatorPerson' },
);

export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    owners: Type.Array(PersonNameSchema),
    certificates_left: Type.Integer(),
    certificates_granted: Type.Integer({
      description: 'All certificates ever granted, less those taken back.',
    }),
    certificates_made: Type.Integer({ description: 'Live certificates.' }),
    test_certificates_made: Type.Integer(),
    stored_bytes: Type.Integer({ description: 'The size of the original files, in both modes.' }),
    keys: Type.Integer({ description: 'The number of keys that are not revoked.' }),
    last_used_at: nullable(
      Type.String({ format: 'date-time', description: 'The last use by a key or a person.' }),
    ),
    max_rate_per_minute: nullable(Type.Integer({ description: 'Null: the default of the settings.' })),
    max_monthly_quota: nullable(Type.Integer({ description: 'Null: the default of the settings.' })),
    created_at: time(),
    suspended_at: nullable(time()),
    deletion_requested_at: nullable(time()),
    closed_at: nullable(time()),
    open_request: Type.Boolean({
      description: 'Whether a request for more certificates is waiting for an answer.',
    }),
  },
  { title: 'OperatorAccount' },
);

export const AccountPersonSchema = Type.Object(
  {
    ...PersonNameSchema.properties,
    role: oneOf(ROLES, { title: 'Role' }),
    second_factor: Type.Boolean(),
    last_seen_at: nullable(time()),
  },
  { title: 'OperatorSeat' },
);

export const RequestSchema = Type.Object(
  {
    ...RequestFields.properties,
    account: Type.Object({ id: Type.String(), name: Type.String(), certificates_left: Type.Integer() }),
    asked_by: Type.Union([PersonNameSchema, Type.Null()]),
  },
  { title: 'AllowanceRequest' },
);

export const AccountAnswer = Type.Object({ account: AccountSchema });

export function toAccountRecord(facts: AccountFacts): Static<typeof AccountSchema> {
  const { account } = facts;
  return {
    id: account.id,
    name: account.name,
    owners: facts.owners,
    certificates_left: account.certificatesLeft,
    certificates_granted: account.certificatesGranted,
    certificates_made: facts.made,
    test_certificates_made: facts.testMade,
    stored_bytes: facts.storedBytes,
    keys: facts.keys,
    last_used_at: facts.lastUsedAt?.toISOString() ?? null,
    max_rate_per_minute: account.maxRatePerMinute ?? null,
    max_monthly_quota: account.maxMonthlyQuota ?? null,
    created_at: account.createdAt.toISOString(),
    suspended_at: account.suspendedAt?.toISOString() ?? null,
    deletion_requested_at: account.deletionRequestedAt?.toISOString() ?? null,
    closed_at: account.closedAt?.toISOString() ?? null,
    open_request: facts.hasOpenRequest,
  };
}

export function toSeatRecord(person: AccountPerson): Static<typeof AccountPersonSchema> {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    second_factor: person.hasSecondFactor,
    last_seen_at: person.lastSeenAt?.toISOString() ?? null,
  };
}

export function toRequestRecord(request: AllowanceRequest): Static<typeof RequestSchema> {
  const { id, name, certificatesLeft } = request.account;
  return {
    ...toRequestFields(request),
    account: { id, name, certificates_left: certificatesLeft },
    asked_by: request.askedBy ?? null,
  };
}
