/**
 * Compares counters with the certificates that they count.
 *
 * While they are counted, certificates are added and files are erased. Numbers are given in the order of commits. So a
 * counter that is read together with the last certificates of its account includes all those before them. If it still
 * does not match, everything is counted again in one snapshot, and only that result is reported.
 */

import type { Check } from '../../database/check/check.ts';
import { type Finding, faultOf } from '../../database/check/finding.ts';
import {
  type Pieced,
  type PieceOptions,
  type PieceReader,
  readAccount,
  readPieces,
  rowsOf,
} from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { CERTIFICATES } from './pg-certificate-faults.ts';
import { IS_NOT_HELD } from './pg-repair-counts.ts';

type Owner = { accountId: string; livemode: boolean };

type Counter = { total: number; storedBytes: number; erasedTo: number };

type Counted = Owner & {
  certificates: number;
  lowest: number;
  highest: number;
  /** The total size of the stored files. */
  bytes: number;
  /** The number of the first certificate whose file is kept. */
  firstKept: number | undefined;
  /** The counter when the last piece was read; undefined if there is none. */
  counter: Counter | undefined;
};

/** Only the columns that are counted are read, because a certificate is wide. */
const NUMBERS = rowsOf(
  'certificates',
  CERTIFICATES.key,
  'account_id, livemode, number, file_size, file_erased_at',
);

const COUNTED: Pieced = {
  of: NUMBERS,
  sql: `
    select c.*, n.total, n.stored_bytes, n.erased_to from (
      select account_id, livemode, count(*) as certificates, min(number) as lowest, max(number) as highest,
             (coalesce(sum(file_size) filter (where file_erased_at is null), 0))::bigint as bytes,
             min(number) filter (where file_erased_at is null and file_size is not null) as first_kept
        from piece group by account_id, livemode
    ) c left join certificate_counts n using (account_id, livemode)`,
};

const COUNTERS_OF_NONE: Pieced = {
  of: rowsOf('certificate_counts', ['account_id', 'livemode']),
  sql: `
    select account_id, livemode from piece n
     where (total, stored_bytes, erased_to) <> (0, 0, 0) and not exists (
       select from certificates c where c.account_id = n.account_id and c.livemode = n.livemode)`,
};

const COUNTER = `
  select total, stored_bytes, erased_to from certificate_counts where account_id = $1 and livemode = $2`;

type CountRepair = 'counts' | 'stored_bytes';

export const checkCounts: Check<unknown, CountRepair> = {
  name: 'certificates: counters',
  async *find({ snapshot, pieces = {} }) {
    for await (const owner of suspects(snapshot, pieces))
      yield* faultsOf(await countAgain(snapshot, owner, pieces));
  },
};

async function* suspects(reader: PieceReader, options: PieceOptions): AsyncGenerator<Owner> {
  // Holds back the accounts of the last piece, because the next piece may contain more of their certificates.
  let open = new Map<string, Counted>();
  for await (const rows of readPieces(reader, COUNTED, options)) {
    const before = open;
    open = new Map(
      rows.map(toCounted).map((counted) => [nameOf(counted), add(before.get(nameOf(counted)), counted)]),
    );
    for (const [name, counted] of before) if (!open.has(name) && isSuspect(counted)) yield counted;
  }
  for (const counted of open.values()) if (isSuspect(counted)) yield counted;
  for await (const rows of readPieces(reader, COUNTERS_OF_NONE, options)) yield* rows.map(toOwner);
}

/** The lowest number that a row can have. Certificates are numbered from 1, unless somebody changed that. */
export const LEAST_NUMBER = String(-(2n ** 63n));

const NOTHING = { certificates: 0, lowest: 0, highest: 0, bytes: 0, firstKept: undefined };

/** Counts the certificates of an owner again, all in one snapshot. */
async function countAgain(reader: PieceReader, owner: Owner, options: PieceOptions): Promise<Counted> {
  const { accountId, livemode } = owner;
  const [row] = await reader.query(COUNTER, [accountId, livemode]);
  const counter = row && toCounter(row);
  let sum: Counted = { ...owner, ...NOTHING, counter };
  const before = [accountId, String(livemode), LEAST_NUMBER] as const;
  for await (const rows of readAccount(reader, COUNTED, before, { ...options, isOneMoment: true })) {
    const own = rows.map(toCounted).find((counted) => nameOf(counted) === nameOf(owner));
    if (own !== undefined) sum = add(sum.certificates === 0 ? undefined : sum, own);
  }
  if (counter !== undefined && sum.firstKept !== undefined && sum.firstKept <= counter.erasedTo)
    sum = { ...sum, firstKept: await firstKeptUnheld(reader, owner, counter) };
  await reader.letGo();
  return sum;
}

async function firstKeptUnheld(reader: PieceReader, { accountId, livemode }: Owner, { erasedTo }: Counter) {
  const [row] = await reader.query(
    `select min(c.number) as number from certificates c
      where c.account_id = $1 and c.livemode = $2 and c.number <= $3
        and c.file_erased_at is null and c.file_size is not null and ${IS_NOT_HELD}`,
    [accountId, livemode, erasedTo],
  );
  return row && read.optionalNumber(row, 'number');
}

const nameOf = ({ accountId, livemode }: Owner): string => `${accountId} ${livemode ? 'live' : 'test'}`;

function add(before: Counted | undefined, more: Counted): Counted {
  if (before === undefined) return more;
  return {
    ...more,
    certificates: before.certificates + more.certificates,
    lowest: before.lowest,
    bytes: before.bytes + more.bytes,
    firstKept: before.firstKept ?? more.firstKept,
  };
}

const isSuspect = (counted: Counted): boolean => faultsOf(counted).length > 0;

const COUNT_DIFFERS = {
  code: 'count_differs',
  message: 'The counter of certificates is wrong',
  repair: 'counts',
} as const;

const NUMBER_MISSING = { code: 'number_missing', message: 'Certificates of the account are missing' };

const STORED_BYTES_DIFFER = {
  code: 'stored_bytes_differ',
  message: 'The bytes of stored files are counted wrongly',
  repair: 'stored_bytes',
} as const;

const ERASED_TO_DIFFERS = {
  code: 'erased_to_differs',
  message: 'The mark up to which files have expired is wrong',
  repair: 'stored_bytes',
} as const;

function faultsOf({ counter, ...counted }: Counted): Finding<CountRepair>[] {
  const { certificates, lowest, highest, bytes, firstKept } = counted;
  const where = nameOf(counted);
  const faults: Finding<CountRepair>[] = [];
  if (counter !== undefined && counter.total !== certificates) {
    const told = `counted as ${counter.total}, but there are ${certificates}`;
    faults.push(faultOf(COUNT_DIFFERS, where, told));
  }
  if (certificates > 0 && (certificates !== highest || lowest !== 1)) {
    const told = `${certificates} certificates are numbered from ${lowest} to ${highest}`;
    faults.push(faultOf(NUMBER_MISSING, where, told));
  }
  if (counter === undefined) return faults;
  const { total, storedBytes, erasedTo } = counter;
  if (storedBytes !== bytes)
    faults.push(faultOf(STORED_BYTES_DIFFER, where, `counted as ${storedBytes}, but they are ${bytes}`));
  // Files expire in the order of the numbers of their certificates, so none up to this number may still be kept.
  if (erasedTo < 0 || erasedTo > total || (firstKept !== undefined && firstKept <= erasedTo))
    faults.push(faultOf(ERASED_TO_DIFFERS, where, `up to number ${erasedTo}, where files are kept`));
  return faults;
}

function toOwner(row: Row): Owner {
  return { accountId: read.text(row, 'account_id'), livemode: read.boolean(row, 'livemode') };
}

function toCounter(row: Row): Counter {
  return {
    total: read.number(row, 'total'),
    storedBytes: read.number(row, 'stored_bytes'),
    erasedTo: read.number(row, 'erased_to'),
  };
}

function toCounted(row: Row): Counted {
  return {
    ...toOwner(row),
    certificates: read.number(row, 'certificates'),
    lowest: read.number(row, 'lowest'),
    highest: read.number(row, 'highest'),
    bytes: read.number(row, 'bytes'),
    firstKept: read.optionalNumber(row, 'first_kept'),
    counter: row.total === null ? undefined : toCounter(row),
  };
}
