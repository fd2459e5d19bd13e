/**
 * Pauses for work that would otherwise use the whole machine. A lower process priority is not enough: the database does
 * not see it, and Linux compares priorities only within one terminal or service (sched_autogroup).
 */

/** Call it between portions of the work: it pauses if the last pause was long enough ago. */
export type TakeBreak = () => Promise<void>;

type Clock = { elapsedMs(): number; sleep(ms: number): Promise<unknown> };

/** Short enough that a caller who arrives during a portion hardly waits. */
const PORTION_MS = 10;
/** The length of the pauses relative to the work: with 4, a fifth of the time is work. */
const REST_PER_WORK = 4;
const LOOK_EVERY_MS = 1_000;
/** Work that ends this soon needs no pauses. */
const FREE_MS = 100;

/**
 * Makes a `TakeBreak` that pauses only while another process uses the database. Whether one does is looked up once a
 * second.
 */
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
