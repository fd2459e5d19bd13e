/**
 * `node bench/partition-cost.ts [--turns 25]`: the processor time that dividing the time stamps costs PostgreSQL, with
 * the table undivided and in 1, 12 and 120 months. Each turn measures all of them in order, so that all see the same
 * load of the machine.
 */

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { commitText } from '../server/src/certificates/commit/pg-commit-text.ts';
import { startEmbeddedPostgres } from '../server/src/database/embedded/launcher.ts';
import { applyMigrations, readMigrations } from '../server/src/database/migrate.ts';
import { numberOf } from '../server/src/database/upgrades/declared-locks.ts';
import { makeNewId } from '../server/src/kernel/ids.ts';
import { idsOf, monthOf, monthsAfter, startOf } from '../server/src/upkeep/partitions/month.ts';
import { attaching, createPartition, nameOf } from '../server/src/upkeep/partitions/pg-partitions.ts';

const ACCOUNT = `acct_${'0'.repeat(22)}`;
const ROWS_PER_MONTH = 200;
const BATCH = 8;
const COMMITS = 40;
const COMMIT_PLAIN = commitText({ claims: false, setsAside: false, seals: false, chains: true });
const READS = 150;

const JOIN = `select t.tsr from certificates c join certificate_tokens t
  on t.account_id = c.account_id and t.certificate_id = c.id where c.account_id = $1 and c.id = $2`;
const BY_FUNCTION = `select t.tsr from certificates c cross join lateral token_of(c.account_id, c.id) t
  where c.account_id = $1 and c.id = $2`;

type Way = { name: string; months: number };
type Side = Way & { client: pg.Client; ids: string[] };
type Cost = {
  commit: number;
  joinGeneric: number;
  joinAuto: number;
  byFunction: number | undefined;
  locks: number[];
};

const WAYS: readonly Way[] = [
  { name: 'one table', months: 0 },
  { name: '1 month', months: 1 },
  { name: '12 months', months: 12 },
  { name: '120 months', months: 120 },
];

const { values } = parseArgs({ options: { turns: { type: 'string', default: '25' } } });
await main(Number(values.turns));

async function main(turns: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-partitions-'));
  // Nothing waits for the disk: only processor time is compared.
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), () => {}, {
    settings: { fsync: 'off', autovacuum: 'off' },
  });
  const sides: Side[] = [];
  try {
    for (const way of WAYS) sides.push(await openSide(postgres.connection, way));
    const costs = sides.map((): Cost[] => []);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [i, side] of sides.entries()) costs[i]?.push(await measure(side));
    }
    for (const [i, side] of sides.entries()) process.stdout.write(`${describe(side, costs[i] ?? [])}\n`);
  } finally {
    for (const { client } of sides) await client.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openSide(server: pg.ClientConfig, way: Way): Promise<Side> {
  const admin = new pg.Client(server);
  await admin.connect();
  const database = `months_${way.months}`;
  await admin.query(`create database ${database}`);
  await admin.end();
  const client = new pg.Client({ ...server, database });
  await client.connect();
  const query = async (text: string, params?: readonly unknown[]) =>
    (await client.query(text, params as unknown[])).rows;
  const migrations = await readMigrations();
  await applyMigrations(
    query,
    way.months === 0 ? migrations.filter(({ name }) => numberOf(name) < 49) : migrations,
  );
  await client.query(
    `insert into accounts (id, email, name, certificates_left, certificates_granted, created_at)
     values ('${ACCOUNT}', 'a@example.com', 'A', 0, 0, now())`,
  );
  await client.query(
    `insert into certificate_counts (account_id, livemode) values ('${ACCOUNT}', false) on conflict do nothing`,
  );
  // The measured rows are in current months of a service that is some years old, after the first partition.
  const first = monthsAfter(monthOf(new Date()), 2);
  for (let i = 0; i < way.months; i += 1) {
    const range = idsOf(monthsAfter(first, i));
    await createPartition(query, nameOf(range));
    await client.query(attaching(nameOf(range), range));
  }
  const ids: string[] = [];
  for (let i = 0; i < 120; i += 1) {
    const month = startOf(monthsAfter(first, i % Math.max(way.months, 1)));
    ids.push(...(await commit(client, new Date(month.getTime() + i), ROWS_PER_MONTH)));
  }
  await client.query('vacuum (analyze)');
  return { ...way, client, ids };
}

/** Runs the service's own statement, with the values that it writes for fingerprints of an account in test mode. */
async function commit(client: pg.Client, at: Date, size: number): Promise<string[]> {
  const newId = makeNewId(() => at, randomBytes);
  const chain = `\\x${'00'.repeat(32)}`;
  const items = Array.from({ length: size }, (_, place) => {
    const random = randomBytes(32).toString('hex');
    return {
      place,
      id: newId('cert'),
      code: random.slice(0, 22),
      title: 'Contrato de prestación de servicios',
      file_name: 'contrato.pdf',
      file_mime: 'application/pdf',
      stated_size: 10_000,
      sha256: `\\x${random}`,
      psc: 'p',
      tst_serial: '1',
      policy_oid: '1.2',
      gen_time: '2026-01-31T18:00:00.123Z',
      accredited: false,
      warnings: [],
      created_at: at,
      tsr: `\\x${randomBytes(1_160).toString('hex')}`,
      chain_sha256: chain,
      salt: `\\x${random}`,
      leaf_hash: `\\x${createHash('sha256').update(random).digest('hex')}`,
      entry: `\\x${random}`,
    };
  });
  const chains = JSON.stringify([{ sha256: chain, chain: [] }]);
  const params = [ACCOUNT, false, JSON.stringify(items), chains, 0, -1, size, 0];
  const { rows } = await client.query({ name: 'commit', text: COMMIT_PLAIN, values: params });
  if (rows.length !== size || !rows.every(({ ticket }) => ticket !== null)) throw new Error('Not written');
  return items.map(({ id }) => id);
}

async function measure(side: Side): Promise<Cost> {
  const { client, ids, months } = side;
  const at = new Date(
    startOf(monthsAfter(monthOf(new Date()), 2 + Math.max(months - 1, 0))).getTime() + 86_400_000,
  );
  const oneOf = (i: number) => [ACCOUNT, ids[(i * 7_919) % ids.length]];
  const read = (name: string, text: string) =>
    costOf(side, READS, (i) => client.query({ name, text, values: oneOf(i) }));
  const commits = await costOf(side, COMMITS, () => commit(client, at, BATCH));
  await client.query('set plan_cache_mode = force_generic_plan');
  const joinGeneric = await read('join-generic', JOIN);
  const locks = [await locksOf(side, 'join-generic', JOIN, oneOf(1))];
  const byFunction = months === 0 ? undefined : await read('by-function', BY_FUNCTION);
  if (months > 0) locks.push(await locksOf(side, 'by-function', BY_FUNCTION, oneOf(1)));
  await client.query('set plan_cache_mode = auto');
  return { commit: commits / BATCH, joinGeneric, joinAuto: await read('join-auto', JOIN), byFunction, locks };
}

/** Microseconds that the process of this connection at the server takes for one run of `work`. */
async function costOf(
  { client }: Side,
  times: number,
  work: (i: number) => Promise<unknown>,
): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  // The first runs prepare and plan the statement.
  for (let i = 0; i < 7; i += 1) await work(i);
  const before = await readCpuMicros(pid);
  for (let i = 0; i < times; i += 1) await work(i);
  return ((await readCpuMicros(pid)) - before) / times;
}

/** Finer than the ticks of `stat`: turns are short, so that all sides see the same load. */
async function readCpuMicros(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1_000;
}

/** Tables and indexes of time stamps that the statement locked. */
async function locksOf({ client }: Side, name: string, text: string, params: unknown[]): Promise<number> {
  await client.query('begin');
  await client.query({ name, text, values: params });
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relname like 'certificate_tokens%'`,
  );
  await client.query('rollback');
  return rows[0]?.n ?? 0;
}

function describe({ name }: Side, costs: readonly Cost[]): string {
  const of = (pick: (cost: Cost) => number | undefined) => {
    const all = costs.flatMap((cost) => pick(cost) ?? []).sort((a, b) => a - b);
    const median = all[Math.floor(all.length / 2)];
    return median === undefined ? '—' : `${median.toFixed(0)} µs (from ${all[0]?.toFixed(0)})`;
  };
  const locks = costs[0]?.locks ?? [];
  return `| ${name} | ${of((cost) => cost.commit)} | ${of((cost) => cost.joinGeneric)}, ${locks[0]} locks | ${of((cost) => cost.joinAuto)} | ${of((cost) => cost.byFunction)}${locks[1] === undefined ? '' : `, ${locks[1]} locks`} |`;
}
