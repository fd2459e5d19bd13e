/** How much the account uses the service, by day and by key, for its charts and as a table. Days are in UTC. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import { CSV_TYPE, toCsv } from '../../http/csv.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { AccountStore } from '../../people/accounts/ports.ts';
import { accountOf } from '../../people/login/person.ts';
import type { UsageDay, UsageOfSource, UsagePeriod, UsageStore } from './usage.ts';

const UsageQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
  key_id: Type.Optional(Type.String({ maxLength: 100 })),
});

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
/** Before this there was nothing to use; and years before the first are no dates to the database. */
const EARLIEST_DAY = '2000-01-01';

export type UsageRoutePorts = { usage: UsageStore; accounts: AccountStore; now: Clock };

export function usageRoutes(app: App, ports: UsageRoutePorts, { serviceName }: Site): void {
  app.get('/usage', { schema: { querystring: UsageQuery } }, async (request) => {
    const { id, certificatesLeft } = accountOf(request);
    const period = periodOf(request.query, ports.now());
    const keyId = keyIdOf(request.query.key_id);
    // What this process has counted a moment ago is shown too; that of others is at most a second old.
    await ports.usage.flush();
    const [days, sources, { monthCalls, monthCertificates, certificatesMade }] = await Promise.all([
      ports.usage.days(id, period, keyId),
      ports.usage.sources(id, period, keyId),
      ports.accounts.overview(id, ports.now()),
    ]);
    return {
      days: days.map(toDayRecord),
      keys: sources.map(toSourceRecord),
      // What counts against quotas, exactly: refused and failed calls are in the days alone.
      month: { requests: monthCalls, certificates: monthCertificates },
      allowance: { certificates_left: certificatesLeft, certificates_made: certificatesMade },
    };
  });

  app.get('/usage.csv', { schema: { querystring: UsageQuery } }, async (request, reply) => {
    const period = periodOf(request.query, ports.now());
    const keyId = keyIdOf(request.query.key_id);
    await ports.usage.flush();
    const days = (await ports.usage.days(accountOf(request).id, period, keyId)).map(toDayRecord);
    const name = `${serviceName}-usage-${period.from}-${period.to}.csv`;
    reply.type(CSV_TYPE).header('content-disposition', attachment(name));
    return toCsv(
      COLUMNS,
      days.map((day) => COLUMNS.map((column) => day[column])),
    );
  });
}

const COLUMNS = ['date', 'requests', 'certificates', 'ok', 'client_errors', 'server_errors'] as const;

function toDayRecord({ date, requests, certificates, ok, clientErrors, serverErrors }: UsageDay) {
  return {
    date,
    requests,
    certificates,
    ok,
    client_errors: clientErrors,
    server_errors: serverErrors,
  };
}

/** `key_id` is null for what people did in the dashboard. */
function toSourceRecord({ keyId, name, mode, requests, certificates }: UsageOfSource) {
  return { key_id: keyId ?? null, name: name ?? null, mode, requests, certificates };
}

/** Unless told otherwise the last thirty days, today included. */
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

/** Another account's key has no use in this one: its days are all zeros, like those of a key that nobody has. */
function keyIdOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const id = parseId('key', text);
  if (id !== undefined) return id;
  throw new AppError('validation_failed', {
    en: '`key_id` is not the id of a key.',
    es: '`key_id` no es el id de una clave.',
  });
}
