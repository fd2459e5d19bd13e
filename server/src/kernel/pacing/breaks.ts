/**
 * Breaks for work that would take all it can get. A lower priority is not enough: a database knows none, and Linux
 * compares priorities only within one terminal or service (sched_autogroup).
 */

/** Waits, if it is time to; called between portions of the work. */
export type TakeBreak = () => Promise<void>;

export type Clock = { elapsedMs(): number; sleep(ms: number): Promise<unknown> };

/** Short enough that a caller who comes meanwhile hardly waits. */
const PORTION_MS = 10;
/** So a fifth of the time is work. */
const REST_PER_WORK = 4;
const LOOK_EVERY_MS = 1_000;
/** What is done so soon needs no breaks. */
const FREE_MS = 100;

/** Only while somebody else is at work, which is looked up once a second. */
export function makeBreaks(isSomebodyAtWork: () => Promise<boolean>, clock: Clock): TakeBreak {
  let beganAt = clock.elapsedMs() + FREE_MS;
  let lookedAt = -Infinity;
  let isShared = false;
  return async () => {
    const workedMs = clock.elapsedMs() - beganAt;
    if (workedMs < PORTION_MS) return;
    if (clock.elapsedMs() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = clock.elapsedMs();
      isShared = await isSomebodyAtWork();
    }
    if (isShared) await clock.sleep(REST_PER_WORK * workedMs);
    beganAt = clock.elapsedMs();
  };
}
