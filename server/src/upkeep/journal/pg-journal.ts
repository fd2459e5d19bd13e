/**
 * Collects what the journal stores for a range of places. Leaves that this process wrote are still in memory; the
 * others are read. None of it changes once the log has signed it.
 */

import { type EncodedLeaf, encodeLeaf } from '../../certificates/journal/journal-leaf.ts';
import type { LeavesInHand } from '../../certificates/journal/leaves-in-hand.ts';
import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import type { SegmentRange, SegmentToSeal } from './journal-segment.ts';

/** Selects the runs of tickets at these places. */
const RUNS = `
  select first_leaf_index as place, first_ticket, last_ticket from log_places
   where first_leaf_index < $2
     and first_leaf_index >= coalesce((select max(first_leaf_index) from log_places where first_leaf_index <= $1), 0)
   order by first_leaf_index`;

/**
 * Selects certificates by a range of tickets, for which the index of page ranges is used, and by a list of tickets,
 * which excludes those at other places. Rows become text at once: through `jsonb`, a row of this table takes half as
 * long again.
 */
const CERTIFICATES = `
  select c.ticket::text as ticket, row_to_json(c)::text as certificate, c.account_id, c.id from certificates c
   where c.ticket between $1 and $2 and c.ticket = any ($3::bigint[])`;

/** Selects tokens. The range of ids lets PostgreSQL choose the partitions before it locks them. */
const TOKENS = `
  select row_to_json(t)::text as token, t.account_id, t.certificate_id, encode(t.chain_sha256, 'hex') as chain
    from unnest($1::text[], $2::text[]) c (account_id, id)
    join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
   where t.certificate_id between $3 and $4`;

const CHAINS = `
  select to_jsonb(s)::text as row from signing_chains s
   where s.sha256 in (select decode(hex, 'hex') from unnest($1::text[]) hex)`;

/** Selects accounts, without passwords and settings: just enough to identify the owner and restore access. */
const ACCOUNTS = `
  select jsonb_build_object('id', id, 'email', email, 'name', name, 'created_at', created_at)::text as row
    from accounts where id = any ($1)`;

const BLOB_KEYS = 'select to_jsonb(k)::text as row from blob_keys k where account_id = any ($1)';

const CHECKPOINTS =
  'select to_jsonb(k)::text as row from checkpoints k where size > $1 and size <= $2 order by size';

type Reads = {
  database: Database;
  merkleLog: Pick<MerkleLogStore, 'readNodes'>;
  leavesInHand: Pick<LeavesInHand, 'find'>;
};

export async function readJournal(
  { database, merkleLog, leavesInHand }: Reads,
  { from, to }: SegmentRange,
): Promise<Pick<SegmentToSeal, 'leaves' | 'checkpoints' | 'chains' | 'accounts' | 'blobKeys'>> {
  const places = Array.from({ length: to - from }, (_, i) => ({ level: 0, index: from + i }));
  const nodes = await merkleLog.readNodes(places);
  const hashes = nodes.map((hash) => Buffer.from(hash).toString('base64'));
  const inHand = hashes.map((hash) => leavesInHand.find(hash));
  return database.transaction(async (query) => {
    // The planner may not know yet how much the table has grown, and it is never right to read the whole table here.
    await query('set local enable_seqscan = off');
    const leaves = inHand.every((leaf) => leaf !== undefined)
      ? inHand
      : await readLeaves(query, { from, to }, hashes, inHand);
    const accounts = [...new Set(leaves.flatMap(({ accountId }) => accountId ?? []))];
    const chains = [...new Set(leaves.flatMap(({ chain }) => chain ?? []))];
    const rowsOf = async (statement: string, params: readonly unknown[]) =>
      (await query(statement, params)).map((row) => read.text(row, 'row'));
    return {
      leaves: leaves.map(({ json }) => json),
      checkpoints: await rowsOf(CHECKPOINTS, [from, to]),
      chains: await rowsOf(CHAINS, [chains]),
      accounts: await rowsOf(ACCOUNTS, [accounts]),
      blobKeys: await rowsOf(BLOB_KEYS, [accounts]),
    };
  });
}

/** Adds the leaves that are not in memory, in their places. */
async function readLeaves(
  query: Query,
  range: SegmentRange,
  hashes: readonly string[],
  inHand: readonly (EncodedLeaf | undefined)[],
): Promise<EncodedLeaf[]> {
  const tickets = await ticketsAt(query, range);
  const found = await certificatesOf(
    query,
    tickets.filter((_, i) => inHand[i] === undefined),
  );
  return hashes.map((leafHash, i) => {
    const ticket = String(tickets[i]);
    return inHand[i] ?? toLeaf({ ticket, leafHash }, found.get(ticket));
  });
}

type Found = { certificate: Row; token: Row };

function toLeaf(place: { ticket: string; leafHash: string }, found: Found | undefined): EncodedLeaf {
  if (found === undefined) return { json: encodeLeaf(place) };
  const { certificate, token } = found;
  const rows = { certificate: read.text(certificate, 'certificate'), token: read.text(token, 'token') };
  return {
    json: encodeLeaf({ ...place, ...rows }),
    accountId: read.text(certificate, 'account_id'),
    chain: read.optionalText(token, 'chain'),
  };
}

async function ticketsAt(query: Query, { from, to }: SegmentRange): Promise<number[]> {
  const tickets: number[] = [];
  for (const row of await query(RUNS, [from, to])) {
    const start = read.number(row, 'place');
    const first = read.number(row, 'first_ticket');
    const end = Math.min(to, start + read.number(row, 'last_ticket') - first + 1);
    for (let place = Math.max(from, start); place < end; place += 1) tickets.push(first + place - start);
  }
  if (tickets.length !== to - from) throw new Error('The log has leaves whose places are not written down');
  return tickets;
}

/** Reads certificates, and returns them by their tickets. */
async function certificatesOf(query: Query, tickets: readonly number[]): Promise<Map<string, Found>> {
  const [first, last] = tickets.reduce(
    ([least, most], ticket) => [Math.min(least, ticket), Math.max(most, ticket)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const certificates = await query(CERTIFICATES, [first, last, tickets]);
  const tokens = await tokensOf(query, certificates);
  return new Map(
    certificates.flatMap((certificate): [string, Found][] => {
      const token = tokens.get(`${read.text(certificate, 'account_id')} ${read.text(certificate, 'id')}`);
      return token === undefined ? [] : [[read.text(certificate, 'ticket'), { certificate, token }]];
    }),
  );
}

async function tokensOf(query: Query, certificates: readonly Row[]): Promise<Map<string, Row>> {
  const ids = certificates.map((row) => read.text(row, 'id')).sort();
  const rows = await query(TOKENS, [
    certificates.map((row) => read.text(row, 'account_id')),
    certificates.map((row) => read.text(row, 'id')),
    ids.at(0),
    ids.at(-1),
  ]);
  return new Map(
    rows.map((row) => [`${read.text(row, 'account_id')} ${read.text(row, 'certificate_id')}`, row]),
  );
}

/** Summarises the index, so that new pages are found by their range. Certificates can be written at the same time. */
export async function summariseTickets({ database }: Pick<Reads, 'database'>): Promise<void> {
  await database.transaction((query) =>
    query(`select brin_summarize_new_values('certificates_by_ticket') as ranges`),
  );
}
