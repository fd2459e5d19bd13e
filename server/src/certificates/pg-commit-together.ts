/** Group commit: concurrent certificates of one account and mode share one flush to disk. */

import type { Database } from '../database/pool.ts';
import { AppError } from '../kernel/errors.ts';
import { batchWhileBusy } from '../kernel/pacing/batch-while-busy.ts';
import {
  COMMIT,
  type Commit,
  commitParams,
  isRefused,
  outcomesOf,
  sharedErasures,
  writeNotes,
} from './pg-commit.ts';
import { commitCarefully } from './pg-commit-carefully.ts';
import { findExternalId, isExternalIdTaken } from './pg-external-ids.ts';
import type { CommitOutcome } from './ports.ts';
import type { StorageRules } from './stored-files.ts';

type Commits = readonly [Commit, ...Commit[]];

/**
 * Each commit takes the next number of its account and blocks the others until it is on disk. Those that wait
 * in the meantime share the next flush: one transaction, all or none.
 */
export function makeCommit(
  database: Database,
  owner: () => number,
  rules: StorageRules,
): (commit: Commit) => Promise<CommitOutcome> {
  const tryToWrite = async (one: Commit): Promise<CommitOutcome> => {
    try {
      return (await write(database, owner(), rules, [one]))[0] ?? 'lost';
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
      // It may have been given up in between.
      return takenBy === undefined ? writeOne(one) : { takenBy };
    }
  };
  return batchWhileBusy<Commit, CommitOutcome>(
    ({ made }) => `${made.accountId} ${made.certificate.livemode}`,
    writeOne,
    async (commits) => {
      try {
        const outcomes = await write(database, owner(), rules, commits);
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
  );
}

async function write(
  database: Database,
  owner: number,
  rules: StorageRules,
  commits: Commits,
): Promise<CommitOutcome[]> {
  const params = commitParams(commits, owner, rules, sharedErasures(commits));
  if (commits.every(({ made }) => made.note === undefined)) {
    return outcomesOf(commits, await database.query('commit-certificates', COMMIT, params));
  }
  return database.transaction(async (query) => {
    const outcomes = outcomesOf(commits, await query(COMMIT, params, 'commit-certificates'));
    await writeNotes(query, commits, outcomes);
    return outcomes;
  });
}
