/**
 * Notices writes that wait for a standby which does not answer. PostgreSQL waits without end, and no time limit ends
 * that wait. Cancelling it would show other sessions data that may be lost. So the write goes on, and only its caller
 * stops waiting.
 */

import { NoAnswerYet } from '../outcome.ts';

export type StuckCommits = {
  /**
   * Settles as `answer` does, or rejects with `NoAnswerYet` if the write is stuck. `onGivenUp` is called then: the
   * connection stays busy until `answer` settles.
   */
  watch<T>(pid: number, answer: Promise<T>, onGivenUp: () => void): Promise<T>;
  /**
   * Throws if a commit is stuck. Every later commit would be stuck too, because the standby confirms the log in
   * order.
   */
  assertNone(): void;
  isAnyStuck(): boolean;
};

/** Which of these sessions wait for a standby, or for a session that does; `wait` identifies the wait. */
export type AskStuck = (pids: readonly number[]) => Promise<Map<number, string>>;

/** After this long, the server is asked about the write. */
const SLOW_MS = 400;
const LOOK_EVERY_MS = 200;
/** The longest pause between such questions while the database is merely busy: each question costs a connection. */
const LONGEST_PAUSE_MS = 2_000;
/** If one wait for a standby has lasted this long, it will not end in time. */
const STUCK_MS = 700;

type Write = {
  pid: number;
  sentAt: number;
  /** The wait in which the write was last seen, and since when. */
  wait: string | undefined;
  waitsSince: number;
  giveUp(why: string): void;
};

/** Makes the watch. Nobody waits longer than `longestMs` for an answer, whatever the reason; 0 means no limit. */
export function watchCommits(ask: AskStuck, longestMs: number): StuckCommits {
  const writes = new Set<Write>();
  const stuck = new Set<Write>();
  let [looking, isAsking]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  let [pauseMs, askAgainAt] = [LOOK_EVERY_MS, 0];

  const look = async () => {
    const now = performance.now();
    const slow = [...writes].filter(({ sentAt }) => now - sentAt >= SLOW_MS);
    for (const write of slow) {
      if (longestMs > 0 && now - write.sentAt >= longestMs)
        write.giveUp('The database did not answer in time');
    }
    if (slow.length === 0 || isAsking || now < askAgainAt) return;
    isAsking = true;
    // A database that does not answer is handled elsewhere (`silence.ts`).
    const waits = await ask(slow.map(({ pid }) => pid)).catch(() => undefined);
    isAsking = false;
    pauseMs = waits?.size === 0 ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : LOOK_EVERY_MS;
    askAgainAt = performance.now() + pauseMs;
    if (waits !== undefined) for (const write of slow) judge(write, waits.get(write.pid));
  };
  const judge = (write: Write, wait: string | undefined) => {
    const now = performance.now();
    if (wait === undefined || wait !== write.wait) {
      write.wait = wait;
      write.waitsSince = now;
    }
    const isStuck = wait !== undefined && now - write.waitsSince >= STUCK_MS;
    if (!isStuck || !writes.has(write)) return void stuck.delete(write);
    stuck.add(write);
    write.giveUp('The standby of the database does not confirm');
  };
  const end = (write: Write) => {
    writes.delete(write);
    stuck.delete(write);
    if (writes.size === 0) clearInterval(looking);
  };

  return {
    watch(pid, answer, onGivenUp) {
      const givenUp = Promise.withResolvers<never>();
      const write = makeWrite(pid, (why) => {
        givenUp.reject(new NoAnswerYet(why));
        onGivenUp();
      });
      if (writes.size === 0) {
        looking = setInterval(look, LOOK_EVERY_MS).unref();
        [pauseMs, askAgainAt] = [LOOK_EVERY_MS, 0];
      }
      writes.add(write);
      void answer.catch(() => {}).then(() => end(write));
      return Promise.race([answer, givenUp.promise]);
    },
    isAnyStuck: () => stuck.size > 0,
    assertNone() {
      if (stuck.size > 0) throw new NoAnswerYet('The standby of the database does not confirm');
    },
  };
}

function makeWrite(pid: number, onGivenUp: (why: string) => void): Write {
  let isGivenUp = false;
  return {
    pid,
    sentAt: performance.now(),
    wait: undefined,
    waitsSince: 0,
    giveUp(why) {
      if (!isGivenUp) onGivenUp(why);
      isGivenUp = true;
    },
  };
}
