/**
 * Tells a database that is slow from one that is gone without a word: a cable pulled, a firewall, a machine that
 * lost power. No connection breaks then, and a statement would wait for its whole time limit.
 */

import pg from 'pg';

export type SilenceWatch = {
  /** Rejects at once while the database is known to be gone. */
  track<T>(statement: () => Promise<T>): Promise<T>;
};

/** When nothing at all has come back for this long while something is awaited, the database is asked to answer. */
const SILENCE_MS = 350;
const LOOK_EVERY_MS = 100;
/** Between two questions whether it is back. */
const ASK_AGAIN_MS = 300;

/** `isThere` opens a connection of its own, within a time; `hangUp` ends those that nobody answers on. */
export function watchSilence(isThere: () => Promise<boolean>, hangUp: () => void): SilenceWatch {
  let awaited = 0;
  let heardAt = 0;
  let wasAnswered = true;
  let isGone = false;
  let looking: NodeJS.Timeout | undefined;
  let isAsking = false;

  const look = async () => {
    if (isGone || isAsking || performance.now() - heardAt < SILENCE_MS) return;
    isAsking = true;
    const askedAt = performance.now();
    const answered = await isThere();
    isAsking = false;
    // Whatever was heard meanwhile counts as well: this process may have been too busy to listen.
    if (answered) hear(true);
    else if (heardAt < askedAt && awaited > 0) giveUp();
  };
  const hear = (isAnswer: boolean) => {
    wasAnswered = isAnswer;
    if (isAnswer) heardAt = performance.now();
  };
  const giveUp = () => {
    isGone = true;
    hangUp();
    void askUntilBack();
  };
  const askUntilBack = async () => {
    while (isGone) {
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS).unref());
      isGone = !(await isThere());
    }
  };

  return {
    async track(statement) {
      if (isGone) throw Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });
      if (awaited === 0) {
        // After one that got no answer the silence goes on.
        if (wasAnswered) heardAt = performance.now();
        looking = setInterval(look, LOOK_EVERY_MS).unref();
      }
      awaited += 1;
      try {
        const answer = await statement();
        hear(true);
        return answer;
      } catch (error) {
        // A refusal is an answer too; a connection that was lost, or could not be had, is none.
        hear(error instanceof pg.DatabaseError);
        throw error;
      } finally {
        awaited -= 1;
        if (awaited === 0) clearInterval(looking);
      }
    },
  };
}

/** Ends a connection without a farewell, which nobody would answer; what waits on it rejects. */
export function hangUp(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
