/**
 * Which of several database servers new connections go to: the one that was found to take writes.
 *
 * A primary that froze or was cut off, and is back, still takes itself for the primary. Every promotion begins a new
 * timeline with a higher number, so the highest one that was ever seen tells which server was replaced.
 */

import type pg from 'pg';
import { type DatabaseAddress, namesWriter, urlOfEachHost } from '../address.ts';

/** `options`: of the session, as the operator's address gives them. */
export type Host = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'options'
>;

/** The history that a server writes: of the database with this identifier, since its last promotion. */
export type Timeline = { system: string; number: number };

export type Hosts = {
  count: number;
  all: readonly Host[];
  /** The one to try next. */
  current(): Host;
  /** `tried` could not be reached, or takes no writes: the next one is tried. Changes nothing if somebody was quicker. */
  leave(tried: Host): void;
  /** The one to try next from now on. */
  prefer(host: Host): void;
  /** Whether no later primary was seen; remembers this one. If it is later than all before, it is the one to try next. */
  isLatest(timeline: Timeline, host: Host): boolean;
  /** Whether a later primary was seen. */
  isReplaced(timeline: Timeline): boolean;
  /** How many later primaries were seen: what did not wait for a standby before the last may be gone. */
  promotions(): number;
  /** Calls back whenever a later primary was seen, until the result is called. */
  onLater(listener: () => void): () => void;
  /** Whether a server is asked if it takes writes, on each new connection. With one host that is whoever answers. */
  asksForWriter: boolean;
  /** Whether the number of a session that a client is told is the server's own. A pooler makes one up. */
  tellsSessions: boolean;
};

/** Pool, presence and probes share what one of them learned. */
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

/** Of the latest primary. A database with another identifier was made anew, and counts its timelines anew. */
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
      // First, so that whoever hangs up now and connects anew does not end at the former primary again.
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

/** Options in an address would replace ours, so they are taken out of it and added to ours. */
function toHost(url: string): Host {
  const [place = '', query = ''] = url.split(/\?(.*)/s);
  const given = new URLSearchParams(query);
  const options = given.get('options');
  if (options === null) return { connectionString: url };
  given.delete('options');
  return { connectionString: `${place}?${given}`, options };
}

/** Connects as `config` says, to that host; of an option that both give, the operator's counts. */
export function atHost(config: pg.ClientConfig, host: Host): pg.ClientConfig {
  const options = [config.options, host.options].filter((one) => one !== undefined).join(' ');
  return { ...config, ...host, ...(options !== '' && { options }) };
}
