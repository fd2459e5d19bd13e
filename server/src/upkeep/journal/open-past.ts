/** Guards the log's history while a server runs, and stops a rolled-back database from doing harm. */

import type { CertificatePorts } from '../../certificates/open-certificates.ts';
import type { BlobInventory } from '../../files/ports.ts';
import type { OnClose } from '../../kernel/closing.ts';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import {
  makePastGuard,
  type PastGuard,
  PastLost,
  refuseIfLost,
} from '../../transparency/rollback/past-guard.ts';
import type { TransparencySettings } from '../../transparency/settings.ts';
import { makeTileMover, type TileMover } from '../../transparency/tiles/tile-mover.ts';
import { type KeepPastPorts, makePastKeeper, type PastKeeper } from './keep-past.ts';

export type Past = {
  pastGuard: PastGuard;
  pastKeeper: PastKeeper;
  /** The mover of tiles. Undefined if the log keeps its tiles in the database. */
  tileMover: TileMover | undefined;
};

/**
 * How often the database is compared with what was signed. After a failover, a running server may be on another
 * database at any moment.
 */
const CHECK_EVERY_MS = 5_000;

/**
 * Opens the guard. It compares the database once before anything else is done with it, and then at regular intervals.
 */
export async function openPast(
  ports: Omit<KeepPastPorts, 'pastGuard'>,
  { journalDays, logTiles }: { journalDays: number } & Pick<TransparencySettings, 'logTiles'>,
  onClose: OnClose,
): Promise<Past> {
  const pastGuard = makePastGuard(ports);
  let isFailing = false;
  const check = async () => {
    try {
      await pastGuard.check();
      isFailing = false;
    } catch (error) {
      if (!isFailing) ports.logger.warn('log.past_not_checked', { error });
      isFailing = true;
    }
  };
  await check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();
  onClose.push(async () => clearInterval(timer));
  const guarded = { ...ports, pastGuard, crypto: nodeCryptoEngine };
  return {
    pastGuard,
    pastKeeper: makePastKeeper(guarded, journalDays > 0),
    tileMover: logTiles === 'files' ? makeTileMover(guarded) : undefined,
  };
}

type Guarded = Pick<CertificatePorts, 'certificates' | 'batches'> & {
  inventory: Pick<BlobInventory, 'remove'>;
};

/**
 * Puts the guard in front of stores: while a part of the history is lost, nothing is certified, and no file is
 * removed for anybody. Whether it is lost is known in advance, so certifying costs nothing extra.
 */
export function guardedBy<P extends Guarded>(pastGuard: PastGuard, ports: P): P {
  const { certificates, batches, inventory } = ports;
  const unlessLost =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      refuseIfLost(pastGuard);
      return work(...args);
    };
  return {
    ...ports,
    certificates: {
      ...certificates,
      begin: unlessLost(certificates.begin),
      commit: unlessLost(certificates.commit),
    },
    batches: {
      ...batches,
      create: unlessLost(batches.create),
      retry: unlessLost(batches.retry),
      take: async (now: Date) => (pastGuard.lost() === undefined ? batches.take(now) : undefined),
      write: unlessLost(batches.write),
    },
    inventory: {
      ...inventory,
      remove: async (...args: Parameters<BlobInventory['remove']>) => {
        const lost = pastGuard.lost();
        if (lost !== undefined) throw new PastLost(lost);
        return inventory.remove(...args);
      },
    },
  };
}
