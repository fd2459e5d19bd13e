/** One connection outside the pool, reopened whenever it ends. */

import type pg from 'pg';
import { hangUp } from './silence.ts';

export type KeptConnection<Client extends pg.Client> = {
  /** The latest client; its queries reject while the connection is lost. */
  client(): Client;
  /** Hangs up, and resolves once the connection counts as lost. It is then reopened as after any other loss. */
  drop(client: Client): Promise<void>;
  /** Reconnects at once if the connection is lost. It is for callers that learned that the database is back. */
  retry(): void;
  close(): Promise<void>;
};

type Listeners = { onLost(): void; onRegained(): void };

/** The closing handshake gets no longer than this, because a database that is gone does not answer it. */
const CLOSE_TIMEOUT_MS = 1_000;
const LONGEST_WAIT_MS = 2_000;

/** Rejects if the first connection cannot be opened. */
export async function keepConnected<Client extends pg.Client>(
  open: () => Promise<Client>,
  { onLost, onRegained }: Listeners,
): Promise<KeptConnection<Client>> {
  let closed = false;
  let retry = () => {};
  const ended = new WeakSet<Client>();
  let client = await hold();

  async function hold(): Promise<Client> {
    const fresh = await open();
    fresh.once('end', () => {
      ended.add(fresh);
      if (!closed) void regain();
    });
    return fresh;
  }

  async function regain(): Promise<void> {
    onLost();
    for (let waitMs = 100; !closed; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      await new Promise<void>((resolve) => {
        retry = resolve;
        setTimeout(resolve, waitMs);
      });
      if (closed) return;
      try {
        client = await hold();
        // `close` was called while this connection was being opened. Left open, it would keep the process running.
        if (closed) return hangUp(client);
        onRegained();
        return;
      } catch {
        // The database is still gone; the next round tries again.
      }
    }
  }

  return {
    client: () => client,
    retry: () => retry(),
    async drop(dropped) {
      if (ended.has(dropped)) return;
      const gone = new Promise((resolve) => dropped.once('end', resolve));
      hangUp(dropped);
      await gone;
    },
    async close() {
      closed = true;
      const unanswered = setTimeout(() => hangUp(client), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => {});
      clearTimeout(unanswered);
    },
  };
}
