import { PscFailure } from '../psc-failure.ts';

/**
 * For providers that keep what they sold under an id of ours. When an order ended without our learning how,
 * what it may have bought is looked for before another is placed; another one only where the connection was
 * lost, for a provider that is failing should not be sent everything twice.
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
