/**
 * Tells a round of anchoring whether a draw waits for a block. On some chains, a block is made only when we send a
 * transaction.
 */

import type { ChainDriver } from '../../anchoring/chain-driver.ts';
import { type FollowPorts, followDraws } from './follow-draws.ts';

/** Never rejects, because a fault in draws must not stop the anchoring of certificates. */
export async function isBlockWanted(
  ports: FollowPorts,
  driver: ChainDriver,
  modes: readonly boolean[],
): Promise<boolean> {
  try {
    const isWaiting = await followDraws(ports, driver, modes);
    return isWaiting && driver.trust === 'operator';
  } catch (error) {
    ports.logger.warn('draws.not_followed', { network: driver.network, error });
    return false;
  }
}
