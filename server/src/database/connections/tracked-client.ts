/** A connection of the pool: it leads to one host, becomes ready in time or is hung up, and knows when that host was replaced. */

import type pg from 'pg';
import { assertPrimary, timelineOf } from './assert-primary.ts';
import { AttentiveClient } from './client.ts';
import { atHost, type Host, type Hosts } from './hosts.ts';
import { hangUp } from './silence.ts';

export type TrackedClient = AttentiveClient & {
  /** Rejects on a server that is not the primary. */
  becomeReady(): Promise<void>;
  /** Whether it leads to a server that was replaced or, while it is being opened, to one that is not the primary. */
  isOutdated(): boolean;
};

/** A class that the pool instantiates; `clients` holds those that are open or being opened. */
export function trackedClients(
  hosts: Hosts,
  clients: Set<TrackedClient>,
  connectMs: number,
): new (
  config: pg.ClientConfig,
) => TrackedClient {
  return class extends AttentiveClient {
    readonly #host: Host;
    /** The pool's own limit ends with the login: a server that froze right after it would be waited for without end. */
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
        // Without the closing handshake, which a server that froze would not answer.
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
