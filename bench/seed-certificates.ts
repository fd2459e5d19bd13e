/** Fills an account with certificates, far faster than certifying would. */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SelloProcess } from './sello-process.ts';

const CERTIFIED_TIMEOUT_MS = 900_000;

/** The SHA-256 of certificate `number` of a seeded account. */
export function seededHash(number: number): string {
  return createHash('sha256').update(`certificate ${number}`).digest('hex');
}

/**
 * Writes only what lists, searches and look-ups read, so no tokens. When it resolves, the server has sequenced and
 * anchored all of them, so that they are certified, as most certificates are.
 */
export async function seedCertificates(sello: SelloProcess, total: number): Promise<void> {
  // As superuser: the service's role may not run CHECKPOINT.
  const client = new pg.Client({ ...sello.database, user: 'postgres' });
  await client.connect();
  try {
    await client.query(SEED, [sello.accountId, total]);
    await client.query(SEED_SEARCH, [sello.accountId]);
    await seedWords(client, sello.accountId, total);
    await client.query('update certificate_counts set total = $2 where account_id = $1 and livemode', [
      sello.accountId,
      total,
    ]);
    await client.query(QUEUE_LEAVES, [sello.accountId]);
    await untilCertified(client, total);
    // Autovacuum after seeding must not run during the measurement.
    await client.query('vacuum (analyze) certificates');
    for (const table of [
      'certificate_search',
      'certificate_words',
      'search_progress',
      'certificate_counts',
      'log_queue',
      'log_nodes',
      'log_places',
      'anchors',
    ]) {
      await client.query(`vacuum (analyze) ${table}`);
    }
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/**
 * Gives all seeded certificates the time stamp of a real one, which does not fit them. A check of all data then reads
 * and verifies as many time stamps as among real certificates, and finds a fault in each.
 */
export async function seedTokens(sello: SelloProcess): Promise<void> {
  const client = new pg.Client(sello.database);
  await client.connect();
  try {
    const { rowCount } = await client.query(SEED_TOKENS, [sello.accountId]);
    if (rowCount === 0) throw new Error('There is no real certificate to take the time stamp of');
  } finally {
    await client.end();
  }
}

const SEED_TOKENS = `
  insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
  select c.account_id, c.id, one.tsr, one.chain_sha256, one.salt, c.sha256
    from certificates c, lateral (select tsr, chain_sha256, salt from certificate_tokens limit 1) one
   where c.account_id = $1 and c.key_id is null`;

const SEED_SEARCH = `
  insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
  select account_id, livemode, number, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
    from certificates where account_id = $1`;

/** The index is built after the rows are written, which takes a fraction of the time. */
async function seedWords(client: pg.Client, accountId: string, total: number): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'certificate_words_by_text'`,
  );
  await client.query('drop index if exists certificate_words_by_text');
  await client.query(SEED_WORDS, [accountId]);
  await client.query(SEED_PROGRESS, [accountId, total]);
  for (const { indexdef } of rows) await client.query(indexdef);
}

const SEED_WORDS = `
  insert into certificate_words (account_id, livemode, number, words)
  select account_id, livemode, number, search_words(title, file_name, document_type, external_id)
    from certificates where account_id = $1`;

const SEED_PROGRESS = `
  insert into search_progress (account_id, livemode, indexed_to) values ($1, true, $2)
  on conflict (account_id, livemode) do update set indexed_to = excluded.indexed_to`;

async function untilCertified(client: pg.Client, total: number): Promise<void> {
  const deadline = performance.now() + CERTIFIED_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ size: string }>('select certified_size(true) as size');
    if (Number(rows[0]?.size) >= total) return;
    if (performance.now() > deadline)
      throw new Error('The server did not anchor the seeded certificates in time');
    await sleep(200);
  }
}

/** Sets ticket numbers directly; the sequence then continues after them. */
const QUEUE_LEAVES = `
  with queued as (
    insert into log_queue (id, leaf_hash, entry) overriding system value
    select ticket, sha256, sha256(sha256) from certificates where account_id = $1 returning id
  )
  select setval('log_queue_id_seq', max(id)) from queued`;

const SEED = `
  insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
    file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
    created_at, ticket)
  select $1, 'cert_' || lpad(n::text, 22, '0'), true, n, left(md5(n::text), 22), null,
    'Contrato de prestación de servicios ' || n, 'Firmado por ambas partes en la Ciudad de México', 'contract',
    'contrato-' || n || '.pdf', 'application/pdf', 10000 + n % 90000, sha256(convert_to('certificate ' || n, 'UTF8')),
    'Sello embedded authority (development, no legal value)', md5(n::text),
    '2.25.189421834521870139046772011843294853021', '2026-01-31T18:00:00.123Z', 1000, false, '[]',
    at, n
    from generate_series(1, $2::bigint) n,
         lateral (select timestamptz '2026-01-31 18:00:00Z' + n * interval '1 second' as at) times`;
