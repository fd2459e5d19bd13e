/** A real chain's driver with scripted faults: the chain goes down, delays finality, or fails at one exact step. */

import type { ChainDriver } from '../../server/src/anchoring/chain-driver.ts';
import { ChainFailure } from '../../server/src/anchoring/chain-failure.ts';

export type ScriptedChain = ChainDriver & {
  /** While true, every call rejects. */
  isDown: boolean;
  /** While true, no block is final, whatever the chain reports. */
  isFinalityHeld: boolean;
};

export function scriptChain(driver: ChainDriver): ScriptedChain {
  const script = { isDown: false, isFinalityHeld: false };
  const guarded = Object.fromEntries(
    Object.entries(driver).map(([name, member]) => [name, name === 'close' ? member : guard(member, script)]),
  ) as ChainDriver;
  return Object.assign(script, guarded, {
    async isFinal(blockNumber: number, blockHash: Uint8Array) {
      const finality = await guarded.isFinal(blockNumber, blockHash);
      return finality === true && script.isFinalityHeld ? false : finality;
    },
    settledNonce: async () => (script.isFinalityHeld ? 0 : guarded.settledNonce()),
  });
}

export type BreakPoint = 'before' | 'after';

export class Broken extends Error {}

/** The same object, except that the method throws once: before or after it took effect. */
export function breakOnce<T extends object>(target: T, method: keyof T, when: BreakPoint): T {
  let isBroken = false;
  const call = target[method] as (...args: unknown[]) => Promise<unknown>;
  const breaking = async (...args: unknown[]) => {
    if (isBroken) return call.apply(target, args);
    isBroken = true;
    if (when === 'after') await call.apply(target, args);
    throw new Broken(`broken ${when} ${String(method)}`);
  };
  return { ...target, [method]: breaking };
}

function guard(member: unknown, script: { isDown: boolean }): unknown {
  if (typeof member !== 'function') return member;
  return async (...args: unknown[]) => {
    if (script.isDown) throw new ChainFailure('unreachable', 'the node cannot be reached');
    return member(...args);
  };
}
