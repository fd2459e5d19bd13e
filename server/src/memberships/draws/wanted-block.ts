/** The part of draws in a round of anchoring: whether a draw waits for a block that only a transaction of ours makes. */

import type { ChainDriver } from '../../anchoring/chain-driver.ts';
import { type FollowPorts, followDraws } from './follow-draws.ts';

/** Never rejects: a fault of a draw must not keep certificates from being anchored. */
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
