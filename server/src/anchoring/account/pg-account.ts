/** Reads which transactions the paying account has sent, according to the database. */

import { readOperatorNotes } from '../../database/pg-operator-notes.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { findUnsignedRoots } from '../../transparency/pg-checkpoints.ts';
import type { AccountReads, SignedRoots } from './ports.ts';

/** The commands with which an operator knowingly replaces the state by an older one. */
const ACTS: readonly string[] = ['last_restore', 'accepted_loss'];

/**
 * Selects nonces of the account that no mined anchor uses. Earlier anchors may have been paid for with another key. So
 * the account is read from the bytes of each anchor, which is a transfer to its own sender.
 */
const UNKNOWN_NONCES = `
  with own as materialized (
    select nonce, block_number, signed_at, tx_hash from anchors where network = $1 and position($2::bytea in raw) > 0
  ), missing as (
    select n.nonce from generate_series(coalesce((select min(nonce) from own), 0), $3::bigint - 1) as n (nonce)
     where not exists (select from own o where o.nonce = n.nonce and o.block_number is not null)
  ), since_restore as (
    select coalesce(min(nonce), $3) as first from own where signed_at > $4::timestamptz
  )
  select m.nonce, count(*) over () as total,
         coalesce((select max(o.block_number) from own o where o.nonce < m.nonce), 0) as after_block,
         array(select o.tx_hash from own o where o.nonce = m.nonce) as attempts,
         $4::timestamptz is not null and m.nonce < (select first from since_restore) as is_before_restore
    from missing m order by m.nonce desc limit $5`;

export function makeSignedRoots(database: Database): SignedRoots {
  return {
    unsignedRoots: (roots) => findUnsignedRoots(database, roots),

    async restoredAt() {
      const acts = (await readOperatorNotes(database)).filter(({ name }) => ACTS.includes(name));
      return acts.length === 0
        ? undefined
        : new Date(Math.max(...acts.map(({ notedAt }) => notedAt.getTime())));
    },
  };
}

export function makeAccountReads(database: Database): AccountReads {
  const signed = makeSignedRoots(database);
  return {
    ...signed,

    async unknownNonces({ network, address }, end, most) {
      const account = Buffer.from(address.slice(2), 'hex');
      const restoredAt = (await signed.restoredAt()) ?? null;
      const rows = await database.query(UNKNOWN_NONCES, [network, account, end, restoredAt, most]);
      return {
        total: rows[0] === undefined ? 0 : read.number(rows[0], 'total'),
        newest: rows.map((row) => ({
          nonce: read.number(row, 'nonce'),
          afterBlock: read.number(row, 'after_block'),
          attempts: read.bytesList(row, 'attempts'),
          isBeforeRestore: read.boolean(row, 'is_before_restore'),
        })),
      };
    },
  };
}
