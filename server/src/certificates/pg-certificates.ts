/** Reads certificates: each read runs in the statement that admits a caller, or on its own. */

import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { hexOnWire, timeOnWire } from '../database/wire-forms.ts';
import { isLongDigest, type LongDigestHex } from '../kernel/file-digest.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { AccountRead } from '../operations/account-read.ts';
import type { Certificate, CertificateAnchor } from './certificate.ts';
import { type LeavesInHand, makeLeavesInHand } from './journal/leaves-in-hand.ts';
import { stampedAlreadyIn } from './pg-adopted.ts';
import { rangeOf } from './pg-certificate-filter.ts';
import {
  areWarnings,
  SEAL_COLUMNS,
  toFileFacts,
  toLabels,
  toSealFacts,
  toStampFacts,
} from './pg-certificate-rows.ts';
import { makeCertificateWrites } from './pg-certify.ts';
import type { CertificatePage, CertificateStore, ListAsked, ListOrder, StoredToken } from './ports.ts';
import type { StorageRules, StoredFiles } from './stored-files.ts';

export const COLUMNS = `c.id, c.number, c.livemode, c.code, c.title, c.description, c.document_type, c.external_id, c.metadata, c.tags, c.key_id,
  c.file_name, c.file_mime, c.file_size, c.stated_size, ${hexOnWire('c.sha256')} as sha256, ${hexOnWire('c.long_digest')} as long_digest,
  ${timeOnWire('c.file_erased_at')} as file_erased_at, c.psc, c.tst_serial, c.policy_oid, c.gen_time, c.accuracy_ms, c.accredited,
  c.warnings, c.adopted_token is not null as is_adopted, c.stamp_size, ${SEAL_COLUMNS}, ${timeOnWire('c.created_at')} as created_at, ${timeOnWire('c.changed_at')} as changed_at, place.leaf_index,
  a.network, a.state as anchor_state, a.tx_hash, a.block_number, a.block_hash, a.block_time, a.root,
  a.changed_at as anchor_changed_at, a.head_number, owner.keep_files_days`;

/** Columns of `anchors a` that a certificate shows about its block. */
const ANCHOR_COLUMNS = `a.network, a.state, ${hexOnWire('a.tx_hash')} as tx_hash, a.block_number,
  ${hexOnWire('a.block_hash')} as block_hash, ${timeOnWire('a.block_time')} as block_time, ${hexOnWire('a.root')} as root,
  ${timeOnWire('coalesce(a.final_at, a.mined_at)')} as changed_at,
  (select head_number from chains where chains.network = a.network) as head_number`;

/** Columns about the chain of a certificate's block. */
export const CHAIN_TRUST = '(select trust from chains where chains.network = a.network)';

/** Each certificate with its place in the log and the block that covers it, on the chain used for its mode. */
export const FROM = `certificates c
  join accounts owner on owner.id = c.account_id
  left join lateral log_place(c.ticket) place on true
  left join log_witnesses w on w.livemode = c.livemode
  left join lateral (
    (select ${ANCHOR_COLUMNS} from anchors a where network = w.network and state = 'final' and tree_size > place.leaf_index
      order by tree_size limit 1)
    union all
    (select ${ANCHOR_COLUMNS} from anchors a where network = w.network and state = 'mined' and tree_size > place.leaf_index
      order by tree_size limit 1)
    limit 1
  ) a on true`;

export const TOKEN_COLUMNS = `t.tsr, coalesce(s.chain, t.chain, '{}') as chain, t.salt, t.leaf_hash, c.stamp_way`;

/** Chains are shared in `signing_chains`; earlier versions stored them with the token. */
const WITH_CHAIN = 'left join signing_chains s on s.sha256 = t.chain_sha256';

/** The token of one certificate, read from its partition only. */
export const WITH_TOKEN = `cross join lateral token_of(c.account_id, c.id) t ${WITH_CHAIN}`;

/** The tokens of all certificates: reads, and locks, every partition. */
export const WITH_EVERY_TOKEN = `
  join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id ${WITH_CHAIN}`;

const OF_CALLER = 'c.account_id = caller.account_id and c.livemode = caller.livemode';

const readByCode: CertificateStore['byCode'] = (code) => ({
  name: 'by-code',
  sql: `select ${COLUMNS} from ${FROM} where ${OF_CALLER}
          and c.id = (select certificate_id from certificate_codes where code = $4 and account_id = caller.account_id)`,
  params: [code],
  types: ['text'],
  toValue: (rows) => toCertificates(rows)[0],
});

export function makeCertificateStore(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
  rules: StorageRules,
  leavesInHand: LeavesInHand = makeLeavesInHand(),
): CertificateStore {
  return {
    page: pageRead,

    one: (id) => ({
      name: 'one',
      sql: `select ${COLUMNS} from ${FROM} where ${OF_CALLER} and c.id = $4`,
      params: [id],
      types: ['text'],
      toValue: (rows) => toCertificates(rows)[0],
    }),

    byCode: readByCode,
    withToken: (id) => ({
      name: 'with-token',
      sql: `select ${COLUMNS}, ${TOKEN_COLUMNS} from ${FROM} ${WITH_TOKEN}
             where ${OF_CALLER} and c.id = $4`,
      params: [id],
      toValue: (rows) => {
        const [certificate] = toCertificates(rows);
        const [row] = rows;
        if (certificate === undefined || row === undefined) return undefined;
        return { certificate, token: toToken(row) };
      },
    }),

    byDigest: (digest) => ({
      name: isLongDigest(digest) ? 'by-long-digest' : 'by-sha256',
      sql: `select ${COLUMNS} from ${FROM} where ${OF_CALLER}
               and ${isLongDigest(digest) ? 'c.long_digest' : 'c.sha256'} = $4 order by c.number desc limit 100`,
      params: [fromHex(digest)],
      types: ['bytea'],
      toValue: toCertificates,
    }),

    byHashes: (hashes, most) => ({
      name: 'by-hashes',
      sql: `select found.* from unnest($4::bytea[]) hash cross join lateral (
              select ${COLUMNS} from ${FROM} where ${OF_CALLER} and c.sha256 = hash
               order by c.number desc limit $5::integer
            ) found`,
      params: [hashes.map(fromHex), most],
      toValue: (rows) => bySha256(toCertificates(rows)),
    }),

    files: storedFilesRead(rules),
    stampedAlready: stampedAlreadyIn(database),
    ...makeCertificateWrites(database, owner, untilDone, rules, leavesInHand),
  };
}

function pageRead(asked: ListAsked): AccountRead<CertificatePage | undefined> {
  const { limit, offset, after, order } = asked;
  const { status } = asked.filter;
  return {
    name: `page-${status ?? 'all'}-${order}`,
    sql: pageOfNumbers(rangeOf(status), order),
    params: [limit, offset, after ?? null],
    types: ['bigint', 'bigint', 'text'],
    toValue: (rows) => {
      if (after !== undefined && rows[0]?.after_number === null) return undefined;
      const found = toCertificates(rows);
      if (order === 'asc') found.reverse();
      return {
        certificates: found.slice(0, limit),
        total: (rows[0] && read.optionalNumber(rows[0], 'total')) ?? 0,
        hasMore: found.length > limit,
      };
    },
  };
}

/**
 * The SQL for a page. Numbers have no gaps, so any page is a range of the index and the total is a difference. One
 * more row is read, to know whether there is a next page.
 */
function pageOfNumbers(range: string, order: ListOrder): string {
  const [above, upTo] =
    order === 'desc'
      ? ['greatest(range.low, start.number - $4::bigint - 1)', 'start.number']
      : ['start.number', 'least(range.high, start.number + $4::bigint + 1)'];
  const start =
    order === 'desc'
      ? 'least(range.high, coalesce(after.number - 1, range.high - $5::bigint))'
      : 'greatest(range.low, coalesce(after.number, range.low + $5::bigint))';
  return `
    select range.high - range.low as total, after.number as after_number, page.* from (${range}) range
      left join lateral (
        select c.number from certificates c where ${OF_CALLER} and c.id = $6::text
      ) after on true
      cross join lateral (select ${start} as number offset 0) start
      left join lateral (${withAnchors(`
        select c.* from certificates c where ${OF_CALLER} and c.number > ${above} and c.number <= ${upTo}`)}
      ) page on true`;
}

/**
 * Adds the anchors to the certificates of a page. Neighbours mostly share one, so the statement finds the anchor that
 * covers the lowest place on the page, then the next place that it does not cover, and so on.
 */
export function withAnchors(rows: string): string {
  const found = (place: string) => `${place}, a.tree_size, ${ANCHOR_COLUMNS}`;
  return `
    with recursive found as materialized (
      select c.*, place.leaf_index from (${rows}) c left join lateral log_place(c.ticket) place on true
    ), covers as (
      select ${found('lowest.place')}
        from (select min(leaf_index) as place from found) lowest,
             log_witnesses w, covering_anchor(w.network, lowest.place) a
       where w.livemode = caller.livemode
      union all
      select ${found('higher.place')}
        from covers, lateral (select min(leaf_index) as place from found where leaf_index >= covers.tree_size) higher,
             covering_anchor(covers.network, higher.place) a
    )
    select ${COLUMNS} from found c
      join accounts owner on owner.id = c.account_id
      cross join lateral (select c.leaf_index) place
      left join covers a on c.leaf_index >= a.place and c.leaf_index < a.tree_size`;
}

/** A read without results gives one row of nulls, because it is left-joined to the admission. */
export function toCertificates(rows: readonly Row[]): Certificate[] {
  return rows
    .filter((row) => row.id !== null)
    .sort((a, b) => read.number(b, 'number') - read.number(a, 'number'))
    .map(toCertificate);
}

export function toCertificate(row: Row): Certificate {
  return {
    id: read.id('cert', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    ...toLabels(row),
    keyId: row.key_id === null ? undefined : read.id('key', row, 'key_id'),
    file: {
      ...toFileFacts(row),
      sha256: read.optionalDigestHex(row, 'sha256'),
      longDigest: read.optionalLongDigestHex(row, 'long_digest'),
      erasedAt: row.file_size === null ? undefined : read.optionalWireTime(row, 'file_erased_at'),
    },
    timestamp: {
      ...toStampFacts(row),
      warnings: read.shaped(row, 'warnings', areWarnings, 'warnings'),
    },
    isAdopted: read.boolean(row, 'is_adopted'),
    sharedBy: read.optionalNumber(row, 'stamp_size'),
    ...toSealFacts(row),
    keepFilesDays: read.optionalNumber(row, 'keep_files_days'),
    code: read.text(row, 'code'),
    createdAt: read.wireTime(row, 'created_at'),
    changedAt: read.optionalWireTime(row, 'changed_at'),
    leafIndex: read.optionalNumber(row, 'leaf_index'),
    anchor: row.network === null ? undefined : toAnchor(row),
  };
}

function toAnchor(row: Row): CertificateAnchor {
  const blockNumber = read.number(row, 'block_number');
  return {
    network: read.text(row, 'network'),
    txHash: read.text(row, 'tx_hash'),
    blockNumber,
    blockHash: read.text(row, 'block_hash'),
    blockTime: read.wireTime(row, 'block_time'),
    confirmations: Math.max(1, (read.optionalNumber(row, 'head_number') ?? blockNumber) - blockNumber + 1),
    merkleRoot: read.text(row, 'root'),
    isFinal: read.text(row, 'anchor_state') === 'final',
    changedAt: read.wireTime(row, 'anchor_changed_at'),
  };
}

export function toToken(row: Row): StoredToken {
  return {
    tsr: read.bytes(row, 'tsr'),
    chain: read.bytesList(row, 'chain'),
    salt: read.bytes(row, 'salt'),
    leafHash: read.bytes(row, 'leaf_hash'),
    way: read.optionalBytes(row, 'stamp_way'),
  };
}

function fromHex(digest: Sha256Hex | LongDigestHex): Buffer {
  return Buffer.from(digest, 'hex');
}

function bySha256(certificates: readonly Certificate[]): Map<Sha256Hex, Certificate[]> {
  const found = new Map<Sha256Hex, Certificate[]>();
  for (const [sha256, some] of Map.groupBy(certificates, ({ file }) => file.sha256))
    if (sha256 !== undefined) found.set(sha256, some);
  return found;
}

function storedFilesRead({ maxStoredBytes, maxTestCertificates }: StorageRules): AccountRead<StoredFiles> {
  return {
    name: 'stored-files',
    sql: `select n.stored_bytes, n.erasures, a.keep_files_days, case when not n.livemode then n.total end as tests
            from certificate_counts n join accounts a on a.id = n.account_id
           where n.account_id = caller.account_id and n.livemode = caller.livemode`,
    params: [],
    isSameForAll: true,
    toValue: ([row]) => ({
      // A missing row of counters is a fault, which fsck repairs. Until then writing a certificate is refused.
      bytes: (row && read.optionalNumber(row, 'stored_bytes')) ?? 0,
      erasures: row === undefined || row.erasures === null ? 0 : read.number(row, 'erasures'),
      maxBytes: maxStoredBytes,
      fullOfTests:
        ((row && read.optionalNumber(row, 'tests')) ?? 0) < maxTestCertificates
          ? undefined
          : maxTestCertificates,
      keepFilesDays: row && read.optionalNumber(row, 'keep_files_days'),
    }),
  };
}
