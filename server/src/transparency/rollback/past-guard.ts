/**
 * Protects against a database that is older than what its log has signed. Such a database lacks a part of the history.
 * As long as it does, nothing is signed, so that no other history replaces that part; nothing is certified; and nothing
 * is deleted merely because the database does not know it.
 */

import type { TreeHead } from '@sello/proof';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { AppError, type Text } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { MerkleLogStore } from '../ports.ts';
import { comparePast, compareSizes, describeLostPast, type LostPast } from './compare-past.ts';
import { type KeptCheckpoint, readKept } from './kept-checkpoint.ts';

export type PastGuard = {
  /** What the last comparison in this process found; undefined if nothing is lost. The call itself reads nothing. */
  lost(): LostPast | undefined;
  /** Compares the database with the kept checkpoint now. Rejects if the file store or the database cannot be read. */
  check(): Promise<LostPast | undefined>;
  /** Throws `PastLost` unless the log, which has this size and root, still contains everything that was signed. */
  assertContinues(state: TreeHead): Promise<void>;
  /**
   * Notes that this process has signed a checkpoint. From now on a database without that checkpoint counts as rolled
   * back.
   */
  remember(signed: KeptCheckpoint): void;
};

export class PastLost extends Error {
  readonly lost: LostPast;

  constructor(lost: LostPast) {
    super(`Nothing is signed: ${describeLostPast(lost)}. See sello fsck, and sello recover`);
    this.name = 'PastLost';
    this.lost = lost;
  }
}

type GuardPorts = {
  kept: Pick<KeptObjects, 'read'>;
  merkleLog: Pick<MerkleLogStore, 'origin' | 'latestCheckpoint' | 'checkpointAt'>;
  logger: Logger;
};

export function makePastGuard({ kept, merkleLog, logger }: GuardPorts): PastGuard {
  let newest: KeptCheckpoint | undefined;
  let found: LostPast | undefined;
  let hasRead = false;
  const remember = (signed: KeptCheckpoint) => {
    if (newest === undefined || signed.size > newest.size) newest = signed;
  };
  /** The newer of two checkpoints: the kept one, and the one that this process knows. */
  const read = async () => {
    const there = await readKept(kept);
    hasRead = true;
    if (there === 'unreadable') return there;
    if (there !== undefined) remember(there);
    return newest;
  };
  const tell = (lost: LostPast | undefined) => {
    if (lost !== undefined && found?.kind !== lost.kind)
      logger.error('log.past_lost', { ...lost, message: describeLostPast(lost) });
    if (lost === undefined && found !== undefined) logger.info('log.past_found');
    found = lost;
    return lost;
  };
  return {
    lost: () => found,
    remember,

    async check() {
      const signed = await read();
      return tell(signed && (await comparePast(merkleLog, signed)));
    },

    async assertContinues(state) {
      // After the first read, a process continues with what it knows while the file store is unreachable, because
      // certificates wait for this.
      const signed = await read().catch((error) => {
        if (hasRead) return newest;
        throw error;
      });
      if (signed === undefined) return;
      const lost =
        signed === 'unreadable'
          ? ({ kind: 'unreadable' } as const)
          : await compareSizes(signed, state, async (size) => (await merkleLog.checkpointAt(size))?.root);
      tell(lost);
      if (lost !== undefined) throw new PastLost(lost);
    },
  };
}

/** The message for callers, who can do nothing about it. */
const PAST_LOST: Text = {
  en: 'This service has lost part of its records and certifies nothing until its operator has put them back. Nothing was changed; please try again in {wait}.',
  es: 'Este servicio perdió parte de sus registros y no certifica nada hasta que su operador los recupere. No se cambió nada; intente de nuevo en {wait}.',
};

/** Throws the error that refuses a write if the database has lost a part of the history. */
export function refuseIfLost(guard: Pick<PastGuard, 'lost'>): void {
  const lost = guard.lost();
  if (lost === undefined) return;
  throw new AppError('storage_unavailable', PAST_LOST, { cause: new PastLost(lost), retryAfterSeconds: 60 });
}
