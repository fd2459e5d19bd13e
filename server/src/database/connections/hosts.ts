/**
 * Knows which of several database servers new connections go to: the one that was found to take writes.
 *
 * A primary that froze or was cut off, and is back, still takes itself for the primary. Every promotion begins a new
 * timeline with a higher number. So a server whose timeline is lower than the highest one seen was replaced.
 */

import type pg from 'pg';
import { type DatabaseAddress, namesWriter, urlOfEachHost } from '../address.ts';

/** A host; `options` are the session's options as the operator's address gives them. */
export type Host = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'options'
>;

/** The cluster (its identifier) and the timeline (since its last promotion) that a server writes. */
export type Timeline = { system: string; number: number };

export type Hosts = {
  count: number;
  all: readonly Host[];
  /** The host to try next. */
  current(): Host;
  /**
   * `tried` could not be reached, or takes no writes: the next host is tried. No effect if another caller already moved
   * on.
   */
  leave(tried: Host): void;
  /** Makes this the host to try next. */
  prefer(host: Host): void;
  /**
   * Records the timeline of a primary, and returns whether no later one was seen. If it is the latest so far, its
   * host becomes the one to try next.
   */
  isLatest(timeline: Timeline, host: Host): boolean;
  /** Whether a later primary was seen. */
  isReplaced(timeline: Timeline): boolean;
  /** How many later primaries were seen. Commits that no standby confirmed before the latest promotion may be lost. */
  promotions(): number;
  /** Calls back whenever a later primary is seen, until the returned function is called. */
  onLater(listener: () => void): () => void;
  /**
   * Whether each new connection asks its server if it takes writes. With one host this is false, because the server
   * that answers is the primary.
   */
  asksForWriter: boolean;
  /** Whether the session number that a client receives is the server's own. A pooler makes one up. */
  tellsSessions: boolean;
};

/**
 * The hosts of each address. Pool, presence and probes use the same object, so that each knows what another has found
 * out.
 */
const known = new WeakMap<DatabaseAddress, Hosts>();

export function hostsOf(address: DatabaseAddress): Hosts {
  const hosts = known.get(address) ?? makeHosts(address);
  known.set(address, hosts);
  return hosts;
}

function makeHosts(address: DatabaseAddress): Hosts {
  const all: Host[] = 'url' in address ? urlOfEachHost(address.url).map(toHost) : [address];
  let at = 0;
  const current = () => all[at % all.length] as Host;
  const prefer = (host: Host) => {
    at = all.indexOf(host);
  };
  return {
    count: all.length,
    all,
    current,
    leave(tried) {
      if (tried === current()) at += 1;
    },
    prefer,
    ...makeMemory(prefer),
    tellsSessions: true,
    asksForWriter: all.length > 1 || ('url' in address && namesWriter(address.url)),
  };
}

/**
 * Remembers the latest primary. A database with another identifier was created anew, so its timelines start again.
 */
function makeMemory(
  prefer: Hosts['prefer'],
): Pick<Hosts, 'isLatest' | 'isReplaced' | 'onLater' | 'promotions'> {
  const listeners = new Set<() => void>();
  let latest: Timeline | undefined;
  let promotions = 0;
  const isReplaced = ({ system, number }: Timeline) =>
    latest !== undefined && latest.system === system && number < latest.number;
  return {
    isLatest(timeline, host) {
      if (isReplaced(timeline)) return false;
      const isLater = latest?.system === timeline.system && timeline.number > latest.number;
      latest = timeline;
      if (!isLater) return true;
      promotions += 1;
      // This comes before the listeners, so that connections which they reopen do not go to the former primary again.
      prefer(host);
      for (const listener of listeners) listener();
      return true;
    },
    isReplaced,
    promotions: () => promotions,
    onLater(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Makes a host from an address. Options in the address would replace ours, so they are taken out of it and added to
 * ours. An `application_name` in the address is dropped, because the database recognises Sello's own changes by the
 * name 'sello' (`migrations/0058_row_digests.sql`).
 */
function toHost(url: string): Host {
  const [place = '', query = ''] = url.split(/\?(.*)/s);
  const given = new URLSearchParams(query);
  const options = given.get('options');
  if (options === null && !given.has('application_name')) return { connectionString: url };
  given.delete('options');
  given.delete('application_name');
  return { connectionString: `${place}?${given}`, ...(options !== null && { options }) };
}

/**
 * The configuration for a connection to this host. Where `config` and the host set the same option, the operator's
 * value wins.
 */
export function atHost(config: pg.ClientConfig, host: Host): pg.ClientConfig {
  const options = [config.options, host.options].filter((one) => one !== undefined).join(' ');
  return { ...config, ...host, ...(options !== '' && { options }) };
}
