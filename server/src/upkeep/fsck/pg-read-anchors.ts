/** Chains, the transactions and stamps that anchor the log, and the proofs that rest on them. */

import type { Row } from '../../database/pool.ts';
import {
  boolean,
  bytes,
  number,
  optionalBytes,
  optionalBytesList,
  optionalNumber,
  optionalText,
  text,
} from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { mapBatches } from '../../kernel/batches.ts';
import { type Pieced, readPieces, rowsOf, WIDE } from './pieces/pg-pieces.ts';
import type { FsckReads, KeptProof, StoredAnchor, StoredCalendarStamp } from './ports.ts';

const IS_MINED = `a.state in ('mined', 'final')`;

const ANCHORS: Pieced = {
  of: rowsOf('anchors', ['id']),
  sql: `
  select a.*, (extract(epoch from a.block_time) * 1000000)::bigint as block_time_micros, c.root as signed_root,
         exists (select from chains k where k.network = a.network) as is_known_chain, ${IS_MINED} as is_mined
    from piece a left join checkpoints c on c.size = a.tree_size`,
};

/** Found by no index: each anchor would read all others. */
const MINED: Pieced = {
  of: rowsOf('anchors', ['id'], 'id, network, nonce, state'),
  sql: `select network, nonce from piece a where ${IS_MINED}`,
};

const KEPT_PROOFS: Pieced = {
  of: rowsOf('certificate_proofs', ['account_id', 'certificate_id']),
  sql: `
  select p.account_id, p.certificate_id, p.anchor_id, p.xml, c.sha256, t.tsr, placed.leaf_index as place, a.network, a.tx_hash,
         a.tree_size, a.state, chain.trust, chain.finality
    from piece p
    left join anchors a on a.id = p.anchor_id
    left join chains chain on chain.network = a.network
    left join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
    left join certificate_tokens t on t.account_id = p.account_id and t.certificate_id = p.certificate_id
    left join lateral log_place(c.ticket) placed on true`,
};

const CALENDAR_STAMPS: Pieced = {
  of: rowsOf('calendar_stamps', ['id']),
  sql: `
  select s.*, c.root as signed_root, exists (select from calendars k where k.name = s.calendar) as is_known
    from piece s left join checkpoints c on c.size = s.tree_size`,
};

type AnchorReads = Pick<
  FsckReads,
  'anchors' | 'unknownTransactions' | 'keptProofs' | 'calendarStamps' | 'chains' | 'witnesses'
>;

export function makeAnchorReads(snapshot: Snapshot): AnchorReads {
  return {
    anchors: () => readAnchors(snapshot),

    async unknownTransactions(hashes) {
      const rows = await snapshot.query(
        `select h.hash from unnest($1::bytea[]) as h (hash)
          where not exists (select from anchors a where a.tx_hash = h.hash)`,
        [hashes],
      );
      return rows.map((row) => bytes(row, 'hash'));
    },

    keptProofs: () => mapBatches(readPieces(snapshot, KEPT_PROOFS, WIDE), toKeptProof),

    calendarStamps: () => mapBatches(readPieces(snapshot, CALENDAR_STAMPS, WIDE), toCalendarStamp),

    async chains() {
      const rows = await snapshot.query('select network, trust, finality from chains order by network');
      return rows.map((row) => ({
        network: text(row, 'network'),
        trust: text(row, 'trust'),
        finality: text(row, 'finality'),
      }));
    },

    async witnesses() {
      const rows = await snapshot.query('select livemode, network from log_witnesses');
      return rows.map((row) => ({ livemode: boolean(row, 'livemode'), network: text(row, 'network') }));
    },
  };
}

/** As of one moment: attempts of the same nonce change together, and the blocks were read before. */
async function* readAnchors(snapshot: Snapshot): AsyncGenerator<StoredAnchor[]> {
  const mined = new Map<string, number>();
  for await (const rows of readPieces(snapshot, MINED, { isOneMoment: true }))
    for (const name of rows.map(attemptOf)) mined.set(name, (mined.get(name) ?? 0) + 1);
  for await (const rows of readPieces(snapshot, ANCHORS, { ...WIDE, isOneMoment: true }))
    yield rows.map((row) =>
      toStoredAnchor(row, (mined.get(attemptOf(row)) ?? 0) - (row.is_mined === true ? 1 : 0)),
    );
}

const attemptOf = (row: Row): string => `${number(row, 'nonce')} ${text(row, 'network')}`;

function toStoredAnchor(row: Row, minedSiblings: number): StoredAnchor {
  return {
    id: number(row, 'id'),
    network: text(row, 'network'),
    nonce: number(row, 'nonce'),
    txHash: bytes(row, 'tx_hash'),
    raw: bytes(row, 'raw'),
    treeSize: number(row, 'tree_size'),
    root: bytes(row, 'root'),
    maxFee: text(row, 'max_fee'),
    priorityFee: text(row, 'priority_fee'),
    state: text(row, 'state'),
    blockNumber: optionalNumber(row, 'block_number'),
    blockHash: optionalBytes(row, 'block_hash'),
    blockTimeMicros: optionalNumber(row, 'block_time_micros'),
    txIndex: optionalNumber(row, 'tx_index'),
    header: optionalBytes(row, 'header'),
    nodes: optionalBytesList(row, 'nodes'),
    notShown: optionalText(row, 'not_shown'),
    isMinedAtSet: row.mined_at !== null,
    isFinalAtSet: row.final_at !== null,
    minedSiblings,
    signedRoot: optionalBytes(row, 'signed_root'),
    isOnKnownChain: boolean(row, 'is_known_chain'),
  };
}

function toKeptProof(row: Row): KeptProof {
  const sha256 = optionalBytes(row, 'sha256');
  const tsr = optionalBytes(row, 'tsr');
  const certificateId = text(row, 'certificate_id');
  return {
    where: `${text(row, 'account_id')} ${certificateId}`,
    certificateId,
    anchorId: number(row, 'anchor_id'),
    xml: bytes(row, 'xml'),
    of:
      sha256 === undefined || tsr === undefined
        ? undefined
        : { sha256, tsr, place: optionalNumber(row, 'place') },
    anchor:
      row.state === null
        ? undefined
        : {
            state: text(row, 'state'),
            network: text(row, 'network'),
            txHash: bytes(row, 'tx_hash'),
            treeSize: number(row, 'tree_size'),
          },
    chain: row.trust === null ? undefined : { trust: text(row, 'trust'), finality: text(row, 'finality') },
  };
}

function toCalendarStamp(row: Row): StoredCalendarStamp {
  return {
    id: number(row, 'id'),
    isOfKnownCalendar: boolean(row, 'is_known'),
    treeSize: number(row, 'tree_size'),
    root: bytes(row, 'root'),
    nonce: bytes(row, 'nonce'),
    state: text(row, 'state'),
    pending: optionalBytes(row, 'pending'),
    complete: optionalBytes(row, 'complete'),
    bitcoinHeight: optionalNumber(row, 'bitcoin_height'),
    header: optionalBytes(row, 'header'),
    signedRoot: optionalBytes(row, 'signed_root'),
  };
}
