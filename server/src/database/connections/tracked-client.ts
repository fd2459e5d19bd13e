/**
 * A connection of the pool. It leads to one host, is hung up unless it becomes ready in time, and knows when its host
 * was replaced.
 */

import type pg from 'pg';
import { assertPrimary, timelineOf } from './assert-primary.ts';
import { AttentiveClient } from './client.ts';
import { atHost, type Host, type Hosts } from './hosts.ts';
import { hangUp } from './silence.ts';

export type TrackedClient = AttentiveClient & {
  /** Resolves once the connection can be used. Rejects on a server that is not the primary. */
  becomeReady(): Promise<void>;
  /** Whether its server was replaced or, while the connection is being opened, turned out not to be the primary. */
  isOutdated(): boolean;
};

/** Makes the class that the pool instantiates. `clients` holds those that are open or being opened. */
export function trackedClients(
  hosts: Hosts,
  clients: Set<TrackedClient>,
  connectMs: number,
): new (
  config: pg.ClientConfig,
) => TrackedClient {
  return class extends AttentiveClient {
    readonly #host: Host;
    /**
     * The pool's own time limit ends with the login. Without this timer, a server that froze right after the login
     * would be waited for without end.
     */
    readonly #readyInTime = setTimeout(() => hangUp(this), connectMs).unref();

    constructor(config: pg.ClientConfig) {
      const host = hosts.current();
      super(atHost(config, host));
      this.#host = host;
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }

    async becomeReady(): Promise<void> {
      try {
        if (hosts.asksForWriter) await assertPrimary(this, hosts, this.#host);
      } catch (error) {
        // Hangs up without the closing handshake, which a server that froze would not answer.
        hangUp(this);
        throw error;
      } finally {
        clearTimeout(this.#readyInTime);
      }
    }

    isOutdated(): boolean {
      const timeline = timelineOf(this);
      return timeline === undefined ? this.#host !== hosts.current() : hosts.isReplaced(timeline);
    }
  };
}
