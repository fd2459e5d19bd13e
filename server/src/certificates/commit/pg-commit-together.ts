/** Group commit: concurrent certificates of one account and mode share one flush to disk. */

import type { Database, Query, Row } from '../../database/pool.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import { keepInHand } from '../journal/keep-in-hand.ts';
import type { LeavesInHand } from '../journal/leaves-in-hand.ts';
import { findAdopter, isAdoptedAlready } from '../pg-adopted.ts';
import { findExternalId, isExternalIdTaken } from '../pg-external-ids.ts';
import type { CommitOutcome, NewCertificate } from '../ports.ts';
import type { StorageRules } from '../stored-files.ts';
import {
  type Commit,
  commitStatement,
  isRefused,
  type KnownChains,
  noteChains,
  outcomesOf,
  sharedErasures,
  writeNotes,
} from './pg-commit.ts';
import { commitCarefully } from './pg-commit-carefully.ts';
import { assertRoomForTests } from './pg-test-room.ts';

type Commits = readonly [Commit, ...Commit[]];

/**
 * How many certificates must be ready for each one that is still being stamped, before a commit starts. Half of the
 * time of a small commit goes into preparing its statement, whatever the number of rows, so it pays to wait for the
 * others. In measurements, this number gave the lowest cost and the shortest waits. A certificate that is alone does
 * not wait.
 */
const READY_PER_COMING = 2;
/**
 * The longest wait. A provider may take a second for a stamp, and nobody should wait that long for the certificate of
 * another.
 */
const GATHER_MS = 20;

/**
 * Makes the function that commits. Each commit takes the next number of its account and blocks the others until it is
 * on disk. Certificates that wait meanwhile share the next commit, which writes all of them or none.
 */
export function makeCommit(
  database: Database,
  owner: () => number,
  rules: StorageRules,
  coming: Coming,
  leavesInHand: LeavesInHand,
): (commit: Commit) => Promise<CommitOutcome> {
  const chains: KnownChains = new Set();
  const writeAll = async (commits: Commits): Promise<CommitOutcome[]> => {
    const rows = await write(database, owner(), rules, commits, chains);
    keepInHand(leavesInHand, commits, rows);
    const outcomes = outcomesOf(commits, rows);
    noteChains(
      chains,
      commits.filter((_, i) => outcomes[i] === 'written'),
    );
    return outcomes;
  };
  const tryToWrite = async (one: Commit): Promise<CommitOutcome> => {
    try {
      return (await writeAll([one]))[0] ?? 'lost';
    } catch (error) {
      if (!isRefused(error)) throw error;
      return commitCarefully(database, owner(), rules, one);
    }
  };
  const writeOne = async (one: Commit): Promise<CommitOutcome> => {
    try {
      return await tryToWrite(one);
    } catch (error) {
      // The conflicting request may have been abandoned meanwhile.
      return (await conflictWith(database, one.made, error)) ?? writeOne(one);
    }
  };
  return batchWhileBusy<Commit, CommitOutcome>(
    ({ made }) => laneOf({ accountId: made.accountId, livemode: made.certificate.livemode }),
    writeOne,
    async (commits) => {
      try {
        const outcomes = await writeAll(commits);
        // What is left of the allowance was not enough for all of them together, but may be enough for some.
        return commits.map(async (one, i) =>
          outcomes[i] === 'allowance_exhausted' ? writeOne(one) : (outcomes[i] ?? 'lost'),
        );
      } catch (error) {
        // One certificate that cannot be written must not fail the others, so each is tried separately. An AppError
        // fails all of them, because then the database is down.
        if (error instanceof AppError && error.code !== 'storage_full') throw error;
        return commits.map(writeOne);
      }
    },
    {
      mostMs: GATHER_MS,
      isEnough: (lane, ready) => ready >= READY_PER_COMING * coming.count(lane),
    },
  );
}

/** Finds the certificate that conflicted with this one. Undefined if it is gone; any other error is thrown again. */
async function conflictWith(
  database: Database,
  { accountId, certificate, adoptedToken }: NewCertificate,
  error: unknown,
): Promise<CommitOutcome | undefined> {
  const { livemode, externalId } = certificate;
  if (isExternalIdTaken(error) && externalId !== undefined) {
    const takenBy = await findExternalId(database, accountId, { livemode, externalId });
    return takenBy && { takenBy };
  }
  if (!isAdoptedAlready(error) || adoptedToken === undefined) throw error;
  const adoptedBy = await findAdopter(database, accountId, livemode, adoptedToken);
  return adoptedBy && { adoptedBy };
}

/** Certificates that are being stamped, and will be committed next. */
type Coming = { announce(owner: Owner): () => void; count(lane: string): number };

export function makeComing(): Coming {
  const counts = new Map<string, number>();
  const add = (lane: string, change: 1 | -1) => {
    const count = (counts.get(lane) ?? 0) + change;
    if (count === 0) counts.delete(lane);
    else counts.set(lane, count);
  };
  return {
    announce(owner) {
      const lane = laneOf(owner);
      add(lane, 1);
      return () => add(lane, -1);
    },
    count: (lane) => counts.get(lane) ?? 0,
  };
}

function laneOf({ accountId, livemode }: Owner): string {
  return `${accountId} ${livemode}`;
}

async function write(
  database: Database,
  owner: number,
  rules: StorageRules,
  commits: Commits,
  chains: KnownChains,
): Promise<Row[]> {
  const { name, text, params } = commitStatement(commits, owner, rules, sharedErasures(commits), chains);
  const tests = commits.filter(({ made, isPrepaid }) => !made.certificate.livemode && !isPrepaid);
  const isAlone = tests.length === 0 && commits.every(({ made }) => made.note === undefined);
  if (isAlone) return database.query(text, params, name);
  return database.transaction(async (query) => {
    if (tests.length > 0) await makeRoomForTests(query, rules, tests);
    const rows = await query(text, params, name);
    await writeNotes(query, commits, outcomesOf(commits, rows));
    return rows;
  });
}

/**
 * Checks the cap of test certificates. Locks as `begin` and a commit do: first the claims to idempotency keys, then
 * the counter.
 */
async function makeRoomForTests(query: Query, rules: StorageRules, tests: readonly Commit[]): Promise<void> {
  const { accountId } = (tests[0] as Commit).made;
  const claims = tests.flatMap(({ idempotent }) => idempotent ?? []);
  if (claims.length > 0)
    await query(
      `select from idempotency_keys where account_id = $1
          and (operation, key) in (select * from unnest($2::text[], $3::text[])) order by operation, key for update`,
      [accountId, claims.map(({ operation }) => operation), claims.map(({ key }) => key)],
      'lock-claims',
    );
  await assertRoomForTests(query, rules, accountId, tests.length);
}
