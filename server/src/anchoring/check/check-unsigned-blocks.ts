/**
 * Finds anchors on the embedded chain, in blocks newer than the database, of roots that the database never signed.
 */

import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import type { Database } from '../../database/pool.ts';
import { REMEDY } from '../../transparency/check/check-rollback.ts';
import { makeSignedRoots } from '../account/pg-account.ts';
import { findUnsigned } from '../account/unsigned-anchors.ts';
import type { EmbeddedBlocks } from '../embedded-chain/read-blocks.ts';
import { lastAnchoredBlock } from './pg-read-anchors.ts';

type Needs = {
  blocks: EmbeddedBlocks;
  /** The current database, not a snapshot, because servers may anchor during the check. */
  database: Database;
};

export const checkUnsignedBlocks: Check<Needs> = {
  name: 'anchoring: unsigned roots on the embedded chain',
  async *find({ blocks, database }) {
    const report = await blocks.read();
    if (report === undefined) return;
    const later = report.transactionsAfter(await lastAnchoredBlock(database, blocks.network));
    for (const { blockNumber, blockTime, isBeforeRestore } of await findUnsigned(
      makeSignedRoots(database),
      later,
    )) {
      const where = `block ${blockNumber} of the embedded chain`;
      const told = `It anchors a checkpoint, on ${blockTime.toISOString()}, that this database has not signed`;
      // A backup copies the chain after the rows, so in a busy server's backup the chain is a moment ahead of the rows.
      if (isBeforeRestore) {
        const message = `${told}: it dates from before the operator restored this state.`;
        yield { level: 'note', code: 'past_before_restore', where, message };
      } else
        yield problem('past_lost', where, `${told}: it is of a later time than this database. ${REMEDY}`);
    }
  },
};
