/** Group commit: concurrent certificates of one account and mode share one flush to disk. */

import type { Database, Row } from '../../database/pool.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import { keepInHand } from '../journal/keep-in-hand.ts';
import type { LeavesInHand } from '../journal/leaves-in-hand.ts';
import { findExternalId, isExternalIdTaken } from '../pg-external-ids.ts';
import type { CommitOutcome } from '../ports.ts';
import type { StorageRules } from '../stored-files.ts';
import {
  type Commit,
  commitStatement,
  isRefused,
  outcomesOf,
  sharedErasures,
  writeNotes,
} from './pg-commit.ts';
import { commitCarefully } from './pg-commit-carefully.ts';

type Commits = readonly [Commit, ...Commit[]];

/**
 * Half of the time of a small commit is PostgreSQL making its statement ready, whatever the number of rows. So a commit
 * waits for certificates still being stamped while these number more than half of the ready ones; measured, this gave
 * the lowest cost and the shortest waits. Alone, nobody waits.
 */
const READY_PER_COMING = 2;
/** A provider may take a second for a stamp; nobody waits that long for another's certificate. */
const GATHER_MS = 20;

/**
 * Each commit takes the next number of its account and blocks the others until it is on disk. Those that wait
 * in the meantime share the next flush: one transaction, all or none.
 */
export function makeCommit(
  database: Database,
  owner: () => number,
  rules: StorageRules,
  coming: Coming,
  leavesInHand: LeavesInHand,
): (commit: Commit) => Promise<CommitOutcome> {
  const writeAll = async (commits: Commits): Promise<CommitOutcome[]> => {
    const rows = await write(database, owner(), rules, commits);
    keepInHand(leavesInHand, commits, rows);
    return outcomesOf(commits, rows);
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
      const { accountId, certificate } = one.made;
      const { livemode, externalId } = certificate;
      if (!isExternalIdTaken(error) || externalId === undefined) throw error;
      const takenBy = await findExternalId(database, accountId, { livemode, externalId });
      // The request may have been abandoned in between.
      return takenBy === undefined ? writeOne(one) : { takenBy };
    }
  };
  return batchWhileBusy<Commit, CommitOutcome>(
    ({ made }) => laneOf({ accountId: made.accountId, livemode: made.certificate.livemode }),
    writeOne,
    async (commits) => {
      try {
        const outcomes = await writeAll(commits);
        // The allowance left was not enough for all of them together, but may be for some.
        return commits.map(async (one, i) =>
          outcomes[i] === 'allowance_exhausted' ? writeOne(one) : (outcomes[i] ?? 'lost'),
        );
      } catch (error) {
        // One commit that cannot be written must not fail the others. An AppError (database down) fails them all.
        if (error instanceof AppError) throw error;
        return commits.map(writeOne);
      }
    },
    {
      mostMs: GATHER_MS,
      isEnough: (lane, ready) => ready >= READY_PER_COMING * coming.count(lane),
    },
  );
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
): Promise<Row[]> {
  const { name, text, params } = commitStatement(commits, owner, rules, sharedErasures(commits));
  if (commits.every(({ made }) => made.note === undefined)) return database.query(text, params, name);
  return database.transaction(async (query) => {
    const rows = await query(text, params, name);
    await writeNotes(query, commits, outcomesOf(commits, rows));
    return rows;
  });
}
