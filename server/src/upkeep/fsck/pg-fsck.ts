/** What `sello fsck` reads, all of it from one snapshot. */

import {
  COLUMNS,
  FROM,
  TOKEN_COLUMNS,
  toCertificate,
  toToken,
  WITH_TOKEN,
} from '../../certificates/pg-certificates.ts';
import type { Row } from '../../database/pool.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { StoredBlob } from '../../files/ports.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import { LEDGER_FAULTS } from './pg-ledgers.ts';
import { PLACED } from './pg-places.ts';
import type { FsckReads, KeptProof, StampRow, StoredAnchor } from './ports.ts';

const HOUR_MS = 3_600_000;
/** Hashes in a row of `log_nodes`. */
const CHUNK = 32;

export type BlobKeyProbe = (row: Row) => string | undefined;

/** `probe` tells why the data key in a row of `blob_keys` cannot be opened. */
export function makeFsckReads(snapshot: Snapshot, now: Date, probe: BlobKeyProbe): FsckReads {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const each = <T>(text: string, toItem: (row: Row) => T) => mapBatches(snapshot.batches(text), toItem);
  return {
    takenAt: now,

    async totals() {
      const [row] = await snapshot.query(
        '',
        `select count(*) as certificates, count(distinct (account_id, sha256)) as files from certificates`,
        [],
      );
      return { certificates: Number(row?.certificates), files: Number(row?.files) };
    },

    namedFiles: () =>
      each(
        `select account_id, sha256, min(file_size) as fewest, max(file_size) as most, min(id) as id
           from certificates group by account_id, sha256 order by account_id, sha256`,
        (row) => ({
          accountId: row.account_id as AccountId,
          sha256: row.sha256 as Uint8Array,
          fewestBytes: row.fewest as number,
          mostBytes: row.most as number,
          certificateId: row.id as CertificateId,
        }),
      ),

    stamps: () =>
      each(
        `select c.account_id, c.id, c.livemode, c.sha256, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms,
                c.accredited, c.warnings, ${TOKEN_COLUMNS}
           from certificates c ${WITH_TOKEN}
          order by c.account_id, c.id`,
        toStamp,
      ),

    async logState() {
      const [row] = await snapshot.query(
        '',
        'select origin, signing_key, size, frontier from log_state where only_row',
        [],
      );
      return (
        row && {
          origin: row.origin as string,
          signingKey: row.signing_key as Uint8Array,
          size: row.size as number,
          frontier: row.frontier as Uint8Array[],
        }
      );
    },

    placedLeaves: () =>
      each(
        `select p.place, t.leaf_hash, p.account_id || ' ' || p.certificate_id as where_ids
           from (${PLACED}) p left join certificate_tokens t using (account_id, certificate_id)
          order by p.place, p.account_id, p.certificate_id`,
        (row) => ({
          place: row.place as number,
          leafHash: optional<Uint8Array>(row.leaf_hash),
          where: row.where_ids as string,
        }),
      ),

    checkpoints: () =>
      each('select size, root, note, created_at from checkpoints order by size', (row) => ({
        size: row.size as number,
        root: row.root as Uint8Array,
        note: row.note as string,
        createdAt: row.created_at as Date,
      })),

    async nodes(ranges) {
      const rows = await snapshot.query(
        '',
        `select n.level, n.chunk, n.hashes
           from unnest($1::integer[], $2::bigint[], $3::bigint[]) as wanted (level, first, last)
           join log_nodes n on n.level = wanted.level and n.chunk between wanted.first and wanted.last`,
        [
          ranges.map(({ level }) => level),
          ranges.map(({ firstChunk }) => firstChunk),
          ranges.map(({ lastChunk }) => lastChunk),
        ],
      );
      return rows as { level: number; chunk: number; hashes: Uint8Array }[];
    },

    misshapenNodes: (size) =>
      each(
        // Of each level a log of this size has `size / 2^level` complete subtrees, 32 of them in a row.
        `select level, chunk from log_nodes
          where level not between 0 and 62 or chunk < 0
             or length(hashes) <> 32 * least(${CHUNK}, (${size}::bigint >> least(greatest(level, 0), 62)) - ${CHUNK} * chunk)
          order by level, chunk`,
        (row) => ({ level: row.level as number, chunk: row.chunk as number }),
      ),

    anchors: () =>
      each(
        `select a.*, (extract(epoch from a.block_time) * 1000000)::bigint as block_time_micros, c.root as signed_root,
                exists (select from chains k where k.network = a.network) as is_known_chain,
                (select count(*) from anchors o where o.network = a.network and o.nonce = a.nonce and o.id <> a.id
                    and o.state in ('mined', 'final')) as mined_siblings
           from anchors a left join checkpoints c on c.size = a.tree_size order by a.id`,
        toStoredAnchor,
      ),

    async unknownTransactions(hashes) {
      const rows = await snapshot.query(
        '',
        `select h.hash from unnest($1::bytea[]) as h (hash)
          where not exists (select from anchors a where a.tx_hash = h.hash)`,
        [hashes],
      );
      return rows.map((row) => row.hash as Uint8Array);
    },

    keptProofs: () =>
      each(
        `select p.account_id, p.certificate_id, p.anchor_id, p.xml, c.sha256, t.tsr, placed.place, a.network, a.tx_hash,
                a.tree_size, a.state, chain.trust, chain.finality
           from certificate_proofs p
           left join anchors a on a.id = p.anchor_id
           left join chains chain on chain.network = a.network
           left join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
           left join certificate_tokens t on t.account_id = p.account_id and t.certificate_id = p.certificate_id
           left join (${PLACED}) placed
             on placed.account_id = p.account_id and placed.certificate_id = p.certificate_id
          order by p.account_id, p.certificate_id`,
        toKeptProof,
      ),

    calendarStamps: () =>
      each(
        `select s.*, c.root as signed_root, exists (select from calendars k where k.name = s.calendar) as is_known
           from calendar_stamps s left join checkpoints c on c.size = s.tree_size order by s.id`,
        (row) => ({
          id: row.id as number,
          isOfKnownCalendar: row.is_known as boolean,
          treeSize: row.tree_size as number,
          root: row.root as Uint8Array,
          nonce: row.nonce as Uint8Array,
          state: row.state as string,
          pending: optional<Uint8Array>(row.pending),
          complete: optional<Uint8Array>(row.complete),
          bitcoinHeight: optional<number>(row.bitcoin_height),
          header: optional<Uint8Array>(row.header),
          signedRoot: optional<Uint8Array>(row.signed_root),
        }),
      ),

    async chains() {
      const rows = await snapshot.query(
        '',
        'select network, trust, finality from chains order by network',
        [],
      );
      return rows as { network: string; trust: string; finality: string }[];
    },

    async witnesses() {
      const rows = await snapshot.query('', 'select livemode, network from log_witnesses', []);
      return rows as { livemode: boolean; network: string }[];
    },

    async *ledgerFaults() {
      for (const { code, sql } of LEDGER_FAULTS) {
        yield* each(sql, (row) => ({
          code,
          where: row.where_ids as string,
          told: row.told as string,
          isYoung: row.since instanceof Date && row.since > hourAgo,
        }));
      }
    },

    keptAnswers: () =>
      each(
        `select account_id, operation, fingerprint, status, headers, body from idempotency_keys
          where status is not null order by account_id, operation, key`,
        (row) => ({
          accountId: row.account_id as AccountId,
          where: `${row.account_id} ${row.operation}`,
          fingerprint: row.fingerprint as Uint8Array,
          status: row.status as number,
          headers: row.headers,
          body: row.body as string,
        }),
      ),

    async certificate(accountId, id) {
      const [row] = await snapshot.query(
        '',
        `select ${COLUMNS} from ${FROM} where c.account_id = $1 and c.id = $2`,
        [accountId, id],
      );
      return row && toCertificate(row);
    },

    sealedSecrets: () =>
      each(
        `select f.account_id, s.sealed from second_factors f, unnest(array[f.secret, f.pending_secret]) as s (sealed)
          where s.sealed is not null order by f.account_id`,
        (row) => ({ accountId: row.account_id as AccountId, sealed: row.sealed as string }),
      ),

    async *brokenBlobKeys() {
      const rows = snapshot.batches(
        'select account_id, master_id, wrapped from blob_keys order by account_id',
      );
      for await (const batch of rows) {
        yield batch.flatMap((row) => {
          const because = probe(row);
          return because === undefined ? [] : [{ accountId: row.account_id as string, because }];
        });
      }
    },

    unnamed: (files) => findUnnamed(snapshot, files),
  };
}

/** Asked of the database as it is now or of a snapshot of it, whichever is given. */
export async function findUnnamed(
  database: Pick<Snapshot, 'query'>,
  files: readonly StoredBlob[],
): Promise<StoredBlob[]> {
  const rows = await database.query(
    'unnamed-files',
    `select f.place from unnest($1::text[], $2::text[]) with ordinality as f (account_id, sha256, place)
      where not exists (
        select from certificates c
         where c.account_id = f.account_id and c.livemode in (true, false) and c.sha256 = decode(f.sha256, 'hex'))`,
    [files.map(({ accountId }) => accountId), files.map(({ name }) => name.slice(0, 64))],
  );
  return rows.flatMap((row) => files[Number(row.place) - 1] ?? []);
}

async function* mapBatches<T>(batches: AsyncIterable<Row[]>, toItem: (row: Row) => T): AsyncGenerator<T[]> {
  for await (const batch of batches) yield batch.map(toItem);
}

function optional<T>(value: unknown): T | undefined {
  return (value as T | null) ?? undefined;
}

function toStamp(row: Row): StampRow {
  return {
    accountId: row.account_id as AccountId,
    certificateId: row.id as CertificateId,
    livemode: row.livemode as boolean,
    sha256: row.sha256 as Uint8Array,
    facts: {
      psc: row.psc as string,
      serial: row.tst_serial as string,
      policyOid: row.policy_oid as string,
      genTime: row.gen_time as string,
      accuracyMs: optional<number>(row.accuracy_ms),
      accredited: row.accredited as boolean,
      warnings: row.warnings as { code: string; message: string }[],
    },
    token: toToken(row),
  };
}

function toStoredAnchor(row: Row): StoredAnchor {
  return {
    id: row.id as number,
    network: row.network as string,
    nonce: row.nonce as number,
    txHash: row.tx_hash as Uint8Array,
    raw: row.raw as Uint8Array,
    treeSize: row.tree_size as number,
    root: row.root as Uint8Array,
    maxFee: row.max_fee as string,
    priorityFee: row.priority_fee as string,
    state: row.state as string,
    blockNumber: optional<number>(row.block_number),
    blockHash: optional<Uint8Array>(row.block_hash),
    blockTimeMicros: optional<number>(row.block_time_micros),
    txIndex: optional<number>(row.tx_index),
    header: optional<Uint8Array>(row.header),
    nodes: optional<Uint8Array[]>(row.nodes),
    notShown: optional<string>(row.not_shown),
    isMinedAtSet: row.mined_at !== null,
    isFinalAtSet: row.final_at !== null,
    minedSiblings: row.mined_siblings as number,
    signedRoot: optional<Uint8Array>(row.signed_root),
    isOnKnownChain: row.is_known_chain as boolean,
  };
}

function toKeptProof(row: Row): KeptProof {
  return {
    where: `${row.account_id} ${row.certificate_id}`,
    certificateId: row.certificate_id as string,
    anchorId: row.anchor_id as number,
    anchorState: optional<string>(row.state),
    xml: row.xml as Uint8Array,
    of:
      row.sha256 === null || row.tsr === null
        ? undefined
        : {
            sha256: row.sha256 as Uint8Array,
            tsr: row.tsr as Uint8Array,
            place: optional<number>(row.place),
          },
    anchor: {
      network: row.network as string,
      txHash: row.tx_hash as Uint8Array,
      treeSize: row.tree_size as number,
    },
    chain: row.trust === null ? undefined : { trust: row.trust as string, finality: row.finality as string },
  };
}
