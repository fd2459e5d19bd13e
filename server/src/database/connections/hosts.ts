/** Which of several database servers new connections go to: the one that was found to take writes. */

import type pg from 'pg';
import { type DatabaseAddress, namesWriter, urlOfEachHost } from '../address.ts';

/** `options`: of the session, as the operator's address gives them. */
export type Host = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'options'
>;

export type Hosts = {
  count: number;
  /** The one to try next. */
  current(): Host;
  /** `tried` could not be reached, or takes no writes: the next one is tried. Changes nothing if somebody was quicker. */
  leave(tried: Host): void;
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
  return {
    count: all.length,
    current,
    leave(tried) {
      if (tried === current()) at += 1;
    },
    tellsSessions: true,
    asksForWriter: all.length > 1 || ('url' in address && namesWriter(address.url)),
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
