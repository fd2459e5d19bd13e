/**
 * Tells a slow database from one that vanished without a sign: a pulled cable, a firewall, a machine that lost power.
 * No connection breaks in that case, and a statement would wait for its full timeout.
 */

import pg from 'pg';

export type SilenceWatch = {
  /** Runs the statement and watches for its answer. Rejects at once while the database is known to be gone. */
  track<T>(statement: () => Promise<T>): Promise<T>;
  /**
   * Watches the opening of a connection. An idle connection that was already open says nothing about the database, so
   * getting one does not count as a response.
   */
  trackOpening<T>(open: () => Promise<T>): Promise<T>;
  /** Must be called when another part of the process got a response. */
  hear(): void;
};

/** If pending statements get no response at all for this long, the database is probed. */
const SILENCE_MS = 350;
const LOOK_EVERY_MS = 100;
/** The pause between probes while the database is gone. */
const ASK_AGAIN_MS = 300;

/** `isReachable` probes on a new connection, with a time limit; `hangUp` drops the connections that went silent. */
export function watchSilence(isReachable: () => Promise<boolean>, hangUp: () => void): SilenceWatch {
  let [awaited, heardAt] = [0, 0];
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
    // Responses that arrived during the probe count too: this process may have been too busy to read them earlier.
    if (answered) hear();
    else if (heardAt < askedAt && awaited > 0) giveUp();
  };
  const hear = () => {
    wasAnswered = true;
    heardAt = performance.now();
  };
  const giveUp = () => {
    isGone = true;
    hangUp();
    askUntilBack(isReachable, () => {
      isGone = false;
      hear();
    });
  };

  const trackOpening: SilenceWatch['trackOpening'] = async (open) => {
    if (isGone) throw Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' });
    if (awaited === 0) {
      // If the last statement got no response, the silence continues.
      if (wasAnswered) heardAt = performance.now();
      looking = setInterval(look, LOOK_EVERY_MS).unref();
    }
    awaited += 1;
    try {
      return await open();
    } catch (error) {
      // An error from the database is a response too; a connection that was lost or never opened is not.
      if (error instanceof pg.DatabaseError) hear();
      else wasAnswered = false;
      throw error;
    } finally {
      awaited -= 1;
      if (awaited === 0) clearInterval(looking);
    }
  };
  return {
    hear,
    trackOpening,
    async track(statement) {
      const answer = await trackOpening(statement);
      hear();
      return answer;
    },
  };
}

/**
 * Probes again and again until the database is back. Probes overlap, so that a server that answers nothing does not
 * delay the answer of another.
 */
function askUntilBack(isReachable: () => Promise<boolean>, onBack: () => void): void {
  const asking = setInterval(async () => {
    if (!(await isReachable())) return;
    clearInterval(asking);
    onBack();
  }, ASK_AGAIN_MS).unref();
}

/** Drops a connection without the closing handshake, which nobody would answer; its pending queries reject. */
export function hangUp(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/**
 * Waits for `answer`, which comes on this connection. If it takes longer than the limit, the connection is hung up,
 * and so `answer` rejects.
 */
export async function orHangUp<T>(client: pg.ClientBase, limitMs: number, answer: Promise<T>): Promise<T> {
  const limit = setTimeout(() => hangUp(client), limitMs).unref();
  try {
    return await answer;
  } finally {
    clearTimeout(limit);
  }
}
