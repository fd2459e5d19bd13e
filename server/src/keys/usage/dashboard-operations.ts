/** The account's usage by day and by key, for charts and as CSV. Days are in UTC. */

import { type Static, Type } from 'typebox';
import { CSV_TYPE, toCsv } from '../../http/csv.ts';
import { fileOf, nullable } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AllowanceSchema, toAllowanceRecord } from '../../people/accounts/account-record.ts';
import type { AccountStore } from '../../people/accounts/ports.ts';
import type { LoggedIn } from '../../people/login/person.ts';
import { ModeSchema } from '../key-record.ts';
import type { UsageDay, UsageOfSource, UsagePeriod, UsageStore } from './usage.ts';

const UsageQuery = Type.Object(
  {
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date' })),
    key_id: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { title: 'UsageQuery' },
);

const DaySchema = Type.Object(
  {
    date: Type.String({ format: 'date' }),
    requests: Type.Integer(),
    certificates: Type.Integer({ description: 'Live ones.' }),
    test_certificates: Type.Integer(),
    ok: Type.Integer(),
    client_errors: Type.Integer(),
    server_errors: Type.Integer(),
  },
  { title: 'UsageDay' },
);

const SourceSchema = Type.Object({
  key_id: nullable(Type.String({ description: 'Null for what people did in the dashboard.' })),
  name: nullable(Type.String()),
  mode: ModeSchema,
  requests: Type.Integer(),
  certificates: Type.Integer(),
});

const UsageSchema = Type.Object(
  {
    days: Type.Array(DaySchema),
    keys: Type.Array(SourceSchema),
    month: Type.Object({
      requests: Type.Integer(),
      certificates: Type.Integer({ description: 'Live ones.' }),
      test_certificates: Type.Integer(),
    }),
    allowance: AllowanceSchema,
  },
  { title: 'Usage' },
);

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
/** No usage exists before this day, and PostgreSQL has no year 0. */
const EARLIEST_DAY = '2000-01-01';

const TAG = 'Usage';

export type UsageOperationPorts = {
  usage: UsageStore;
  accounts: AccountStore;
  now: Clock;
  site: Pick<Site, 'serviceName'>;
};

const { acting } = operationsWith<UsageOperationPorts, LoggedIn>();

export const USAGE_OPERATIONS: readonly Operation<UsageOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    scope: 'usage:read',
    tag: TAG,
    summary: 'Read usage by day and by key',
    query: UsageQuery,
    answers: { 200: UsageSchema },
    refusals: [],
    async act(ports, { who, query }) {
      const { id } = who.account;
      const period = periodOf(query, ports.now());
      const keyId = keyIdOf(query.key_id);
      // Writes this process's latest counts first, so that they are included. Other processes are at most a second
      // behind.
      await ports.usage.flush();
      const [days, sources, overview] = await Promise.all([
        ports.usage.days(id, period, keyId),
        ports.usage.sources(id, period, keyId),
        ports.accounts.overview(id, ports.now()),
      ]);
      const body = {
        days: days.map(toDayRecord),
        keys: sources.map(toSourceRecord),
        // Contains exactly what counts against quotas. Refused and failed calls appear only in `days`.
        month: {
          requests: overview.monthCalls,
          certificates: overview.monthCertificates,
          test_certificates: overview.monthTestCertificates,
        },
        allowance: toAllowanceRecord(who.account, overview.certificatesMade),
      };
      return { status: 200, body };
    },
  }),
  acting({
    method: 'GET',
    path: '/usage.csv',
    operationId: 'exportUsage',
    scope: 'usage:read',
    tag: TAG,
    summary: 'Download usage by day as CSV',
    query: UsageQuery,
    answers: { 200: fileOf('text/csv') },
    refusals: [],
    async act({ usage, now, site }, { who, query }) {
      const period = periodOf(query, now());
      const keyId = keyIdOf(query.key_id);
      await usage.flush();
      const days = (await usage.days(who.accountId, period, keyId)).map(toDayRecord);
      const content = toCsv(
        COLUMNS,
        days.map((day) => COLUMNS.map((column) => day[column])),
      );
      const name = `${site.serviceName}-usage-${period.from}-${period.to}.csv`;
      return { status: 200, file: { type: CSV_TYPE, name, content } };
    },
  }),
];

const COLUMNS = [
  'date',
  'requests',
  'certificates',
  'ok',
  'client_errors',
  'server_errors',
  'test_certificates',
] as const;

function toDayRecord(day: UsageDay): Static<typeof DaySchema> {
  return {
    date: day.date,
    requests: day.requests,
    certificates: day.certificates,
    test_certificates: day.testCertificates,
    ok: day.ok,
    client_errors: day.clientErrors,
    server_errors: day.serverErrors,
  };
}

function toSourceRecord(source: UsageOfSource): Static<typeof SourceSchema> {
  const { keyId, name, mode, requests, certificates } = source;
  return { key_id: keyId ?? null, name: name ?? null, mode, requests, certificates };
}

/** By default the last 30 days, including today. */
function periodOf(query: { from?: string; to?: string }, now: Date): UsagePeriod {
  const toMs = query.to === undefined ? now.getTime() : Date.parse(query.to);
  const fromMs = query.from === undefined ? toMs - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(query.from);
  const period = { from: dayOf(fromMs), to: dayOf(toMs) };
  const days = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS + 1;
  if (days >= 1 && days <= MAX_DAYS && period.from >= EARLIEST_DAY) return period;
  throw new AppError('validation_failed', {
    en: `\`from\` must not be after \`to\` nor before ${EARLIEST_DAY}, and they may span at most ${MAX_DAYS} days.`,
    es: `\`from\` no debe ser posterior a \`to\` ni anterior a ${EARLIEST_DAY}, y ambas deben abarcar como máximo ${MAX_DAYS} días.`,
  });
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The key's owner is not checked: another account's key shows only zeros, like a key that does not exist. */
function keyIdOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const id = parseId('key', text);
  if (id !== undefined) return id;
  throw new AppError('validation_failed', {
    en: '`key_id` is not the id of a key.',
    es: '`key_id` no es el id de una clave.',
  });
}
