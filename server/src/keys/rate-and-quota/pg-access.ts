/** Admits callers: one statement checks and counts the call and runs its read. */

import { asHeldBy, currentHolder } from '../../database/current-request.ts';
import type { Database, Row } from '../../database/pool.ts';
import { boolean, firstRow, id, number, oneOf, optionalNumber, text } from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import { type AnyOfScopes, scopeWords } from '../../operations/scopes.ts';
import { type Caller, type CallerLimits, REFUSALS, type SecretHash } from '../key.ts';
import { nameFor, readOne, readTogether } from '../pg-account-reads.ts';
import type { Access, Admission, CountedCall } from '../ports.ts';

/** `l`: an SQL expression for the composite value with the limits. */
export const limitColumns = (
  l: string,
) => `(${l}).rate_per_minute as l_rate, (${l}).minute_calls as l_minute_calls,
  (${l}).minute_frees_ms as l_frees_ms, (${l}).minute_opens_ms as l_opens_ms,
  (${l}).monthly_quota as l_quota, (${l}).month_calls as l_month_calls`;

const CALLER_COLUMNS = `caller.verdict as a_verdict, caller.account_id as a_account, caller.key_id as a_key,
  caller.livemode as a_livemode, caller.certificates_left as a_left, caller.counted_ms as a_counted_ms,
  caller.admitted as a_admitted, caller.scopes as a_scopes, ${limitColumns('caller.limits')}`;

type Call = {
  keyName: string;
  secretHash: SecretHash;
  scope: AnyOfScopes;
  now: Date;
  read: AccountRead<unknown>;
  holder: Holder;
};

type AdmittedCall = Omit<Call, 'keyName' | 'holder'>;

/**
 * `promotions`: how many database promotions were seen so far. Counts do not wait for a standby, so a count from
 * before a promotion may be lost; giving it back would then remove the count of another call.
 */
export function makeAccess(database: Database, promotions: () => number = () => 0): Access {
  const countedAfter = new WeakMap<CountedCall, number>();
  // Only one statement at a time can update a key's row, and queueing for its lock in the database costs many
  // times the statement itself.
  const admit = batchWhileBusy<Call, Admission<unknown>>(
    laneOf,
    (call) => asHeldBy(call.holder, () => admitOne(database, call)),
    (calls) => asHeldBy(calls[0].holder, () => admitTogether(database, calls)),
  );
  /**
   * The account of a key, before the database confirms it. Knowing it, a connection for the admission counts against
   * the share of the account and not of its network, where many accounts may share one address. It grants nothing. A
   * key that no longer works is forgotten, so that a thief of the key cannot use up the account's limit.
   */
  const accounts = new Map<string, AccountId>();
  const noteAccount = (keyName: string, { verdict, caller }: Admission<unknown>) => {
    if (verdict === 'unknown' || verdict === 'revoked' || verdict === 'expired') accounts.delete(keyName);
    else if (caller !== undefined && accounts.get(keyName) === undefined) {
      if (accounts.size >= MOST_KNOWN) accounts.clear();
      accounts.set(keyName, caller.accountId);
    }
  };
  return {
    read: (accountId, livemode, what) => readOne(database, accountId, livemode, what),

    knownAccount: (secretHash) => accounts.get(nameOf(secretHash)),

    async admit<T>(secretHash: SecretHash, scope: AnyOfScopes, now: Date, ride: AccountRead<T>) {
      const before = promotions();
      const keyName = nameOf(secretHash);
      const holder = accounts.get(keyName) ?? currentHolder();
      const admission = await admit({ keyName, secretHash, scope, now, read: ride, holder });
      noteAccount(keyName, admission);
      if (admission.verdict === 'admitted') countedAfter.set(admission.call, before);
      return admission as Admission<T>;
    },

    admitUpload: makeAdmitUpload(database),

    async giveBack(call, now) {
      const isElsewhere = () => (countedAfter.get(call) ?? promotions()) !== promotions();
      if (isElsewhere()) return undefined;
      return database.transaction(async (query) => {
        // Checks again now that the connection is open, because opening it may have led to a later primary.
        if (isElsewhere()) return undefined;
        const text = `select ${limitColumns('l')} from give_call_back($1, $2, $3) l`;
        const rows = await query(text, [call.keyId, call.countedMs, now], 'give-back');
        return rows[0] && toLimits(rows[0]);
      });
    },
  };
}

const MOST_KNOWN = 20_000;

/**
 * Admits a single call and runs its read in the same statement. A search runs apart from the admission, because it is
 * ended sooner and takes a share of the searches.
 */
async function admitOne(
  database: Database,
  { secretHash, scope, now, read: ride }: Call,
): Promise<Admission<unknown>> {
  if (isSearch(ride)) {
    const [admission] = await admitTogether(database, [{ secretHash, scope, now, read: ride }]);
    return admission as Promise<Admission<unknown>>;
  }
  const rows = await database.query(
    ride.sql === undefined
      ? `select ${CALLER_COLUMNS} from admit_caller($1, $2, $3) caller`
      : `select ${CALLER_COLUMNS}, ride.* from admit_caller($1, $2, $3) caller
           left join lateral (${ride.sql}) ride on caller.verdict = 'admitted'`,
    [secretHash, scopeWords(scope), now, ...ride.params],
    nameFor('admit', ride),
  );
  const row = firstRow(rows);
  return row.a_verdict === 'admitted' ? toAdmission(row, 0, ride.toValue(rows)) : toRefusal(row);
}

/**
 * Checks and counts concurrent calls in one statement. If one read serves them all, it runs in that statement;
 * otherwise their reads then run in parallel.
 */
async function admitTogether(
  database: Database,
  calls: readonly [AdmittedCall, ...AdmittedCall[]],
): Promise<Promise<Admission<unknown>>[]> {
  const [{ secretHash, scope, now, read }] = calls;
  const shared = read.isSameForAll && calls.every((call) => call.read.name === read.name) ? read : undefined;
  const rows = await database.query(
    shared === undefined
      ? `select ${CALLER_COLUMNS} from admit_caller($1, $2, $3, $4) caller`
      : `select ${CALLER_COLUMNS}, ride.* from admit_caller($1, $2, $3, $4) caller
           left join lateral (${shared.sql}) ride on true`,
    [secretHash, scopeWords(scope), now, calls.length],
    shared === undefined ? 'admit-together' : nameFor('admit-together', shared),
  );
  const row = firstRow(rows);
  const admitted = optionalNumber(row, 'a_admitted') ?? 0;
  if (admitted === 0) return calls.map(async () => toRefusal(row));
  const { accountId, livemode } = toCaller(row);
  const reads = calls.slice(0, admitted).map(({ read }) => read);
  const values =
    shared === undefined
      ? asHeldBy(accountId, () => readTogether(database, accountId, livemode, reads))
      : reads.map(async ({ toValue }) => toValue(rows));
  return calls.map(async (_, index) => {
    if (index >= admitted) return toRefusal(row);
    return toAdmission(row, admitted - 1 - index, await values[index]);
  });
}

const isSearch = ({ name, sql }: AccountRead<unknown>) => name === '' && sql !== undefined;

const laneOf = ({ keyName, scope }: Call) => keyName + scopeWords(scope);

function nameOf(hash: SecretHash): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1');
}

/** `later`: how many calls of the same batch were counted after this one. */
function toAdmission(row: Row, later: number, value: unknown): Admission<unknown> {
  const limits = toLimits(row);
  if (limits === undefined) throw new Error('admit_caller returned no limits');
  const caller = toCaller(row);
  return {
    verdict: 'admitted',
    caller,
    certificatesLeft: number(row, 'a_left'),
    limits: {
      ...limits,
      minuteCalls: limits.minuteCalls - later,
      monthCalls: limits.monthCalls - later,
      minuteOpensAt: later > 0 ? undefined : limits.minuteOpensAt,
    },
    call: { keyId: caller.keyId, countedMs: number(row, 'a_counted_ms') },
    value,
  };
}

function toRefusal(row: Row): Admission<unknown> {
  const caller = row.a_account === null ? undefined : toCaller(row);
  return { verdict: oneOf(row, 'a_verdict', REFUSALS), limits: toLimits(row), caller };
}

export function toCaller(row: Row): Caller {
  return {
    accountId: id('acct', row, 'a_account'),
    keyId: id('key', row, 'a_key'),
    livemode: boolean(row, 'a_livemode'),
    scopeWords: text(row, 'a_scopes'),
  };
}

export function toLimits(row: Row): CallerLimits | undefined {
  if (row.l_rate === null) return undefined;
  return {
    ratePerMinute: number(row, 'l_rate'),
    minuteCalls: number(row, 'l_minute_calls'),
    minuteFreesAt: optionalMoment(row, 'l_frees_ms'),
    minuteOpensAt: optionalMoment(row, 'l_opens_ms'),
    monthlyQuota: number(row, 'l_quota'),
    monthCalls: number(row, 'l_month_calls'),
  };
}

function optionalMoment(row: Row, column: string): Date | undefined {
  const ms = optionalNumber(row, column);
  return ms === undefined ? undefined : new Date(ms);
}

/** The read runs in the statement that counts. */
function makeAdmitUpload(database: Database): Access['admitUpload'] {
  return async ({ accountId, livemode }, ratePerMinute, now, read) => {
    const rows = await database.query(
      `select claim.opens_ms as a_opens_ms, ride.*
         from (select $1::text as account_id, $2::boolean as livemode) caller
         cross join lateral claim_upload(caller.account_id, $${4 + read.params.length}, $3) claim (opens_ms)
         left join lateral (${read.sql ?? 'select'}) ride on true`,
      [accountId, livemode, now, ...read.params, ratePerMinute],
      nameFor('upload', read),
    );
    const opensMs = optionalNumber(firstRow(rows), 'a_opens_ms');
    return opensMs === undefined ? { value: read.toValue(rows) } : { opensAt: new Date(opensMs) };
  };
}
