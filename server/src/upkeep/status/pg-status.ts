/**
 * Reads what the database knows for `sello status`, from one read-only snapshot. Every query is quick on a large
 * database.
 */

import { chainReads } from '../../anchoring/pg-chains.ts';
import type { ToldProblem } from '../../anchoring/ports.ts';
import { readServerKeysAsStored, type StoredKey } from '../../database/check/server-keys.ts';
import { readMigrations } from '../../database/migrate.ts';
import { type OperatorNote, readOperatorNotes } from '../../database/pg-operator-notes.ts';
import type { Database } from '../../database/pool.ts';
import type { ReplicaLook } from '../../database/replica/look-at-replica.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { readMissingLastingKey } from '../../memberships/check/pg-keys-of-members.ts';
import { makeRenewalStore } from '../../proofs/renewals/pg-renewals.ts';
import type { RenewalStanding } from '../../proofs/renewals/ports.ts';
import { makeCheckpointStampStore } from '../../timestamps/checkpoints/pg-checkpoint-stamps.ts';
import type { StampStanding } from '../../timestamps/checkpoints/ports.ts';
import { readLogKeysAsStored, readSigningAlgorithms } from '../../transparency/check/pg-read-keys.ts';
import type { LogKeyAlgorithm } from '../../transparency/ports.ts';
import { makeCosignatureStore } from '../../transparency/witnesses/pg-cosignatures.ts';
import type { WitnessProblem, WitnessState } from '../../transparency/witnesses/ports.ts';
import { readStandbyMissing } from '../conditions/pg-standby.ts';

export type DatabaseFacts = {
  version: string;
  sizeBytes: number;
  isSuperuser: boolean;
  /** Migrations of this version that are not applied yet. */
  pendingMigrations: string[];
  /** Servers and workers that run now, and the numbers under which they know each other. */
  processes: number;
  owners: number[];
  /** Whether a commit has waited for a standby for seconds. */
  isStandbyMissing: boolean;
  /** The newest token of each provider among the last certificates. */
  newestTokens: { provider: string; at: Date; isAccredited: boolean }[];
  log: {
    size: number;
    waiting: number;
    lastCheckpointAt: Date | undefined;
    /** With which algorithms checkpoints are signed; empty before there is a log. */
    signsWith: LogKeyAlgorithm[];
  };
  anchors: { network: string; state: string; count: number; lastAt: Date }[];
  problems: (ToldProblem & { network: string })[];
  /** The witnesses that cosign checkpoints, and what is wrong with them. */
  witnesses: WitnessState[];
  witnessProblems: WitnessProblem[];
  /** How the stamping of checkpoints stands. */
  stamps: StampStanding;
  /** The state of renewals of time stamps. */
  renewals: RenewalStanding;
  keys: StoredKey[];
  notes: OperatorNote[];
  /** The replica; undefined if none is named. */
  replica?: ReplicaLook | undefined;
};

/** Reads the facts. Undefined for a database that Sello never used. */
export async function readDatabaseFacts(
  snapshot: Database & Pick<Snapshot, 'takenAt'>,
  witnessQuorum: number,
): Promise<DatabaseFacts | undefined> {
  const ask = (query: string) => snapshot.query(query);
  const [known] = await ask(`select to_regclass('migrations') is not null as is_there`);
  if (known?.is_there !== true) return undefined;
  const applied = new Set((await ask('select name from migrations')).map((row) => read.text(row, 'name')));
  const row = read.firstRow(await ask(FACTS));
  const owners = (row.owners as unknown[]).map(Number);
  // A database of an older version has no witnesses yet.
  const [{ has_witnesses: hasWitnesses } = {}] = await ask(
    `select to_regclass('cosigners') is not null as has_witnesses`,
  );
  const [{ has_stamps: hasStamps } = {}] = await ask(
    `select to_regclass('checkpoint_stamps') is not null as has_stamps`,
  );
  const stamps = hasStamps === true ? await makeCheckpointStampStore(snapshot).standing() : NO_STAMPS;
  const [{ has_renewals: hasRenewals } = {}] = await ask(
    `select to_regclass('stamp_renewals') is not null as has_renewals`,
  );
  const renewals = hasRenewals === true ? await makeRenewalStore(snapshot).standing() : NO_RENEWALS;
  const cosignatures = hasWitnesses === true ? makeCosignatureStore(snapshot, witnessQuorum) : undefined;
  return {
    version: read.text(row, 'version'),
    sizeBytes: read.number(row, 'size_bytes'),
    isSuperuser: read.boolean(row, 'is_superuser'),
    pendingMigrations: (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name)),
    processes: owners.length,
    owners,
    isStandbyMissing: await readStandbyMissing(snapshot),
    newestTokens: await readNewestTokens(snapshot),
    log: {
      size: read.number(row, 'log_size'),
      waiting: read.number(row, 'waiting'),
      lastCheckpointAt: read.optionalDate(row, 'last_checkpoint_at'),
      signsWith: await readSigningAlgorithms(snapshot),
    },
    anchors: (await ask(ANCHORS)).map((anchor) => ({
      network: read.text(anchor, 'network'),
      state: read.text(anchor, 'state'),
      count: read.number(anchor, 'count'),
      lastAt: read.date(anchor, 'last_at'),
    })),
    problems: await chainReads(snapshot).problems(snapshot.takenAt),
    witnesses: (await cosignatures?.states()) ?? [],
    witnessProblems: (await cosignatures?.problems(snapshot.takenAt)) ?? [],
    stamps,
    renewals,
    keys: [
      ...(await readServerKeysAsStored(snapshot)),
      ...(await readMissingLastingKey(snapshot)),
      ...(await readLogKeysAsStored(snapshot)),
    ],
    notes: await readOperatorNotes(snapshot),
  };
}

const NO_STAMPS: StampStanding = { newest: undefined, waiting: undefined };
const NO_RENEWALS: RenewalStanding = { waiting: undefined, stamped: [], chains: [] };

/**
 * Reads most of the facts. 7355 is the class of the locks by which processes announce themselves
 * (`database/presence.ts`).
 */
const FACTS = `
  select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
         (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
         array(select objid::bigint from pg_locks
                where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted
                  and database = (select oid from pg_database where datname = current_database())) as owners,
         coalesce((select size from log_state), 0) as log_size,
         (select count(*) from log_queue) as waiting,
         (select created_at from checkpoints order by size desc limit 1) as last_checkpoint_at`;

/**
 * Reads the newest tokens among the last certificates. Even among a billion, the last ones are found quickly: tickets
 * grow with the table, and its index knows where they are.
 */
const NEWEST_TOKENS = `
  select distinct on (psc) psc, gen_time, accredited from certificates
   where ticket > (select last_value - 10000 from log_queue_id_seq) and livemode
   order by psc, created_at desc`;

export async function readNewestTokens({
  query,
}: Pick<Database, 'query'>): Promise<DatabaseFacts['newestTokens']> {
  return (await query(NEWEST_TOKENS)).map((token) => ({
    provider: read.text(token, 'psc'),
    at: new Date(read.text(token, 'gen_time')),
    isAccredited: read.boolean(token, 'accredited'),
  }));
}

const ANCHORS = `
  select network, state, count(*) as count, max(signed_at) as last_at from anchors
   group by network, state order by network, state`;
