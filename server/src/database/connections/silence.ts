/**
 * Tells a slow database from one that vanished silently: a pulled cable, a firewall, a machine that lost power. No
 * connection breaks then, and a statement would wait for its full timeout.
 */

import pg from 'pg';

export type SilenceWatch = {
  /** Rejects at once while the database is known to be gone. */
  track<T>(statement: () => Promise<T>): Promise<T>;
};

/** If pending statements get no response at all for this long, the database is probed. */
const SILENCE_MS = 350;
const LOOK_EVERY_MS = 100;
/** Pause between probes while it is gone. */
const ASK_AGAIN_MS = 300;

/** `isReachable` probes on a new connection, with a time limit; `hangUp` drops the connections that went silent. */
export function watchSilence(isReachable: () => Promise<boolean>, hangUp: () => void): SilenceWatch {
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
    const answered = await isReachable();
    isAsking = false;
    // Responses received meanwhile count too: this process may have been too busy to read them.
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
      isGone = !(await isReachable());
    }
  };

  return {
    async track(statement) {
      if (isGone) throw Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });
      if (awaited === 0) {
        // If the last statement got no response, the silence continues.
        if (wasAnswered) heardAt = performance.now();
        looking = setInterval(look, LOOK_EVERY_MS).unref();
      }
      awaited += 1;
      try {
        const answer = await statement();
        hear(true);
        return answer;
      } catch (error) {
        // An error from the database is a response too; a connection that was lost or never opened is not.
        hear(error instanceof pg.DatabaseError);
        throw error;
      } finally {
        awaited -= 1;
        if (awaited === 0) clearInterval(looking);
      }
    },
  };
}

/** Drops a connection without the closing handshake, which nobody would answer; its pending queries reject. */
export function hangUp(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
