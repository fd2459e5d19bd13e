import { PscFailure } from '../psc-failure.ts';

/**
 * Orders a stamp from a provider that stores each stamp under our id. If the outcome of an order is unknown, it looks
 * for the stamp that the order may have bought. It orders again only after a lost connection: a failing provider
 * should not receive every order twice.
 */
export async function buyOnce<T>(order: () => Promise<T>, recover: () => Promise<T | undefined>): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof PscFailure) || !error.isOutcomeUnknown || error.failureClass === 'timeout')
      throw error;
    const bought = await recover();
    if (bought !== undefined) return bought;
    if (error.failureClass !== 'unreachable') throw error;
    return order();
  }
}
