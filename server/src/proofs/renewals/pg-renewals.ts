/** Renewals and their trees in PostgreSQL. */

import { leafFileOf } from '../../certificates/long-digests/leaf-file.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { hexOnWire } from '../../database/wire-forms.ts';
import { chainDigest } from '../../timestamps/signing-chain-digest.ts';
import type { OrderedRenewal, PlacedStamp, RenewalStore, StampedRenewal } from './ports.ts';

const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

const WAITING = `
  select number, hash, tree_size, order_id, tries, next_try_at from stamp_renewals where tsr is null`;

/**
 * The number follows the last one. Of two orders at the same moment, the second finds the number taken or the first
 * order still open.
 */
const ORDER = `
  insert into stamp_renewals (number, hash, tree_size, order_id, ordered_at, next_try_at)
  select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $4 from stamp_renewals
  on conflict do nothing`;

const KEEP = `
  with chain as (
    insert into signing_chains (sha256, chain) values ($3, $4) on conflict do nothing
  )
  update stamp_renewals set tsr = $2, chain_sha256 = $3 where number = $1 and tsr is null returning number`;

const COVERING = `
  select r.number, r.hash, r.tree_size, r.ordered_at, r.tsr, c.chain
    from stamp_renewals r join signing_chains c on c.sha256 = r.chain_sha256
   where r.tsr is not null and r.tree_size > $1 order by r.number`;

/**
 * The certificates at a range of positions. They are found by the range of their tickets, because that is what the
 * index supports.
 */
const STAMPS_AT = `
  with range as (
    select min(first_ticket + greatest($1 - first_leaf_index, 0)) as first,
           max(least(last_ticket, first_ticket + $2 - 1 - first_leaf_index)) as last
      from log_places
     where first_leaf_index < $2
       and first_leaf_index >= coalesce((select max(first_leaf_index) from log_places where first_leaf_index <= $1), 0)
  )
  select place.leaf_index, c.account_id, ${hexOnWire('c.sha256')} as sha256, ${hexOnWire('c.long_digest')} as long_digest, c.stamp_way, t.tsr
    from range
    join certificates c on c.ticket between range.first and range.last
    cross join lateral log_place(c.ticket) place
    cross join lateral token_of(c.account_id, c.id) t
   where place.leaf_index >= $1 and place.leaf_index < $2
   order by place.leaf_index`;

export function makeRenewalStore(database: Pick<Database, 'query'>): RenewalStore {
  return {
    async standing() {
      const [waiting] = await database.query(WAITING, [], 'renewal-waiting');
      const stamped = await database.query(
        'select hash, ordered_at from stamp_renewals where tsr is not null order by number',
        [],
        'renewals-stamped',
      );
      const chains = await database.query(
        'select chain from signing_chains order by sha256',
        [],
        'renewal-chains',
      );
      return {
        waiting: waiting && toOrdered(waiting),
        stamped: stamped.map((row) => ({
          hash: read.oneOf(row, 'hash', HASHES),
          orderedAt: read.date(row, 'ordered_at'),
        })),
        chains: chains.map((row) => read.bytesList(row, 'chain')),
      };
    },

    async waiting() {
      const [row] = await database.query(WAITING, [], 'renewal-waiting');
      return row && toOrdered(row);
    },

    async covering(place) {
      return (await database.query(COVERING, [place], 'renewals-covering')).map(toStamped);
    },

    async order({ hash, size, orderId }, now) {
      await database.query(ORDER, [hash, size, orderId, now], 'order-renewal');
    },

    async postpone(number, nextTryAt) {
      await database.query(
        'update stamp_renewals set tries = tries + 1, next_try_at = $2 where number = $1 and tsr is null',
        [number, nextTryAt],
        'postpone-renewal',
      );
    },

    async keep(number, { tsr, chain }) {
      const params = [number, tsr, chainDigest(chain), chain];
      return (await database.query(KEEP, params, 'keep-renewal')).length > 0;
    },

    ...tilesIn(database),

    async stampsAt(from, end) {
      return (await database.query(STAMPS_AT, [from, end], 'stamps-at')).map(toPlaced);
    },
  };
}

function tilesIn(database: Pick<Database, 'query'>): Pick<RenewalStore, 'tile' | 'countTiles' | 'keepTile'> {
  return {
    async tile(renewal, level, position) {
      const [row] = await database.query(
        'select hashes from stamp_renewal_tiles where renewal = $1 and level = $2 and position = $3',
        [renewal, level, position],
        'renewal-tile',
      );
      return row && read.bytes(row, 'hashes');
    },

    async countTiles(renewal, level) {
      const [row] = await database.query(
        `select coalesce(max(position) + 1, 0) as tiles from stamp_renewal_tiles where renewal = $1 and level = $2`,
        [renewal, level],
        'renewal-tiles',
      );
      return row === undefined ? 0 : read.number(row, 'tiles');
    },

    async keepTile(renewal, level, position, hashes) {
      await database.query(
        `insert into stamp_renewal_tiles (renewal, level, position, hashes) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [renewal, level, position, hashes],
        'keep-renewal-tile',
      );
    },
  };
}

function toOrdered(row: Row): OrderedRenewal {
  return {
    number: read.number(row, 'number'),
    hash: read.oneOf(row, 'hash', HASHES),
    size: read.number(row, 'tree_size'),
    orderId: read.id('cst', row, 'order_id'),
    tries: read.number(row, 'tries'),
    nextTryAt: read.date(row, 'next_try_at'),
  };
}

function toStamped(row: Row): StampedRenewal {
  return {
    number: read.number(row, 'number'),
    hash: read.oneOf(row, 'hash', HASHES),
    size: read.number(row, 'tree_size'),
    orderedAt: read.date(row, 'ordered_at'),
    tsr: read.bytes(row, 'tsr'),
    chain: read.bytesList(row, 'chain'),
  };
}

function toPlaced(row: Row): PlacedStamp {
  const sha256 = read.optionalDigestHex(row, 'sha256');
  return {
    place: read.number(row, 'leaf_index'),
    accountId: read.id('acct', row, 'account_id'),
    sha256,
    file: leafFileOf({ sha256, longDigest: read.optionalLongDigestHex(row, 'long_digest') }),
    tsr: read.bytes(row, 'tsr'),
    way: read.optionalBytes(row, 'stamp_way'),
  };
}
