/** Connects only to permitted addresses. It is for requests to an address that a stranger has chosen. */

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isWebPort } from './addresses.ts';

/** Looks up all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Judges an address; `isPlain` is true for http and false for https. */
type MayConnect = (address: string, isPlain: boolean) => boolean;

/**
 * Judges the very address to which it connects, because a name that resolved to a public address a moment ago may
 * lead to a private one now.
 */
export function judgedConnector(
  may: MayConnect,
  timeoutMs: number,
  resolve: Resolve = lookup,
): buildConnector.connector {
  const connectors = [true, false].map((isPlain) => {
    const mayThis = (address: string) => may(address, isPlain);
    const connect = buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      lookup: judgedLookup(mayThis, resolve),
    });
    return { may: mayThis, connect };
  });
  return (options, callback) => {
    const chosen = connectors[options.protocol === 'http:' ? 0 : 1];
    if (chosen === undefined) throw new Error('There are two connectors');
    // Undici leaves the port out if it is the default of the protocol.
    if (options.port !== '' && !isWebPort(Number(options.port))) return callback(new PortRefused(), null);
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal address is judged here, because no lookup follows that could judge it.
    if (isIP(host) !== 0 && !chosen.may(host)) return callback(new AddressRefused(), null);
    chosen.connect(options, callback);
  };
}

/** Looks up a name and returns only the permitted addresses. It is an error if there is none. */
function judgedLookup(may: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const good = found.filter(({ address }) => may(address));
      const [first] = good;
      if (first === undefined) return callback(new AddressRefused(), '', 0);
      if (options.all === true) return callback(null, good);
      callback(null, first.address, first.family);
    });
  };
}

export class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';
  constructor(why = 'the address is not on the public internet') {
    super(why);
  }
}

class PortRefused extends AddressRefused {
  constructor() {
    super('the port is not one of web servers: use 80, 443 or one from 1024 on');
  }
}
