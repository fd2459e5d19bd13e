/** Anchors in PostgreSQL: every signed transaction, and what became of it. */

import type { Database, Row } from '../database/pool.ts';
import {
  bigint,
  bytes,
  bytesList,
  date,
  firstRow,
  number,
  oneOf,
  optionalText,
  text,
} from '../database/row-reader.ts';
import { CHAIN_TRUSTS } from './chain-driver.ts';
import { ANCHOR_STATES, type AnchorRow, type AnchorStore, type ToldProblem } from './ports.ts';

const COLUMNS = `id, network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at,
  block_number, block_hash, block_time, tx_index, header, nodes, not_shown`;

/**
 * A worker looks at its chains every minute, and at the latest a slow round and the longest pause after it. Whoever
 * does not for this long is not there.
 */
const STALE_AFTER_MS = 5 * 60_000;

export function makeAnchorStore(database: Database): AnchorStore {
  const select = async (name: string, where: string, params: readonly unknown[]) =>
    (await database.query(name, `select ${COLUMNS} from anchors where ${where}`, params)).map(toAnchor);
  return {
    async setWitnesses(live, test, now) {
      await database.query(
        'set-witnesses',
        `with named as (
           insert into log_witnesses (livemode, network) values (true, $1), (false, $2)
           on conflict (livemode) do update set network = excluded.network
           returning network
         )
         insert into chain_problems (network, problems, seen_at) select distinct network, '[]'::jsonb, $3::timestamptz from named
         on conflict (network) do nothing`,
        [live, test, now],
      );
    },

    unsettled: (network) =>
      select('anchors-unsettled', `network = $1 and state in ('signed', 'sent', 'mined') order by id`, [
        network,
      ]),

    newestFinal: (network, count) =>
      select('anchors-final', `network = $1 and state = 'final' order by tree_size desc limit $2`, [
        network,
        count,
      ]),

    async newest(network) {
      const [anchor] = await select(
        'anchor-newest',
        `network = $1 and state <> 'lost' order by tree_size desc, id desc limit 1`,
        [network],
      );
      return anchor;
    },

    async covering(network, leafIndex) {
      const rows = await database.query('anchor-covering', `select ${COLUMNS} from covering_anchor($1, $2)`, [
        network,
        leafIndex,
      ]);
      return rows[0] && toAnchor(rows[0]);
    },

    async writeDown(attempt, now) {
      const rows = await database.query(
        'write-anchor',
        `insert into anchors (network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'signed', $9)
         on conflict (tx_hash) do update set
           state = case anchors.state when 'lost' then 'signed' else anchors.state end,
           signed_at = case anchors.state when 'lost' then excluded.signed_at else anchors.signed_at end
         returning ${COLUMNS}`,
        [
          attempt.network,
          attempt.nonce,
          attempt.txHash,
          attempt.raw,
          attempt.treeSize,
          attempt.root,
          attempt.maxFeePerGas,
          attempt.maxPriorityFeePerGas,
          now,
        ],
      );
      return toAnchor(firstRow(rows));
    },

    async markSent(id) {
      await database.query(
        'anchor-sent',
        `update anchors set state = 'sent' where id = $1 and state = 'signed'`,
        [id],
      );
    },

    async markMined(id, mined, proof, now) {
      await database.query(
        'anchor-mined',
        `with mine as (
           update anchors set state = 'mined', block_number = $2, block_hash = $3, block_time = $4, tx_index = $5,
                  header = $6, nodes = $7, not_shown = $8, mined_at = $9
            where id = $1 returning network, nonce
         )
         update anchors a set state = 'lost' from mine
          where a.network = mine.network and a.nonce = mine.nonce and a.id <> $1`,
        [
          id,
          mined.blockNumber,
          mined.blockHash,
          mined.blockTime,
          mined.txIndex,
          proof.inclusion === 'mpt' ? proof.headerRlp : null,
          proof.inclusion === 'mpt' ? proof.nodes : null,
          proof.inclusion === 'mpt' ? null : proof.because,
          now,
        ],
      );
    },

    async markFinal(id, now) {
      await database.query(
        'anchor-final',
        `update anchors set state = 'final', final_at = $2 where id = $1 and state = 'mined'`,
        [id, now],
      );
    },

    async markReorganised(id, now) {
      await database.transaction(async (query) => {
        await query(
          `update anchors a set state = 'sent', signed_at = $2, block_number = null, block_hash = null,
                  block_time = null, tx_index = null, header = null, nodes = null, not_shown = null,
                  mined_at = null, final_at = null
             from anchors orphan
            where orphan.id = $1 and a.network = orphan.network and a.nonce = orphan.nonce`,
          [id, now],
        );
        // The stored proofs speak of a block that is no more. A statement of its own, after the one that waited for
        // whoever was keeping a proof: it sees that one too.
        await query('delete from certificate_proofs where anchor_id = $1', [id]);
      });
    },

    async markLost(ids) {
      await database.query('anchors-lost', `update anchors set state = 'lost' where id = any($1)`, [ids]);
    },

    async rememberChain({ network, trust, finality }, headNumber, now) {
      await database.query(
        'remember-chain',
        `insert into chains (network, trust, finality, head_number, seen_at) values ($1, $2, $3, $4, $5)
         on conflict (network) do update set trust = excluded.trust, finality = excluded.finality,
           head_number = excluded.head_number, seen_at = excluded.seen_at`,
        [network, trust, finality, headNumber, now],
      );
    },

    async chain(network) {
      const [row] = await database.query(
        'chain',
        'select network, trust, finality from chains where network = $1',
        [network],
      );
      return (
        row && {
          network: text(row, 'network'),
          trust: oneOf(row, 'trust', CHAIN_TRUSTS),
          finality: text(row, 'finality'),
        }
      );
    },

    async tellProblems(network, problems, now) {
      await database.query(
        'tell-problems',
        `insert into chain_problems (network, problems, seen_at) values ($1, $2, $3)
         on conflict (network) do update set problems = excluded.problems, seen_at = excluded.seen_at`,
        [network, JSON.stringify(problems), now],
      );
    },

    async problems(now) {
      const rows = await database.query(
        'chain-problems',
        `select c.network, case when c.network in (select network from log_witnesses) then c.seen_at end as seen_at, p.code, p.message
           from chain_problems c left join jsonb_to_recordset(c.problems) as p (code text, message text) on true
          where c.network in (select network from log_witnesses) or c.network like 'bip122:%' order by c.network, p.code`,
        [],
      );
      const told = rows.filter(({ code }) => code !== null).map(toProblem);
      return [...told, ...staleChains(rows, now)];
    },
  };
}

/** Chains that somebody should look after, and nobody does: the worker is not running, or cannot open them. */
function staleChains(rows: readonly Row[], now: Date): (ToldProblem & { network: string })[] {
  const witnesses = rows.filter((row) => row.seen_at !== null);
  const seen = new Map(witnesses.map((row) => [text(row, 'network'), date(row, 'seen_at')]));
  return [...seen]
    .filter(([, seenAt]) => now.getTime() - seenAt.getTime() > STALE_AFTER_MS)
    .map(([network, seenAt]) => ({
      network,
      code: 'anchor_stale',
      message: `nobody has looked after this chain since ${seenAt.toISOString()}; is a worker running?`,
    }));
}

function toProblem(row: Row): ToldProblem & { network: string } {
  return { network: text(row, 'network'), code: text(row, 'code'), message: text(row, 'message') };
}

function toAnchor(row: Row): AnchorRow {
  return {
    id: number(row, 'id'),
    network: text(row, 'network'),
    nonce: number(row, 'nonce'),
    txHash: bytes(row, 'tx_hash'),
    raw: bytes(row, 'raw'),
    treeSize: number(row, 'tree_size'),
    root: bytes(row, 'root'),
    maxFeePerGas: bigint(row, 'max_fee'),
    maxPriorityFeePerGas: bigint(row, 'priority_fee'),
    state: oneOf(row, 'state', ANCHOR_STATES),
    signedAt: date(row, 'signed_at'),
    block:
      row.block_hash === null
        ? undefined
        : {
            blockNumber: number(row, 'block_number'),
            blockHash: bytes(row, 'block_hash'),
            blockTime: date(row, 'block_time'),
            txIndex: number(row, 'tx_index'),
          },
    shown:
      row.header === null
        ? { notShown: optionalText(row, 'not_shown') ?? 'not looked at yet' }
        : { header: bytes(row, 'header'), nodes: bytesList(row, 'nodes') },
  };
}
