/** Reads in one statement how far the events of an account and mode reach. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Reorganisation } from './stages.ts';

export type Heads = {
  /** How many certificates were made. */
  created: number;
  /** How much of the log is certified in this mode, and the number of the account's newest certificate in that part. */
  certifiedSize: number;
  certified: number;
  /** The chain that certifies. Undefined until the first server stores its name. */
  network: string | undefined;
  reorganisations: readonly Reorganisation[];
  /** How many events were written. */
  written: number;
  /** How many live certificates may still be made, and how many were ever granted. */
  allowance: { left: number; granted: number };
};

const HEADS = `
  select n.total as created, size.value as certified_size,
         last_number_below(n.account_id, n.livemode, size.value) as certified, w.network,
         coalesce((select total from event_counts e where e.account_id = n.account_id and e.livemode = n.livemode), 0) as written,
         coalesce((select json_agg(json_build_object('from', from_size, 'to', to_size, 'at', at) order by number)
                     from log_reorganisations r where r.network = w.network), '[]') as reorganisations,
         a.certificates_left, a.certificates_granted
    from certificate_counts n
    join accounts a on a.id = n.account_id
    left join log_witnesses w on w.livemode = n.livemode
    cross join lateral (select certified_size(n.livemode) as value offset 0) size
   where n.account_id = $1 and n.livemode = $2`;

/** Undefined if the account is gone. */
export async function readHeads(query: Query, { accountId, livemode }: Owner): Promise<Heads | undefined> {
  const [row] = await query(HEADS, [accountId, livemode], 'event-heads');
  if (row === undefined) return undefined;
  const told = read.shaped(row, 'reorganisations', areReorganisations, 'reorganisations');
  return {
    created: read.number(row, 'created'),
    certifiedSize: read.number(row, 'certified_size'),
    certified: read.number(row, 'certified'),
    network: read.optionalText(row, 'network'),
    reorganisations: told.map(({ from, to, at }) => ({ fromSize: from, toSize: to, at: new Date(at) })),
    written: read.number(row, 'written'),
    allowance: {
      left: read.number(row, 'certificates_left'),
      granted: read.number(row, 'certificates_granted'),
    },
  };
}

function areReorganisations(value: unknown): value is { from: number; to: number; at: string }[] {
  return read.isListOf(value, isReorganisation);
}

function isReorganisation(value: unknown): value is { from: number; to: number; at: string } {
  return (
    read.isRecord(value) &&
    typeof value.from === 'number' &&
    typeof value.to === 'number' &&
    typeof value.at === 'string'
  );
}

/**
 * For each size of the log, the number of the account's newest certificate whose index in the log is below that size.
 */
export async function numbersBelow(
  query: Query,
  { accountId, livemode }: Owner,
  sizes: readonly number[],
): Promise<number[]> {
  if (sizes.length === 0) return [];
  const rows = await query(
    `select last_number_below($1, $2, size) as number
       from unnest($3::bigint[]) with ordinality as asked (size, place) order by place`,
    [accountId, livemode, sizes],
    'numbers-below',
  );
  return rows.map((row) => read.number(row, 'number'));
}
