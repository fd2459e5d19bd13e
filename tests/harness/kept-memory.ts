import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Memory that is still in use after collecting garbage. Without a collection, the amount would depend on when garbage
 * was last collected.
 */
export function keptMemory() {
  collectGarbage();
  return process.memoryUsage();
}

const MOST_PASSES = 3;

/**
 * The fewest bytes that a run of `work` leaves behind. A leak grows with every run. Compiled code, and memory that
 * earlier files and the engine free late, count in one run only. Ends after the first run that leaves less than
 * `enough`.
 */
export async function leastGrowth(work: () => Promise<void>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_PASSES && least >= enough; pass += 1) {
    const before = await settledBytes();
    await work();
    least = Math.min(least, (await settledBytes()) - before);
  }
  return least;
}

const NEARLY_THE_SAME = 1024 * 1024;
const MOST_LOOKS = 25;

/**
 * Collects until nothing more is freed: a buffer is freed some turns of the event loop after its collection, and a
 * buffer that depends on it after that. After a single collection, two hundred megabytes were still counted.
 */
async function settledBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0, still = 0; look < MOST_LOOKS && still < 2; look += 1) {
    const { heapUsed, external } = keptMemory();
    const bytes = heapUsed + external;
    still = bytes < least - NEARLY_THE_SAME ? 0 : still + 1;
    least = Math.min(least, bytes);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  }
  return least;
}
